// The last 15 minutes of the worker: uploads, lag, latency and memory.

import { h, note } from "./dom.js";
import { lines } from "./pictures/lines.js";
import { localTimes, roundNumbers, runs, sentence } from "./pictures/scale.js";
import { decimal, duration, latency, size } from "./words.js";
import { instant, zone } from "./zone.js";

const UTC = zone();
const isNumber = ({ v }) => typeof v === "number";
const write = (writer) => (value) => typeof value === "number" ? writer(value) : undefined;

/** The four pictures. */
export function metrics({ at, every, ...lists }, answer) {
  const length = lists.uploads?.length ?? 0;
  // `at` is a list, or the time of the last entry.
  const end = instant(Array.isArray(at) ? at[length - 1] : at) ?? instant(answer.now);
  const times = Array.from({ length }, (_, index) => (Array.isArray(at) && instant(at[index])) || end - every * (length - 1 - index));
  const points = times.map((t, index) => Object.fromEntries([["t", t], ...Object.entries(lists).map(([name, list]) => [name, list[index]])]));
  if (length === 0) return note("The first figures come within 5 s.");
  const last = (name) => points.findLast((point) => typeof point[name] === "number")?.[name];
  const shared = { points, every, from: times[0], to: Math.max(end, times[0] + every) };
  const most = points.reduce((best, point) => point.lag > (best?.lag ?? 0) ? point : best, undefined);
  const { resident_bytes: resident, limit_bytes: limit, store_bytes: store, store_free_bytes: free } = answer.memory ?? {};
  const rate = (value) => `${decimal(value, 1)} /s`;
  const samples = last("samples");
  return h("div", { class: "metrics", "data-key": "metrics" },
    metric({ ...shared, testid: "picture-rate", stat: "stat-uploads", name: "Uploads", value: last("uploads"), write: rate,
      beside: samples === undefined ? "no samples yet" : `${decimal(samples)} samples a second`,
      series: [["uploads", "teal", "#Uploads"]], others: { "#Samples": ({ samples: value }) => write((number) => `${decimal(number)} samples /s`)(value) } }),
    metric({ ...shared, testid: "picture-lag", stat: "stat-lag", name: "Lag", value: last("lag") ?? 0, write: (value) => `${decimal(value)} records`,
      beside: `oldest waits ${duration(last("oldest_seconds"))}${most ? `; ${decimal(most.lag)} at most, at ${UTC.time(most.t)}` : ""}`,
      series: [["lag", "orange", "#Lag"]], others: { "#Oldest": ({ oldest_seconds: value }) => write(duration)(value) } }),
    metric({ ...shared, testid: "picture-latency", stat: "stat-latency", name: "Record to commit", value: last("p50"), write: latency, factor: 1000,
      beside: last("p99") === undefined ? "no commits in this time" : `half are faster; 99 of 100 faster than ${latency(last("p99"))}`,
      series: [["p50", "blue", "#Half are faster"], ["p99", "grey", "#99 of 100 are faster"]] }),
    metric({ ...shared, testid: "picture-memory", stat: "stat-memory", name: "Memory", value: resident, write: size, factor: 1 / 1048576, base: 2, limit,
      beside: [limit && `of ${size(limit)}`, store !== undefined && `store ${size(store)}`, free !== undefined && `${size(free)} free`].filter(Boolean).join("; "),
      series: [["resident_bytes", "violet", "#Resident"]], others: { "#CPU": ({ cpu }) => write((value) => `${decimal(value, 2)} cores`)(cpu) } }));
}

/** One picture of `series`, lists of a member of the points, a color and a head; the first has the sentence. */
function metric({ points, every, from, to, stat, name, value, write: writer, beside, series, others, factor = 1, base, limit, ...spec }) {
  const of = (member) => points.map((point) => ({ ...point, v: point[member] })).filter(isNumber);
  const known = series.map(([member]) => of(member));
  const high = Math.max(limit ?? 0, ...known.flat().map(({ v }) => v)) * 1.06 || 1;
  const [number, unit] = value === undefined ? ["–"] : writer(value).split(" ");
  const columns = series.map(([member, , head]) => [head, (point) => write(writer)(point[member])]);
  return lines({
    ...spec, name, from, to, low: 0, high, limit, height: "8rem", isRight: true, className: "metric",
    label: `${name}, ${UTC.time(from)} to ${UTC.time(to)} UTC: ${sentence(known[0].map(({ v }) => v), writer)}.`,
    caption: [h("span", { class: "name" }, name), h("span", { class: "stat", "data-testid": stat }, number, unit && [" ", h("small", {}, unit)]),
      h("span", { class: "note" }, beside)],
    xTicks: [...localTimes(UTC, from, to, 4).filter(({ at }) => to - at > (to - from) * 0.09), { at: to, label: "now" }],
    yTicks: roundNumbers(0, high * factor, 4, base).slice(1).map((at) => ({ at: at / factor, label: decimal(at, at < 1 ? 2 : 0) })),
    lines: series.map(([member, className], index) =>
      ({ name: member.split("_")[0], className, hasArea: series.length === 1, runs: runs(known[index], (a, b) => b.t - a.t < every * 1.5) })),
    points: points.map((point) => ({ ...point, v: point[series[0][0]] })),
    columns: { "Time (UTC)": ({ t }) => UTC.seconds(t), ...Object.fromEntries(columns), ...others },
  });
}
