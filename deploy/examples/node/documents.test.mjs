// What a service that reads documents may count on, tried on a sandbox. It needs Node 18 and fork-worker, no package:
// the command line sends uploads and reads documents.
//
//     node --test documents.test.mjs
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { after, before, test } from "node:test";

const program = process.env.FORK_WORKER ?? "fork-worker";
let sandbox, place;

before(async () => {
  // Its standard input is a pipe that only this process holds: where the test crashes, the sandbox goes with it.
  sandbox = spawn(program, ["sandbox"], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await Promise.race([once(createInterface(sandbox.stdout), "line"), ended(sandbox)]);
  place = JSON.parse(line);
});

after(async () => {
  sandbox.stdin.end();
  await once(sandbox, "exit");
});

async function ended(child) {
  const [status] = await once(child, "exit");
  throw new Error(`${child.spawnargs.slice(0, 2).join(" ")} has ended with status ${status}`);
}

/** Runs a command against the sandbox: its status and what it prints. */
async function run(command, args, input = "") {
  const options = ["--bootstrap-servers", place.bootstrap_servers, "--output-topics", place.output_topics, "--log-level", "error"];
  const child = spawn(program, [command, ...args, ...options], { stdio: ["pipe", "pipe", "pipe"] });
  const text = { output: "", errors: "" };
  child.stdout.on("data", (data) => (text.output += data));
  child.stderr.on("data", (data) => (text.errors += data));
  child.stdin.end(input);
  const [status] = await once(child, "close");
  return { status, ...text };
}

async function send(upload) {
  const whole = { schema: 1, upload_id: randomUUID().toUpperCase(), collected_at: "2024-04-16T20:00:00Z", time_zone: "Europe/Vilnius", ...upload };
  const { status, errors } = await run("send", [], JSON.stringify(whole) + "\n");
  assert.equal(status, 0, errors);
}

/** The documents of a connection's steps, as soon as they are what is waited for. */
async function documents(connection, areRight) {
  for (const end = Date.now() + 30_000; ; await pause(50)) {
    const { output } = await run("documents", [connection, "--type", "steps"]);
    const found = output.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    if (areRight(found)) return found;
    if (Date.now() > end) assert.fail(`not what was waited for within 30 s: ${output}`);
  }
}

const source = { name: "Apple Watch", bundle_identifier: "com.apple.health.3F2A7C10", version: "10.4", product_type: "Watch6,9" };
const steps = (value, hour) => ({
  id: randomUUID().toUpperCase(), type: "HKQuantityTypeIdentifierStepCount", value, unit: "count", source,
  start_date: `2024-04-16T${hour}:00:00+03:00`, end_date: `2024-04-16T${hour}:30:00+03:00`,
});

test("a sample becomes its day's document, and is gone from it when it is deleted", async () => {
  const sample = steps(1200, "08");
  await send({ connection_id: "node", samples: [sample] });
  const [day] = await documents("node", (found) => found.length === 1);
  assert.equal(day.id, "steps/2024-04-16");
  assert.equal(day.data[0].data.steps[0].value.quantity, 1200);
  await send({ connection_id: "node", deleted: [{ id: sample.id }] });
  await documents("node", (found) => found.length === 0);
});
