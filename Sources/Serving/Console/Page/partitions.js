// The partitions of the worker: what each does, and what holds it up.

import { command } from "./commands.js";
import { h, s } from "./dom.js";
import { count, decimal, duration } from "./format.js";
import { linePath, scale, stroke } from "./pictures/plot.js";
import { status } from "./states.js";
import { instant } from "./zone.js";

/** The most answers whose offsets are remembered. */
const MOST_SEEN = 120;
const MOST_ROWS = 200;

/** Makes the section. `learn` takes an answer; rates are the differences of offsets between answers. */
export function partitions() {
  const seen = new Map();

  function learn({ now, lanes }) {
    const time = instant(now);
    const present = new Set();
    for (const partition of lanes.flatMap((lane) => lane.partitions ?? [])) {
      present.add(partition.partition);
      const past = seen.get(partition.partition) ?? { entries: [], mostRederiving: 0 };
      past.mostRederiving = partition.rederiving > 0 ? Math.max(past.mostRederiving, partition.rederiving) : 0;
      const last = past.entries.at(-1);
      // A smaller offset is another topic; a time that does not grow is no distance.
      if (last && (partition.offset < last.offset || time <= last.time)) past.entries = [];
      past.entries.push({ time, offset: partition.offset, restored: partition.restored });
      if (past.entries.length > MOST_SEEN) past.entries.shift();
      seen.set(partition.partition, past);
    }
    for (const number of [...seen.keys()]) if (!present.has(number)) seen.delete(number);
  }

  function section({ lanes, prefix }) {
    const all = lanes.flatMap((lane) => (lane.partitions ?? []).map((partition) => ({ ...partition, lane: lane.lane })))
      .sort((a, b) => a.partition - b.partition);
    const troubled = all.filter(({ state }) => state !== "serving");
    const shown = all.length > MOST_ROWS ? [...troubled, ...all.filter(({ state }) => state === "serving")].slice(0, MOST_ROWS) : all;
    const lane = lanes.filter(({ state }) => state !== "serving");
    return h("section", { "aria-labelledby": "partitions-head", "data-key": "partitions" },
      h("div", { class: "head" }, h("h2", { id: "partitions-head" }, "Partitions"),
        h("p", { class: "note" }, `${decimal(all.length)} of ${prefix}uploads, ${count(lanes.length, "lane")}`)),
      lane.map(({ lane: number, state, reason }) => h("p", {}, status(state === "failed" ? "bad" : "busy", `Lane ${number} ${LANES[state] ?? state}${reason ? `: ${reason}` : ""}`))),
      all.length === 0 ? h("p", { class: "note" }, "This worker has no partitions yet. The group assigns partitions when the worker has joined.") : table(shown, seen),
      shown.length < all.length && h("p", { class: "note more" }, `${decimal(shown.length)} of ${decimal(all.length)} partitions; those that are not serving come first.`),
      troubled.some(({ state }) => state === "leftAlone") && [h("p", { class: "note" }, "A partition is left alone until the cause is mended. This command names the cause and the remedy:"), command("doctor", [])]);
  }

  return { learn, section };
}

const LANES = { starting: "is starting", failed: "failed", stopping: "is stopping" };
const COLUMNS = [["Partition"], ["Lane"], ["State"], ["Lag", true], ["Oldest", true], ["Offset", true], ["Records /s", true]];

function table(rows, seen) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table: partitions" },
    h("table", { class: "partitions" },
      h("caption", { class: "unseen" }, "Partitions of this worker"),
      h("thead", {}, h("tr", {}, COLUMNS.map(([name, isNumber]) => h("th", { scope: "col", class: isNumber && "number" }, name)))),
      h("tbody", {}, rows.map((row) => rowOf(row, seen.get(row.partition))))));
}

function rowOf(partition, past) {
  const { partition: number, lane, lag, oldest_seconds: oldest, offset } = partition;
  return h("tr", { "data-testid": `partition-${number}` },
    h("th", { scope: "row" }, number), h("td", {}, lane), h("td", { class: "state-cell" }, stateOf(partition, past)),
    h("td", { class: "number" }, lag === undefined ? "" : decimal(lag)), h("td", { class: "number" }, lag > 0 && typeof oldest === "number" ? duration(oldest) : ""),
    h("td", { class: "number" }, typeof offset === "number" ? decimal(offset) : ""), h("td", { class: "number rate" }, rateOf(past)));
}

function stateOf({ partition, state, restored, rederiving, reason }, past) {
  if (state === "leftAlone") return [status("bad", "Left alone"), h("span", { class: "reason" }, reason)];
  if (state === "restoring") {
    const share = Math.floor((restored ?? 0) * 100);
    return [status("busy", "Restoring"), bar(`Partition ${partition} restored`, share, 100, [`${share} %`, timeLeft(past)].filter(Boolean).join(", ")), reason && h("span", { class: "reason" }, reason)];
  }
  const word = status("ok", "Serving");
  if (!(rederiving > 0)) return [word, reason && h("span", { class: "reason" }, reason)];
  const most = past.mostRederiving;
  return [word, bar(`Partition ${partition} derived again`, most - rederiving, most, `deriving again, ${count(rederiving, "connection")} left`)];
}

const bar = (name, value, max, text) => h("span", { class: "bar" }, h("progress", { value, max, "aria-label": name }), h("span", {}, text));

/** The time until all is restored, if it goes on as since the page was opened. */
function timeLeft({ entries }) {
  const [first, last] = [entries[0], entries.at(-1)];
  const rate = (last.restored - first.restored) / (last.time - first.time);
  return rate > 0 ? `about ${duration((1 - last.restored) / rate)} left` : "";
}

/** The records a second between the last two answers, and a line of those before. */
function rateOf({ entries }) {
  if (entries.length < 2) return "";
  const rates = entries.slice(1).map((entry, index) => ({ t: entry.time, v: (entry.offset - entries[index].offset) / (entry.time - entries[index].time) }));
  const x = scale(rates[0].t, rates.at(-1).t);
  const y = scale(0, Math.max(...rates.map(({ v }) => v)) || 1);
  const path = linePath(rates, ({ t }) => x(t), ({ v }) => y(v) * 0.9 + 0.05);
  return [rates.length > 2 && s("svg", { class: "spark", viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" }, stroke({ d: path })), decimal(rates.at(-1).v, 1)];
}
