// What the worker does now, and what holds a partition up.

import { div, first, h, MOST_ROWS, note, pairs, s, section, soft, span, table } from "./dom.js";
import { metrics } from "./metrics.js";
import { linePath, stroke } from "./pictures/plot.js";
import { scale } from "./pictures/scale.js";
import { address } from "./router.js";
import { command, status } from "./states.js";
import { count, duration, instant, num, shortDay, zone } from "./words.js";

export const title = "Worker";

const MOST_SEEN = 120;
const UTC = zone();

/** Makes the view. Rates of partitions are the differences of their offsets between answers. */
export function create(page) {
  let answer;
  let history;
  let seen = new Map();

  async function load() {
    const [one, two] = await Promise.allSettled([page.ask("worker"), page.ask("history")]);
    if (one.status === "rejected") throw one.reason;
    answer = one.value;
    seen = remember(seen, answer);
    page.meet(answer);
    if (two.status === "rejected") throw two.reason;
    history = two.value;
  }

  return {
    load, refresh: load,
    go() {},
    isReady: () => answer != null,
    heading: () => answer?.instance || title,
    subtitle: () => answer && `group ${answer.group} · prefix ${answer.prefix} · version ${answer.version} · `
      + `up ${duration(instant(answer.now) - instant(answer.started))} · times in UTC`,
    corner: () => readiness(answer),
    body: () => answer && [history && metrics(history, answer), partitions(answer, seen),
      div("split", refusals(answer), totals(answer), owed(answer), outcomes(answer)), settings(answer)],
  };
}

function readiness({ ready, waiting_for: waiting = [] }) {
  if (ready) return status("ok", "Ready");
  return status("busy", `Not ready: ${waiting.slice(0, 3).join("; ")}`, waiting.length > 3 && `; and ${waiting.length - 3} more`);
}

/** `06:12`, with the day if it is not today. */
export function sinceText(text, now) {
  const [time, today] = [instant(text), instant(now)];
  return `${UTC.date(time) === UTC.date(today) ? "" : `${shortDay(UTC.date(time))} `}${UTC.time(time)}`;
}

function remember(before, { now, lanes }) {
  const time = instant(now);
  return new Map(lanes.flatMap((lane) => lane.partitions ?? []).map(({ partition, offset, restored, rederiving = 0 }) => {
    const past = before.get(partition) ?? { entries: [], most: 0 };
    const last = past.entries.at(-1);
    // A smaller offset is of another topic.
    const entries = last && (offset < last.offset || time <= last.time) ? [] : past.entries.slice(-MOST_SEEN);
    return [partition, { entries: [...entries, { time, offset, restored }], most: rederiving && Math.max(past.most, rederiving) }];
  }));
}

const COLUMNS = ["Partition", "Lane", "State", "#Lag", "#Oldest", "#Offset", "#Records /s"];
const LANES = { starting: "is starting", failed: "failed", stopping: "is stopping" };

function partitions({ lanes, prefix }, seen) {
  const isServing = ({ state }) => state === "serving";
  const all = lanes.flatMap(({ lane, partitions: list = [] }) => list.map((one) => ({ ...one, lane }))).sort((a, b) => a.partition - b.partition);
  const troubled = all.filter((one) => !isServing(one));
  const rows = all.length > MOST_ROWS ? [...troubled, ...all.filter(isServing)] : all;
  return section({ title: "Partitions", level: "h2", beside: `${num(all.length)} of ${prefix}uploads, ${count(lanes.length, "lane")}` },
    lanes.filter((lane) => !isServing(lane)).map(({ lane, state, reason }) =>
      h("p", {}, status(state === "failed" ? "bad" : "busy", `Lane ${lane} ${LANES[state] ?? state}${reason ? `: ${reason}` : ""}`))),
    all.length === 0 ? note("This worker has no partitions yet. It gets some when it has joined the group.")
      : table({ caption: "Partitions of this worker", columns: COLUMNS,
        rows: rows.map((one) => row(one, seen.get(one.partition))), className: "partitions", cost: 22, rest: "Those that serve come last." }),
    troubled.some(({ state }) => state === "leftAlone") && [note("This command names the cause and the remedy:"), command("doctor")]);
}

function row(partition, past) {
  const { partition: number, lane, lag, oldest_seconds: oldest, offset } = partition;
  const cells = [number, lane, stateOf(partition, past), num(lag), lag > 0 && duration(oldest), num(offset), rate(past)];
  return Object.assign(cells, { attributes: { testid: `partition-${number}` } });
}

