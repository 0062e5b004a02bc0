// What uploads make, one after the other, without a broker.
//
//     node --test driver.test.mjs
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { Driver } from "./driver.mjs";

const source = { name: "Apple Watch", bundle_identifier: "com.apple.health.3F2A7C10", version: "10.4", product_type: "Watch6,9" };
const steps = (value, hour, more) => ({
  id: randomUUID().toUpperCase(), type: "HKQuantityTypeIdentifierStepCount", value, unit: "count", source,
  start_date: `2024-04-16T${hour}:00:00+03:00`, end_date: `2024-04-16T${hour}:30:00+03:00`, ...more,
});
const upload = (members) => ({
  schema: 1, upload_id: randomUUID().toUpperCase(), connection_id: "conn-7", time_zone: "Europe/Vilnius",
  collected_at: "2024-04-16T20:00:00Z", ...members,
});
/** The steps of the day in the document that an upload makes. */
const day = ({ documents }) => documents.find(({ key }) => key === "steps/2024-04-16").value.data[0].data.steps[0].value.quantity;

async function withDriver(body, ...options) {
  const driver = new Driver(...options);
  try {
    await body(driver);
  } finally {
    await driver.close();
  }
}

test("each upload changes the day before the next is fed", () => withDriver(async (driver) => {
  const sample = steps(1200, "08");
  assert.equal(day(await driver.feed(upload({ samples: [sample] }))), 1200);
  assert.equal(day(await driver.feed(upload({ samples: [steps(800, "06")] }))), 2000);
  assert.deepEqual((await driver.feed(upload({ samples: [sample] }))).documents, []);
  assert.equal(day(await driver.feed(upload({ deleted: [{ id: sample.id }] }))), 800);
}));

test("a refusal says why, and the rest counts", () => withDriver(async (driver) => {
  const wrong = steps(20, "11", { type: "HKQuantityTypeIdentifierMoonPhase" });
  const made = await driver.feed(upload({ samples: [steps(10, "10"), wrong] }));
  assert.equal(made.deadLetters[0].headers["fork-error-path"], "/samples/1");
  assert.match(made.deadLetters[0].headers["fork-error-message"], /`HKQuantityTypeIdentifierMoonPhase` is not an identifier/);
  assert.equal(day(made), 10);
}));

test("a wrong option is an error with its reason", () => withDriver(async (driver) => {
  await assert.rejects(driver.feed(upload({ samples: [] })), /no such option/);
}, "--no-such-option"));
