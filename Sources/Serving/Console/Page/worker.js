// What the worker does now, and what holds a partition up.

import { command } from "./commands.js";
import { h, s } from "./dom.js";
import { count, decimal, duration, shortDay } from "./format.js";
import { metrics } from "./metrics.js";
import { partitions } from "./partitions.js";
import { address } from "./router.js";
import { status } from "./states.js";
import { table } from "./tables.js";
import { instant, zone } from "./zone.js";

export const title = "Worker";
export const subject = "the worker";

const UTC = zone("UTC");

/** Makes the view. It remembers offsets between answers, which is how it knows rates of partitions. */
export function create(context) {
  let answer;
  let history;
  const rows = partitions();

  async function load() {
    const [first, second] = await Promise.allSettled([context.ask("worker"), context.ask("history")]);
    if (first.status === "rejected") throw first.reason;
    answer = first.value;
    rows.learn(answer);
    context.meet(answer);
    if (second.status === "rejected") throw second.reason;
    history = second.value;
  }

  return {
    go() {},
    load, refresh: load,
    isReady: () => answer !== undefined,
    heading: () => answer?.instance || title,
    subtitle: () => answer && h("p", { class: "sub" },
      `group ${answer.group} · prefix ${answer.prefix} · version ${answer.version} · up ${duration(instant(answer.now) - instant(answer.started))} · times in UTC`),
    corner: () => h("p", { class: "corner" }, readiness(answer)),
    body: () => answer && [
      history && metrics(history, answer),
      rows.section(answer),
      h("div", { class: "split" }, refusals(answer), totals(answer)),
      h("div", { class: "split" }, owed(answer), samples(answer)),
      settings(answer),
    ],
  };
}

function readiness({ ready, waiting_for: waiting = [] }) {
  if (ready) return status("ok", "Ready");
  const reasons = waiting.slice(0, 3).join("; ") + (waiting.length > 3 ? `; and ${waiting.length - 3} more` : "");
  return status("busy", reasons ? `Not ready: ${reasons}` : "Not ready");
}

/** `06:12`, with the day if it is another one. */
export function sinceText(text, now) {
  const time = instant(text);
  if (time === undefined) return "";
  const day = UTC.date(time);
  return day === UTC.date(now) ? UTC.time(time) : `${shortDay(day)} ${UTC.time(time)}`;
}

const head = (id, name, ...note) => h("div", { class: "head" }, h("h2", { id }, name), note.length > 0 && h("p", { class: "note" }, note));

function refusals({ totals: { refusals: codes = {} }, started, now }) {
  const rows = Object.entries(codes).filter(([, number]) => number > 0).sort((a, b) => b[1] - a[1]);
  const sum = rows.reduce((total, [, number]) => total + number, 0);
  const greatest = rows[0]?.[1] ?? 1;
  return h("section", { "aria-labelledby": "refusals-head", "data-testid": "refusal-codes" },
    head("refusals-head", "Refusals", `${decimal(sum)} since ${sinceText(started, instant(now))} · `, h("a", { href: address("refusals") }, "the last 200")),
    rows.length === 0 ? h("p", { class: "note" }, "Nothing was refused.") : h("table", { class: "codes" },
      h("caption", { class: "unseen" }, "Refusals by code"),
      h("thead", { class: "unseen" }, h("tr", {}, ["Code", "Share", "Refusals"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map(([code, number]) => h("tr", { "data-key": code },
        h("th", { scope: "row" }, h("a", { href: address("refusals", { code }) }, code)),
        h("td", {}, s("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
          s("rect", { width: Math.max(0.5, (100 * number) / greatest).toFixed(1), height: 8, "data-value": number }))),
        h("td", { class: "number" }, decimal(number)))))));
}

function totals({ totals: all, started, now }) {
  const rows = [["Uploads", all.uploads], ["Samples", all.samples_in], ["Documents written", all.documents?.upsert], ["Documents deleted", all.documents?.delete],
    ["Webhook jobs", all.jobs], ["Commits", all.commits], ["Aborts", all.aborts], ["Fences", all.fences]];
  return h("section", { "aria-labelledby": "totals-head", "data-testid": "totals" },
    head("totals-head", `Since ${sinceText(started, instant(now))}`, "when this process started"), pairs(rows));
}

const pairs = (rows) => h("dl", { class: "pairs" }, rows.map(([name, number]) => h("div", { "data-key": name }, h("dt", {}, name), h("dd", {}, number === undefined ? "" : decimal(number)))));

const OUTCOMES = { new: "New", duplicates: "Duplicates", duplicate: "Duplicates", replaced: "Replaced", deleted_before_arrival: "Deleted before arrival", refused: "Refused" };

function samples({ totals: { samples: outcomes = {} } }) {
  return h("section", { "aria-labelledby": "samples-head" }, head("samples-head", "Samples by outcome"),
    pairs(Object.entries(outcomes).map(([name, number]) => [OUTCOMES[name] ?? name.replaceAll("_", " "), number])));
}

function owed({ owed: reasons = {} }) {
  const rows = Object.entries(reasons);
  return h("section", { "aria-labelledby": "owed-head", "data-testid": "owed" }, head("owed-head", "Owed documents"),
    rows.length === 0
      ? h("p", { class: "note" }, "No documents wait for their topic.")
      : [h("ul", { class: "plain" }, rows.map(([reason, number]) => h("li", { "data-key": reason }, status("busy", `${count(number, "connection")}: ${reason}`)))),
        h("p", { class: "note" }, "The worker keeps the samples and publishes these documents when the topic takes them."), command("doctor", [])]);
}

function settings({ settings: all = [] }) {
  const changed = all.filter(({ from }) => from !== "default").length;
  return h("details", { class: "fold", "data-testid": "settings", "data-key": "settings" },
    h("summary", {}, h("span", { class: "fold-name" }, "Settings"), h("span", { class: "note" }, `${decimal(all.length)}, of which ${decimal(changed)} are not the default`)),
    table({ caption: "Settings of the worker", columns: ["Setting", "Value", "From"], rest: "the option table of the documentation has all",
      rows: all.map(({ name, value, from }) => Object.assign([name, String(value ?? ""), from], { attributes: { class: from === "default" ? "quiet" : undefined } })) }));
}
