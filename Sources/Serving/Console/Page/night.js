// A night: all sessions that end on a day, below each other on one axis, the primary one first.

import { itemOf, meta, series, sourceKey, sourceNames, sourceText, unix } from "./document.js";
import { h } from "./dom.js";
import { count, decimal, duration, nightText } from "./format.js";
import { cut } from "./names.js";
import { localTimes } from "./pictures/axis.js";
import { lanes } from "./pictures/lanes.js";
import { swatch } from "./pictures/plot.js";
import { sign } from "./states.js";
import { EPOCH, zone } from "./zone.js";

const MOST_SESSIONS = 12;

const STAGES = [
  { code: 2, key: "awake", label: "Awake", className: "awake" },
  { code: 5, key: "rem", label: "REM", className: "rem" },
  { code: 3, key: "core", label: "Core", className: "core" },
  { code: 4, key: "deep", label: "Deep", className: "deep" },
  { code: 1, key: "unspecified", label: "Asleep", className: "asleep" },
  { code: 0, key: "in_bed", label: "In bed", className: "bed" },
];
const ASLEEP = [1, 3, 4, 5];
const OTHER = { key: "other", label: "Other", className: "bed" };

const stageOf = (sample) => STAGES.find(({ code }) => code === sample.value.quantity) ?? OTHER;

/** The section of a night. */
export function night({ date, explained }, documents) {
  if (documents.length === 0) return undefined;
  const sessions = documents.map(session).sort((a, b) => b.isPrimary - a.isPrimary || b.asleep - a.asleep || a.document.start_date - b.document.start_date);
  const shown = sessions.slice(0, MOST_SESSIONS);
  const from = Math.min(...shown.map(({ document }) => document.start_date));
  const to = Math.max(...shown.map(({ document }) => document.end_date));
  const [before, after] = nightText(date);
  const zoneName = shown[0].local.name;
  const sources = new Set(sessions.map(({ key }) => key)).size;
  return h("section", { class: "night", "data-testid": `night-${date}`, "aria-labelledby": "night-head" },
    h("div", { class: "head" }, h("h3", { id: "night-head" }, "Night of ", before, " ", h("span", { class: "arrow" }, "→"), " ", after),
      h("p", { class: "note" }, `${count(sources, "source")}, one axis · times in ${zoneName}`)),
    shown.map((one, index) => sessionRow(one, { from, to, sessions, explained, isLast: index === shown.length - 1, zoneName })),
    sessions.length > shown.length && h("p", { class: "note more" }, `${MOST_SESSIONS} of ${decimal(sessions.length)} sessions are drawn, the primary ones and those with most sleep. The JSON has all.`));
}

function session(document) {
  const item = itemOf(document);
  const samples = series(item).flatMap(([, quantities]) => quantities).sort((a, b) => a.start_date - b.start_date || a.end_date - b.end_date);
  return {
    document, item, samples, local: zone(document.time_zone), key: sourceKey(document.source?.[0]),
    asleep: meta(item, "asleep") ?? 0, isPrimary: meta(item, "primary") === 1,
    stages: new Set(samples.map(({ value }) => value.quantity).filter((code) => ASLEEP.includes(code))).size,
  };
}

function sessionRow(one, { from, to, sessions, explained, isLast, zoneName }) {
  const { document, item, local, isPrimary } = one;
  const name = sourceText(document);
  const product = document.source?.[0]?.productType ?? document.source?.[0]?.version;
  const span = local.span(unix(document.start_date), unix(document.end_date));
  const rest = one.asleep > 0 ? undefined : meta(item, "in_bed");
  const big = rest ? `${duration(rest)} in bed` : `${duration(one.asleep)} asleep`;
  const figure = "/data/0/data/sleep";
  return h("div", { class: "session", "data-testid": "session", "data-key": document.id, "data-document": document.id, "data-primary": String(isPrimary) },
    h("div", { class: "who" },
      h("h4", {}, h("bdi", {}, name)), product && h("p", { class: "note" }, cut(product, 60)),
      h("p", { class: `rule${isPrimary ? " primary" : ""}` }, isPrimary && sign("ok"), h("span", {}, ruleText(one, sessions))),
      h("p", { class: "big" }, big, " ", explained.button({ document: document.id, figure, names: document.source, what: big, owner: document.id })),
      h("p", { class: "note" }, facts(one, span, zoneName))),
    h("div", { class: "drawn" }, stagePicture(one, { from, to, span, name, isLast })),
    explained.slot(document.id, document));
}

function facts({ item, local, samples }, span, zoneName) {
  const efficiency = meta(item, "efficiency");
  const awakenings = meta(item, "awakenings");
  const latency = meta(item, "latency");
  const parts = [span, local.name !== zoneName && `in ${local.name}`, efficiency !== undefined && `efficiency ${decimal(efficiency * 100)} %`,
    awakenings > 0 && count(awakenings, "awakening"), latency > 0 && `asleep after ${duration(latency)}`,
    samples.every(({ value }) => value.quantity === 0) && "no stages"];
  return parts.filter(Boolean).join(" · ");
}

