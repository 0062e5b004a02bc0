// A night and the motion of a day: the spans of each source on one axis.

import { byStart, itemOf, meta, series, sourceKey, sourceName, sourceOf, sourceText } from "./document.js";
import { h, note, section } from "./dom.js";
import { lanes } from "./pictures/lanes.js";
import { legend } from "./pictures/plot.js";
import { sentence } from "./pictures/scale.js";
import { status } from "./states.js";
import { first } from "./tables.js";
import { count, cut, decimal, duration, nightText, words } from "./words.js";
import { zone } from "./zone.js";

/** The most sources and sessions that are drawn. */
const MOST = 12;

/** Rows of a night: the code of HealthKit, the key of the metadata, the word, and the color. */
const STAGES = [[2, "awake", "Awake"], [5, "rem", "REM"], [3, "core", "Core"], [4, "deep", "Deep"], [1, "unspecified", "Asleep"], [0, "in_bed", "In bed"]];
const OTHER = [-1, "other", "Other"];
const ASLEEP = [1, 3, 4, 5];
const stageOf = ({ value }) => STAGES.find(([code]) => code === value.quantity) ?? OTHER;

/** The section of a night: all sessions that end on a day, the primary ones first. */
export function night({ date, explained }, documents) {
  if (documents.length === 0) return undefined;
  const sorted = documents.map(session).sort((a, b) => b.isPrimary - a.isPrimary || b.asleep - a.asleep || a.from - b.from);
  const [shown, left] = first(MOST, sorted, "sessions");
  const axis = { from: Math.min(...shown.map(({ from }) => from)), to: Math.max(...shown.map(({ to }) => to)), zoneName: shown[0].local.name };
  return section({ testid: `night-${date}`, title: `Night of ${nightText(date).join(" → ")}`,
    beside: `${count(new Set(sorted.map(({ key }) => key)).size, "source")}, one axis · times in ${axis.zoneName}` },
  shown.map((one, index) => sessionRow(one, axis, sorted, explained, index === shown.length - 1)), left);
}

function session(document) {
  const item = itemOf(document);
  const samples = series(item).flatMap(([, quantities]) => quantities).sort(byStart);
  const codes = new Set(samples.map(({ value }) => value.quantity));
  return { document, item, samples, codes, name: sourceText(document), key: sourceKey(document.source?.[0]), local: zone(document.time_zone),
    from: document.start_date, to: document.end_date, asleep: meta(item, "asleep") ?? 0, isPrimary: meta(item, "primary") === 1,
    stages: ASLEEP.filter((code) => codes.has(code)).length };
}

function sessionRow(one, { from, to, zoneName }, all, explained, isLast) {
  const { document, item, samples, codes, local, name, isPrimary } = one;
  const span = local.span(one.from, one.to);
  const inBed = meta(item, "in_bed");
  const big = one.asleep === 0 && inBed ? `${duration(inBed)} in bed` : `${duration(one.asleep)} asleep`;
  const isStaged = STAGES.slice(0, 4).some(([code]) => codes.has(code));
  const rows = [...STAGES, OTHER].filter((stage, index) => (isStaged && index < 4) || samples.some((sample) => stageOf(sample) === stage));
  const times = STAGES.filter(([, key]) => meta(item, key) > 0).map(([, key, label]) => [key, `${label} `, h("b", {}, duration(meta(item, key)))]);
  const efficiency = meta(item, "efficiency");
  const facts = [span, local.name !== zoneName && `in ${local.name}`, efficiency !== undefined && `efficiency ${decimal(efficiency * 100)} %`,
    meta(item, "awakenings") > 0 && count(meta(item, "awakenings"), "awakening"), codes.size === 1 && codes.has(0) && "no stages"];
  const rule = ruleText(one, all);
  return h("div", { class: "session", "data-testid": "session", "data-key": document.id, "data-document": document.id, "data-primary": String(isPrimary) },
    h("div", {}, h("h4", {}, h("bdi", {}, name)), note(cut(document.source?.[0]?.productType ?? "")),
      h("p", { class: "rule" }, isPrimary ? status("ok", rule) : rule),
      h("p", { class: "big" }, big, " ", explained.button({ document, figure: "/data/0/data/sleep", what: big, owner: document.id })),
      note(facts.filter(Boolean).join(" · "))),
    lanes({
      key: `stages ${document.id}`, name: `Stages of ${name}, ${span}`, from, to, zone: local, isLast, isJoined: true, legend: legend(times),
      rows: rows.map(([, key, label]) => ({ key, label })), rowHeight: rows.length === 1 ? 1.9 : isPrimary ? 1.75 : 1.2,
      label: `${name}, ${span}: ${big}. Stages: ${sentence(samples.map((sample) => sample.end_date - sample.start_date), duration)}.`,
      points: samples.map((sample) => {
        const [, key, label] = stageOf(sample);
        return { row: key, label, start: sample.start_date, end: sample.end_date, className: key,
          attributes: { "data-stage": cut(sample.value.unit), "data-start": sample.start_date, "data-end": sample.end_date } };
      }),
      columns: { Time: ({ start, end }) => local.exactSpan(start, end), Stage: ({ label }) => label, "#Length": ({ start, end }) => duration(end - start) },
    }), explained.slot(document.id));
}

