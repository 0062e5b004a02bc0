// Feeds uploads to fork-worker one by one: copy this file, it needs Node 18, no package and no broker.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const kinds = { "fork.webhook-dispatch": "jobs", "fork.dead-letter": "deadLetters" };

/** A `fork-worker transform` with its options. It keeps its state until `close`. */
export class Driver {
  constructor(...options) {
    this.child = spawn(process.env.FORK_WORKER ?? "fork-worker", ["transform", ...options]);
    this.child.stderr.on("data", (data) => (this.errors = (this.errors ?? "") + data));
    this.child.stdin.on("error", () => {});
    this.closed = once(this.child, "close");
    this.lines = createInterface(this.child.stdout)[Symbol.asyncIterator]();
  }

  /** The documents, jobs and dead letters that an upload makes. */
  async feed(upload) {
    const made = { documents: [], jobs: [], deadLetters: [] };
    this.child.stdin.write(JSON.stringify(upload) + "\n\n");
    for (;;) {
      const { value: line, done } = await this.lines.next();
      if (done) throw await this.closed.then(() => new Error(this.errors));
      const record = JSON.parse(line);
      // The empty line comes back as a dead letter, after all records of the upload.
      if (record.key === null && record.value === "") return made;
      made[kinds[record.topic] ?? "documents"].push(record);
    }
  }

  async close() {
    this.child.stdin.end();
    await this.closed;
  }
}