const overlap = (a, b) => Math.min(a.document.end_date, b.document.end_date) > Math.max(a.document.start_date, b.document.start_date);

/** The step of the rule that decides between two sessions, as a number from 1, and whether the first is better. */
function compare(a, b) {
  if (a.stages !== b.stages) return [1, a.stages > b.stages];
  if (a.asleep !== b.asleep) return [2, a.asleep > b.asleep];
  return [3, a.key < b.key];
}

/**
 * Says by which step of the rule a session is primary, or why it is not: more distinct stages of sleep, then more time asleep, then
 * the lesser source key.
 */
function ruleText(one, sessions) {
  const rivals = sessions.filter((other) => other !== one && other.key !== one.key && overlap(one, other));
  if (one.isPrimary) {
    if (rivals.length === 0) return "Primary: no other source overlaps";
    const steps = rivals.map((rival) => [...compare(one, rival), rival]).filter(([, isBetter]) => isBetter);
    if (steps.length === 0) return "Primary: the better sessions that overlap are not primary themselves";
    const [step, , rival] = steps.reduce((hardest, entry) => entry[0] > hardest[0] ? entry : hardest);
    const name = sourceNames(rival.document)[0] ?? "the other source";
    return ["Primary, by step 1 of the rule: most distinct stages", `Primary, by step 2 of the rule: as many stages as ${name}, then most asleep`,
      `Primary, by step 3 of the rule: stages and time asleep equal ${name}, then the lesser source key`][step - 1];
  }
  const better = rivals.filter(({ isPrimary }) => isPrimary).map((rival) => [...compare(rival, one), rival]).find(([, isBetter]) => isBetter);
  if (!better) return "Not primary";
  const [step, , rival] = better;
  const name = sourceNames(rival.document)[0] ?? "another source";
  return `Not primary: ${name} has ${["more distinct stages (step 1)", "as many stages and more time asleep (step 2)", "the lesser source key (step 3)"][step - 1]}`;
}

function stagePicture({ document, item, samples, local, isPrimary }, { from, to, span, name, isLast }) {
  const used = new Set(samples.map(stageOf));
  const isStaged = STAGES.slice(0, 4).some((stage) => used.has(stage));
  const rows = [...STAGES, OTHER].filter((stage) => used.has(stage) || (isStaged && STAGES.indexOf(stage) >= 0 && STAGES.indexOf(stage) < 4));
  const marks = samples.map((sample) => {
    const stage = stageOf(sample);
    const time = local.span(unix(sample.start_date), unix(sample.end_date));
    return {
      row: stage.key, start: sample.start_date, end: sample.end_date, className: stage.className,
      attributes: { "data-stage": cut(sample.value.unit, 60), "data-start": sample.start_date, "data-end": sample.end_date },
      text: () => `${stage.label} ${time}, ${duration(sample.end_date - sample.start_date)}`,
    };
  });
  const times = STAGES.map((stage) => ({ ...stage, seconds: meta(item, stage.key) })).filter(({ seconds }) => seconds > 0);
  const lengths = samples.map((sample) => sample.end_date - sample.start_date);
  const last = samples[samples.length - 1];
  const label = `${name}${isPrimary ? ", primary" : ""}, ${span}: ${times.map(({ label: word, seconds }) => `${word} ${duration(seconds)}`).join(", ")}. `
    + (samples.length > 0 ? `Shortest stage ${duration(Math.min(...lengths))}, longest ${duration(Math.max(...lengths))}, last ${stageOf(last).label} until ${local.time(unix(last.end_date))}.` : "");
  return lanes({
    key: `stages ${document.id}`, name: `Stages of ${name}, ${span}`, label, rows, marks, from, to, isJoined: true, showsTimes: isLast,
    rowHeight: rows.length === 1 ? 1.9 : isPrimary ? 1.75 : 1.2, className: `lanes${isLast ? " last" : ""}`,
    xTicks: localTimes(local, from + EPOCH, to + EPOCH, 12).map(({ at, label: text }) => ({ at: at - EPOCH, label: text })),
    legend: h("ul", { class: "legend" }, times.map(({ label: word, className, seconds }) => h("li", {}, swatch(className), `${word} `, h("b", {}, duration(seconds))))),
    table: { caption: `Stages of ${name}, ${span}`, columns: ["From", "To", "Stage", { name: "Length", isNumber: true }],
      rows: { length: samples.length, at: (index) => stageCells(samples[index], local) } },
  });
}

const stageCells = (sample, local) => [local.seconds(unix(sample.start_date)), local.seconds(unix(sample.end_date)), stageOf(sample).label, duration(sample.end_date - sample.start_date)];