/** The step of the rule that decides between two sessions, and whether the first is better. */
function compare(a, b) {
  if (a.stages !== b.stages) return [1, a.stages > b.stages];
  if (a.asleep !== b.asleep) return [2, a.asleep > b.asleep];
  return [3, a.key < b.key];
}

/** Says by which step a session is primary, or why it is not: distinct stages of sleep, then time asleep, then source key. */
function ruleText(one, all) {
  const rivals = all.filter((other) => other.key !== one.key && Math.min(one.to, other.to) > Math.max(one.from, other.from))
    .filter((other) => one.isPrimary || other.isPrimary).map((rival) => [...compare(one, rival), rival]).sort((a, b) => b[0] - a[0]);
  const [step, , rival] = rivals.find(([, isBetter]) => isBetter === one.isPrimary) ?? [];
  if (!one.isPrimary) {
    return !step ? "Not primary" : `Not primary: ${rival.name} has ${["more distinct stages", "as many stages and more time asleep",
      "as much sleep and the lesser source key"][step - 1]} (step ${step} of the rule)`;
  }
  return !step ? "Primary: no other source overlaps" : `Primary, by step ${step} of the rule: ${["most distinct stages",
    `as many stages as ${rival.name}, then most asleep`, `as much sleep as ${rival.name}, then the lesser source key`][step - 1]}`;
}

const KINDS = ["cycling", "running", "walking", "driving", "stationary", "sleeping"];
const SURE = ["low", "medium", "high"];

/** The section of a day's motion. */
export function motion({ date }, [document]) {
  if (!document) return undefined;
  const local = zone(document.time_zone);
  const [items, left] = first(MOST, document.data, "sources");
  return section({ testid: `motion-${date}`, title: "Motion", beside: `${count(document.data.length, "source")}, one axis · times in ${local.name}` },
    items.map((item, index) => motionRow(document, item, local, index === items.length - 1)), left);
}

function motionRow(document, item, local, isLast) {
  const points = series(item).flatMap(([row, list]) => list.map((run) => ({ ...run, row }))).sort(byStart).map((run) => ({
    ...run, start: run.start_date, end: run.end_date, className: `motion-${run.row}`,
    attributes: { "data-kind": run.row, "data-start": run.start_date, "data-end": run.end_date } }));
  const name = points.length > 0 ? sourceOf(document, points[0]) : sourceName();
  const kinds = KINDS.filter((kind) => item.data?.[kind]);
  const times = kinds.map((kind) => [kind, duration(meta(item, kind) ?? 0)]);
  return h("div", { class: "session", "data-key": item.id },
    h("div", {}, h("h4", {}, h("bdi", {}, name)), h("p", { class: "big" }, duration(meta(item, "recorded") ?? 0)), note("recorded")),
    lanes({
      key: `runs ${item.id}`, name: `Motion of ${name}`, from: document.start_date, to: document.end_date, zone: local, isLast, rowHeight: 1.3, points,
      label: `Motion of ${name}: ${times.map((pair) => pair.join(" ")).join(", ")}. Runs: ${sentence(points.map(({ start, end }) => end - start), duration)}.`,
      rows: kinds.map((key) => ({ key, label: words(key) })), legend: legend(times.map(([kind, text]) => [`motion-${kind}`, `${words(kind)} `, h("b", {}, text)])),
      columns: { Time: ({ start, end }) => local.exactSpan(start, end), Kind: ({ row }) => words(row), "Reported as": ({ type }) => type?.replaceAll("+", ", "),
        Confidence: (run) => SURE[meta(run, "confidence")], "#Length": ({ value }) => value.quantity > 0 ? duration(value.quantity) : "not known" },
    }));
}
