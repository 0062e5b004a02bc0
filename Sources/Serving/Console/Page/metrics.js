// The last 15 minutes of the worker: uploads, lag, latency and memory.

import { h } from "./dom.js";
import { decimal, duration, latency, size } from "./format.js";
import { localTimes, roundNumbers } from "./pictures/axis.js";
import { lines } from "./pictures/lines.js";
import { bounds, runs } from "./pictures/thin.js";
import { instant, zone } from "./zone.js";

const UTC = zone("UTC");

/** The four pictures. */
export function metrics(history, answer) {
  const times = timesOf(history, answer);
  if (times.length === 0) return h("p", { class: "note", "data-key": "metrics" }, "The first figures come within 5 s.");
  const of = (name) => (history[name] ?? []).map((v, index) => ({ t: times[index], v })).filter(({ t }) => t !== undefined);
  const every = history.every || 5;
  const shared = { times, every, from: times[0], to: Math.max(times[times.length - 1], times[0] + every) };
  return h("div", { class: "metrics", "data-key": "metrics" },
    rate(shared, of("uploads"), of("samples")), lag(shared, of("lag"), of("oldest_seconds"), answer), latencies(shared, of("p50"), of("p99")),
    memory(shared, of("resident_bytes"), of("cpu"), answer));
}

/** The instants of the entries: `at` is a list, or the instant of the last. */
function timesOf({ at, every = 5, uploads = [] }, { now }) {
  if (Array.isArray(at)) return at.map((text) => instant(text));
  const last = instant(at) ?? instant(now);
  return uploads.map((_, index) => last - every * (uploads.length - 1 - index));
}

const known = (points) => points.filter(({ v }) => typeof v === "number");
const lastOf = (points) => known(points).at(-1);
const at = (time) => UTC.time(time);

/**
 * One picture. `series` are `{ name, className, points, hasArea }`; the first of them has the sentence and the walk. `write` gives the
 * words of a number.
 */
function metric({ shared, testid, stat, name, value, unit, note, series, write, top, isBinary, factor = 1, limits, others = () => "" }) {
  const { from, to, every } = shared;
  const main = series[0].points;
  const all = series.flatMap(({ points }) => known(points));
  const found = bounds(known(main));
  const high = Math.max(top ?? 0, ...all.map(({ v }) => v)) * 1.06 || 1;
  const yTicks = roundNumbers(0, high * factor, 4, isBinary).filter((number) => number > 0)
    .map((number) => ({ at: number / factor, label: decimal(number, number < 1 ? 2 : 0) }));
  const xTicks = localTimes(UTC, from, to, 4).filter(({ at: tick }) => (to - tick) / (to - from) > 0.09).concat([{ at: to, label: "now" }]);
  const label = found
    ? `${name}, ${at(from)} to ${at(to)} UTC: least ${write(found.least)}, greatest ${write(found.greatest)}, last ${write(found.last)}.`
    : `${name}, ${at(from)} to ${at(to)} UTC: no values.`;
  return lines({
    testid, name, label, from, to, low: 0, high, height: "8rem", isRight: true, xTicks, yTicks, limits,
    lines: series.map((one) => ({ ...one, runs: runs(known(one.points), (a, b) => b.t - a.t < every * 1.5) })),
    caption: [h("span", { class: "name" }, name), h("span", { class: "stat", "data-testid": stat }, value, unit && [" ", h("small", {}, unit)]), h("span", { class: "note" }, note)],
    points: main,
    text: (point, index) => `${UTC.seconds(point.t)} UTC: ${typeof point.v === "number" ? write(point.v) : "no value"}${others(index)}`,
    table: { caption: `${name}, times in UTC`, columns: ["Time", ...series.map(({ head }) => ({ name: head, isNumber: true }))], rest: "the picture has all",
      rows: { length: main.length, at: (index) => [UTC.seconds(main[main.length - 1 - index].t), ...series.map(({ points }) => cell(points[main.length - 1 - index], write))] } },
  });
}

const cell = (point, write) => typeof point?.v === "number" ? write(point.v) : "";

function rate(shared, uploads, samples) {
  const last = lastOf(uploads);
  const count = lastOf(samples);
  const write = (value) => `${decimal(value, 1)} /s`;
  return metric({
    shared, testid: "picture-rate", stat: "stat-uploads", name: "Uploads", value: last ? decimal(last.v, 1) : "–", unit: last && "/s",
    note: count ? `${decimal(count.v)} samples a second` : "no samples yet", write,
    series: [{ name: "uploads", className: "teal", points: uploads, hasArea: true, head: "Uploads" }],
    others: (index) => typeof samples[index]?.v === "number" ? `, ${decimal(samples[index].v)} samples a second` : "",
  });
}

function lag(shared, records, oldest, answer) {
  const sum = answer.lanes.flatMap(({ partitions }) => partitions ?? []).reduce((total, { lag: own }) => total + (own ?? 0), 0);
  const value = lastOf(records)?.v ?? sum;
  const wait = lastOf(oldest)?.v;
  const most = known(records).reduce((best, point) => !best || point.v > best.v ? point : best, undefined);
  const write = (number) => `${decimal(number)} records`;
  return metric({
    shared, testid: "picture-lag", stat: "stat-lag", name: "Lag", value: decimal(value), unit: "records", write,
    note: [wait !== undefined && `oldest waits ${duration(wait)}`, most?.v > 0 && `${decimal(most.v)} at most, at ${at(most.t)}`].filter(Boolean).join("; "),
    series: [{ name: "lag", className: "orange", points: records, hasArea: true, head: "Records" }],
    others: (index) => typeof oldest[index]?.v === "number" ? `, oldest waits ${duration(oldest[index].v)}` : "",
  });
}

function latencies(shared, middle, slowest) {
  const last = lastOf(middle);
  const worst = lastOf(slowest);
  const write = (value) => latency(value).join(" ");
  const [value, unit] = last ? latency(last.v) : ["–"];
  const isOld = last && last.t < shared.times[shared.times.length - 1];
  return metric({
    shared, testid: "picture-latency", stat: "stat-latency", name: "Record to commit", value, unit, write, factor: 1000,
    note: worst ? `half are faster; 99 of 100 faster than ${write(worst.v)}${isOld ? `; at ${at(last.t)}` : ""}` : "no commits in this time",
    series: [{ name: "p50", className: "blue", points: middle, head: "Half are faster" }, { name: "p99", className: "grey", points: slowest, head: "99 of 100 are faster" }],
    others: (index) => typeof slowest[index]?.v === "number" ? `, 99 of 100 faster than ${write(slowest[index].v)}` : "",
  });
}

function memory(shared, resident, cores, { memory: { resident_bytes: now, limit_bytes: limit, store_bytes: store, store_free_bytes: free } = {} }) {
  const write = (bytes) => size(bytes).join(" ");
  const [value, unit] = now === undefined ? ["–"] : size(now);
  const core = lastOf(cores);
  const notes = [limit > 0 && `of ${write(limit)}`, store !== undefined && `store ${write(store)}${free === undefined ? "" : `, ${write(free)} free`}`, core && `${decimal(core.v, 2)} cores`];
  return metric({
    shared, testid: "picture-memory", stat: "stat-memory", name: "Memory", value, unit, write, note: notes.filter(Boolean).join("; "),
    top: limit ?? 0, isBinary: true, factor: 1 / 1048576, limits: limit > 0 ? [limit] : [],
    series: [{ name: "memory", className: "violet", points: resident, hasArea: true, head: "Resident memory" }],
    others: (index) => typeof cores[index]?.v === "number" ? `, ${decimal(cores[index].v, 2)} cores` : "",
  });
}
