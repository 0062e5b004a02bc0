// A night and the motion of a day: the spans of each source on one axis.

import { byStart, itemOf, markOf, meta, series, sourceKey, sourceOf, sourceText } from "./document.js";
import { first, h, note, p, section } from "./dom.js";
import { lanes } from "./pictures/charts.js";
import { legend } from "./pictures/plot.js";
import { status } from "./states.js";
import { count, cut, duration, nightText, num, words, zone } from "./words.js";

const MOST = 12;

/** Rows of a night: the code of HealthKit, the key of the metadata, and the word. */
const STAGES = [[2, "awake", "Awake"], [5, "rem", "REM"], [3, "core", "Core"], [4, "deep", "Deep"], [1, "unspecified", "Asleep"],
  [0, "in_bed", "In bed"], [, "other", "Other"]];
const ASLEEP = [1, 3, 4, 5];
const stageOf = (code) => STAGES.find(([own]) => own === code) ?? STAGES[6];

/** The section of a night: all sessions that end on a day, the primary ones first. */
export function night({ date, explained }, documents) {
  if (documents.length === 0) return undefined;
  const all = documents.map(session).sort((a, b) => b.isPrimary - a.isPrimary || b.asleep - a.asleep || a.from - b.from);
  const [shown, left] = first(MOST, all, "sessions");
  const from = Math.min(...shown.map((one) => one.from));
  const to = Math.max(...shown.map((one) => one.to));
  const { name } = shown[0].local;
  return section({ testid: `night-${date}`, title: `Night of ${nightText(date).join(" → ")}`,
    beside: `${count(new Set(all.map(({ key }) => key)).size, "source")}, one axis · times in ${name}` },
  shown.map((one, i) => sessionRow(one, { from, to, isLast: i === shown.length - 1 }, name, ruleText(one, all), explained)), left);
}

function session(doc) {
  const item = itemOf(doc);
  const samples = series(item).flatMap(([, quantities]) => quantities).sort(byStart);
  const codes = new Set(samples.map(({ value }) => value.quantity));
  return { doc, item, samples, codes, name: sourceText(doc), key: sourceKey(doc.source?.[0]), local: zone(doc.time_zone),
    from: doc.start_date, to: doc.end_date, asleep: meta(item, "asleep") ?? 0, isPrimary: meta(item, "primary") === 1,
    stages: ASLEEP.filter((code) => codes.has(code)).length };
}

function sessionRow({ doc, item, samples, codes, local, name, asleep, isPrimary, from, to }, axis, zoneName, rule, explained) {
  const span = local.span(from, to);
  const text = asleep === 0 && codes.has(0) ? `${duration(meta(item, "in_bed"))} in bed` : `${duration(asleep)} asleep`;
  const points = samples.map((sample) => {
    const [, key] = stageOf(sample.value.quantity);
    return markOf(sample, key, key, { "data-stage": cut(sample.value.unit) });
  });
  const isStaged = STAGES.slice(0, 4).some(([code]) => codes.has(code));
  const rows = STAGES.filter(([, key], i) => (isStaged && i < 4) || points.some(({ row }) => row === key)).map(([, key, label]) => ({ key, label }));
  const facts = [span, local.name !== zoneName && `in ${local.name}`,
    asleep > 0 && item.meta_data?.efficiency && `efficiency ${num(meta(item, "efficiency") * 100)} %`,
    meta(item, "awakenings") > 0 && count(meta(item, "awakenings"), "awakening"), codes.size === 1 && codes.has(0) && "no stages"];
  return h("div", { class: "session", testid: "session", key: doc.id, "data-document": doc.id, "data-primary": String(isPrimary) },
    h("div", {}, h("h4", {}, name), note(cut(doc.source?.[0]?.productType ?? "")),
      p("rule", isPrimary ? status("ok", rule) : rule),
      p("big", text, " ", explained.button({ doc, member: "sleep", owner: doc.id, text })), note(facts.filter(Boolean).join(" · "))),
    lanes({
      ...axis, key: `stages ${doc.id}`, name: `Stages of ${name}, ${span}`, label: `${name}, ${span}: ${text}.`, zone: local, isJoined: true,
      rows, rowHeight: rows.length === 1 ? 1.9 : isPrimary ? 1.75 : 1.2, points, columns: { Stage: ({ value }) => stageOf(value.quantity)[2] },
      legend: legend(STAGES.filter(([, key]) => meta(item, key) > 0).map(([, key, word]) => [key, `${word} `,
        h("b", {}, duration(meta(item, key)))])),
    }), explained.slot(doc.id));
}

/** The step of the rule that decides, and whether the first is better. */
function compare(a, b) {
  if (a.stages !== b.stages) return [1, a.stages > b.stages];
  if (a.asleep !== b.asleep) return [2, a.asleep > b.asleep];
  return [3, a.key < b.key];
}

/** Says by which step of the rule a session is primary, or why it is not. */
function ruleText(one, all) {
  const rivals = all.filter((other) => other.key !== one.key && Math.min(one.to, other.to) > Math.max(one.from, other.from))
    .filter((other) => one.isPrimary || other.isPrimary).map((rival) => [...compare(one, rival), rival.name]).sort((a, b) => b[0] - a[0]);
  const [step, , name] = rivals.find(([, isBetter]) => isBetter === one.isPrimary) ?? [];
  if (!step) return one.isPrimary ? "Primary: no other source overlaps" : "Not primary";
  const better = [["most distinct stages", "more distinct stages"],
    [`as many stages as ${name}, then most asleep`, "as many stages and more time asleep"],
    [`as much sleep as ${name}, then the lesser source key`, "as much sleep and the lesser source key"]][step - 1];
  return one.isPrimary ? `Primary, by step ${step} of the rule: ${better[0]}` : `Not primary: ${name} has ${better[1]} (step ${step} of the rule)`;
}

const KINDS = ["cycling", "running", "walking", "driving", "stationary", "sleeping"];
const SURE = ["low", "medium", "high"];

export function motion({ date }, [doc]) {
  if (!doc) return undefined;
  const local = zone(doc.time_zone);
  const [items, left] = first(MOST, doc.data, "sources");
  return section({ testid: `motion-${date}`, title: "Motion", beside: `${count(doc.data.length, "source")}, one axis · times in ${local.name}` },
    items.map((item, i) => motionRow(doc, item, local, i === items.length - 1)), left);
}

function motionRow(doc, item, local, isLast) {
  const points = series(item).flatMap(([kind, list]) => list.map((run) => markOf(run, kind, `motion-${kind}`, { "data-kind": kind }))).sort(byStart);
  const name = sourceOf(doc, points[0]);
  const kinds = KINDS.filter((kind) => item.data?.[kind]);
  return h("div", { class: "session", key: item.id },
    h("div", {}, h("h4", {}, name), p("big", duration(meta(item, "recorded"))), note("recorded")),
    lanes({
      key: `runs ${item.id}`, name: `Motion of ${name}`, label: `Motion of ${name}.`,
      from: doc.start_date, to: doc.end_date, zone: local, isLast, points,
      rows: kinds.map((key) => ({ key, label: words(key) })), rowHeight: 1.3,
      columns: { Kind: ({ row }) => words(row), "Reported as": ({ type }) => type?.replaceAll("+", ", "),
        Confidence: (run) => SURE[meta(run, "confidence")] },
      legend: legend(kinds.map((kind) => [`motion-${kind}`, `${words(kind)} `, h("b", {}, duration(meta(item, kind)))])),
    }));
}