function stateOf({ partition, state, restored, rederiving, reason }, past) {
  const bar = (name, value, max, text) => h("span", { class: "bar" },
    h("progress", { value, max, label: `Partition ${partition} ${name}` }), h("span", {}, text));
  const why = reason && span("reason", reason);
  if (state === "leftAlone") return [status("bad", "Left alone"), why];
  if (state === "restoring") return [status("busy", "Restoring"),
    bar("restored", restored, 1, `${Math.floor(restored * 100)} %${timeLeft(past)}`), why];
  return [status("ok", "Serving"),
    rederiving > 0 && bar("derived again", past.most - rederiving, past.most, `deriving again, ${count(rederiving, "connection")} left`), why];
}

function timeLeft({ entries }) {
  const [from, to] = [entries[0], entries.at(-1)];
  const speed = (to.restored - from.restored) / (to.time - from.time);
  return speed > 0 ? `, about ${duration((1 - to.restored) / speed)} left` : "";
}

/** The records a second between the last two answers, and a line of those before. */
function rate({ entries }) {
  if (entries.length < 2) return undefined;
  const rates = entries.slice(1).map(({ time, offset }, i) => ({ t: time, v: (offset - entries[i].offset) / (time - entries[i].time) }));
  const x = scale(rates[0].t, rates.at(-1).t);
  const y = scale(0, Math.max(...rates.map(({ v }) => v)) || 1);
  return [s("svg", { class: "spark", viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" },
    stroke("", linePath(rates, ({ t }) => x(t), ({ v }) => y(v)))), num(rates.at(-1).v, 1)];
}

const half = (testid, name, beside, ...content) => section({ testid, title: name, level: "h2", beside }, content);

function refusals({ totals: { refusals: codes = {} }, started, now }) {
  const rows = Object.entries(codes).filter(([, number]) => number > 0).sort((a, b) => b[1] - a[1]);
  const sum = rows.reduce((total, [, number]) => total + number, 0);
  const bar = (number) => s("svg", { class: "share", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { width: Math.max(0.5, (100 * number) / rows[0][1]), height: 8, "data-value": number }));
  return half("refusal-codes", "Refusals",
    [`${num(sum)} since ${sinceText(started, now)} · `, h("a", { href: address("refusals") }, "the last 200")],
    rows.length === 0 ? note("Nothing was refused.")
      : table({ caption: "Refusals by code", columns: ["Code", "Share", "#Refusals"], className: "codes",
        rows: rows.map(([code, number]) => [h("a", { href: address("refusals", { code }) }, code), bar(number), num(number)]) }));
}

const numbers = (rows) => pairs("pairs", rows.map(([name, number]) => [name, number == null ? "" : num(number)]));

const totals = ({ totals: { documents = {}, ...all }, started, now }) => half("totals", `Since ${sinceText(started, now)}`,
  "when this process started",
  numbers([["Uploads", all.uploads], ["Samples", all.samples_in], ["Documents written", documents.upsert], ["Documents deleted", documents.delete],
    ["Webhook jobs", all.jobs], ["Commits", all.commits], ["Aborts", all.aborts], ["Fences", all.fences]]));

const outcomes = ({ totals: { samples = {} } }) => half("outcomes", "Samples by outcome", undefined,
  numbers(Object.entries(samples).map(([name, number]) => [name.replaceAll("_", " "), number])));

function owed({ owed: reasons = {} }) {
  const [rows, left] = first(20, Object.entries(reasons), "reasons", "");
  return half("owed", "Owed documents", undefined, rows.length === 0 ? note("No documents wait for their topic.") : [
    rows.map(([reason, number]) => h("p", {}, status("busy", `${count(number, "connection")}: ${reason}`))), left,
    note("The worker publishes these documents when the topic accepts them."), command("doctor")]);
}

function settings({ settings: all = [] }) {
  const changed = all.filter(({ from }) => from !== "default").length;
  return h("details", { class: "fold", testid: "settings" },
    h("summary", {}, "Settings ", soft(`${all.length}, of which ${changed} are not the default`)),
    table({ caption: "Settings of the worker", columns: ["Setting", "Value", "From"], rest: "",
      rows: all.map(({ name, value, from }) => [name, String(value ?? ""), from]) }));
}
