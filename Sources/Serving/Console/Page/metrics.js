// The last 15 minutes of the worker: uploads, lag, latency and memory.

import { h, note, soft, span } from "./dom.js";
import { lines } from "./pictures/charts.js";
import { localTimes, roundNumbers, runs, sentence } from "./pictures/scale.js";
import { duration, instant, latency, num, size, zone } from "./words.js";

const UTC = zone();
const isNumber = (value) => typeof value === "number";

export function metrics({ at, every, ...lists }, answer) {
  if (at.length === 0) return note("The first figures come within 5 s.");
  const times = at.map(instant);
  const points = times.map((t, i) => Object.fromEntries([["t", t], ...Object.entries(lists).map(([name, list]) => [name, list[i]])]));
  const last = (name) => points.findLast((point) => isNumber(point[name]))?.[name];
  const shared = { points, every, from: times[0], to: Math.max(times.at(-1), times[0] + every) };
  const most = points.reduce((best, point) => point.lag > (best?.lag ?? 0) ? point : best, undefined);
  const { resident_bytes: resident, limit_bytes: limit, store_bytes: store, store_free_bytes: free } = answer.memory ?? {};
  const rate = (value) => `${num(value, 1)} /s`;
  const samples = last("samples");
  const old = last("p99") > 6000;
  return h("div", { class: "metrics", key: "metrics" },
    metric({ ...shared, testid: "picture-rate", stat: "stat-uploads", name: "Uploads", value: last("uploads"), write: rate,
      beside: samples == null ? "no samples yet" : `${num(samples)} samples a second`,
      series: [["uploads", "teal", "#Uploads"]], others: [["samples", , "#Samples", (value) => `${num(value)} samples /s`]] }),
    metric({ ...shared, testid: "picture-lag", stat: "stat-lag", name: "Lag", value: last("lag") ?? 0, write: (value) => `${num(value)} records`,
      beside: `oldest waits ${duration(last("oldest_seconds"))}${most ? `; ${num(most.lag)} at most, at ${UTC.time(most.t)}` : ""}`,
      series: [["lag", "orange", "#Lag"]], others: [["oldest_seconds", , "#Oldest", duration]] }),
    metric({ ...shared, testid: "picture-latency", stat: "stat-latency", name: `Record to commit${old ? ", days" : ""}`, value: last("p50"), write: latency, factor: old ? 1 / 86400 : 1000,
      beside: last("p99") == null ? "no commits in this time" : `half are faster; 99 of 100 faster than ${latency(last("p99"))}`,
      series: [["p50", "blue", "#Half are faster"], ["p99", "grey", "#99 of 100 are faster"]] }),
    metric({ ...shared, testid: "picture-memory", stat: "stat-memory", name: "Memory", value: resident, write: size,
      factor: 1 / 1048576, base: 2, limit,
      beside: [limit && `of ${size(limit)}`, store != null && `store ${size(store)}`,
        free != null && `${size(free)} free`].filter(Boolean).join("; "),
      series: [["resident_bytes", "violet", "#Resident"]], others: [["cpu", , "#CPU", (value) => `${num(value, 2)} cores`]] }));
}

/** One picture. `series` are a member of the points, a color and a head; `others` are only in the table, with a writer. */
function metric({ points, every, from, to, stat, name, value, write, beside, series, others = [], factor = 1, base, limit, ...spec }) {
  const known = series.map(([member]) => points.map((point) => ({ t: point.t, v: point[member] })).filter(({ v }) => isNumber(v)));
  const high = Math.max(limit ?? 0, ...known.flat().map(({ v }) => v)) * 1.06 || 1;
  const [number, unit] = value == null ? ["–"] : write(value).split(" ");
  const columns = [...series, ...others].map(([member, , head, own = write]) => [head, (point) => isNumber(point[member]) && own(point[member])]);
  return lines({
    ...spec, name, from, to, low: 0, high, limit, height: "8rem", isRight: true, className: "metric",
    label: `${name}, ${UTC.time(from)} to ${UTC.time(to)} UTC: ${sentence(known[0].map(({ v }) => v), write)}.`,
    caption: [span("name", name), h("span", { class: "stat", testid: stat }, number, unit && [" ", h("small", {}, unit)]),
      soft(beside)],
    xTicks: [...localTimes(UTC, from, to, 4).filter(({ at }) => to - at > (to - from) * 0.2), { at: to, label: "now" }],
    yTicks: roundNumbers(0, high * factor, 4, base).slice(1).filter((at) => name !== "Lag" || at % 1 === 0).map((at) => ({ at: at / factor, label: num(at, at < 1 ? 2 : 0) })),
    lines: series.map(([member, className], i) =>
      ({ name: member.split("_")[0], className, hasArea: series.length === 1, runs: runs(known[i], (a, b) => b.t - a.t < every * 1.5) })),
    points: points.map((point) => ({ ...point, v: point[series[0][0]] })),
    columns: { "Time (UTC)": ({ t }) => UTC.seconds(t), ...Object.fromEntries(columns) },
  });
}
