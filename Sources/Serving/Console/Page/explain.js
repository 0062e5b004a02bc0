// Why a total is what it is: the samples of each source on a line of time, and which of them count.

import { connectionPath, Failure } from "./api.js";
import { sourceKey, sourceName, unix } from "./document.js";
import { h } from "./dom.js";
import { count, decimal } from "./format.js";
import { cut, shortID, valueText, words } from "./names.js";
import { localTimes } from "./pictures/axis.js";
import { lanes } from "./pictures/lanes.js";
import { swatch } from "./pictures/plot.js";
import { table } from "./tables.js";
import { EPOCH, zone } from "./zone.js";

const MOST_SOURCES = 12;

/** The words of each reason; `by` is a source or an id. */
const REASONS = {
  counts: { title: "counts", text: () => "counts" },
  covered: { title: "covered by a better source", text: (by) => `covered by ${by || "a better source"}` },
  statistics: { title: "replaced by statistics of the workout", text: () => "the workout brought its own statistics" },
  twin: { title: "the same measurement under another id", text: (by) => `the same measurement as ${by}` },
  newerVersion: { title: "has a newer version", text: (by) => `the newer version ${by} counts` },
  outside: { title: "belongs to another document", text: (by) => `belongs to ${by || "another document"}` },
};

/** Makes what opens and closes explanations. `context` is that of the view, `id` returns the connection. */
export function explanation(context, id) {
  /** The explanation that is open: `{ document, figure, what, owner, figures, failure }`. */
  let open;

  const keyOf = ({ document: { id: name }, figure, owner }) => `why ${owner} ${name} ${figure}`;

  /**
   * A button beside a total. `what` is the total in words; `owner` names the slot in which the explanation appears. `measure` is
   * `{ unit, key, isTotal }`: how values of samples are written, and whether they add up.
   */
  function button(wanted) {
    const key = keyOf(wanted);
    const isOpen = open !== undefined && keyOf(open) === key;
    return h("button", { type: "button", class: "why", "data-testid": "why", "data-key": key, "aria-label": `Why? ${wanted.what}`, "aria-expanded": String(isOpen),
      onclick: () => isOpen ? close() : read(wanted) }, "Why?");
  }

  async function read(wanted) {
    open = wanted;
    context.draw();
    await fetchFigures(wanted);
    if (open === wanted) document.querySelector("[data-testid=explain]")?.scrollIntoView({ block: "nearest" });
  }

  async function fetchFigures(wanted) {
    try {
      const answer = await context.askAside(connectionPath(id(), "explain", wanted.document.id), { figure: wanted.figure });
      wanted.figures = answer.figures;
      wanted.failure = undefined;
    } catch (error) {
      if (!(error instanceof Failure)) return;
      wanted.failure = error.message;
      context.fail(error);
    }
    if (open === wanted) context.draw();
  }

  /** Closes the explanation. Returns whether one was open. */
  function close() {
    if (!open) return false;
    const key = keyOf(open);
    open = undefined;
    context.draw();
    [...document.querySelectorAll("[data-testid=why]")].find((element) => element.dataset.key === key)?.focus();
    return true;
  }

  return {
    button, close,
    /** Asks again, after the documents changed. */
    reread: () => open && fetchFigures(open),
    /** The open explanation, if it belongs to this slot. */
    slot: (owner) => open?.owner === owner ? panel(open, close) : undefined,
  };
}

function panel({ document, figure, what, figures, failure, measure }, close) {
  const found = figures?.find((entry) => entry.figure === figure) ?? figures?.[0];
  return h("section", { class: "explain", "data-testid": "explain", "data-key": `explain ${document.id} ${figure}`, "aria-label": `Why ${what}` },
    h("div", { class: "head" }, h("h4", {}, `Why ${what}`), h("button", { type: "button", class: "small", onclick: close }, "Close")),
    failure ? h("p", { class: "fault" }, failure)
      : !figures ? h("p", { class: "note" }, "The worker derives this document again …")
        : !found ? h("p", { class: "note" }, "The worker has no samples of this total any more.")
          : explained(found, document, measure ?? {}));
}

function explained({ figure, samples, more }, document, { unit = "", key, isTotal = false }) {
  const local = zone(document.time_zone);
  const names = new Map((document.source ?? []).map((source) => [sourceKey(source), sourceName(source)]));
  const nameOf = (source) => names.get(source) ?? cut(source ?? "", 80);
  const bySource = new Map();
  for (const sample of samples) {
    if (!bySource.has(sample.source)) bySource.set(sample.source, []);
    bySource.get(sample.source).push(sample);
  }
  const write = (value) => valueText(value, unit, key);
  const rows = [...bySource].map(([source, list]) => ({
    source, list, name: nameOf(source) || "Source without a name", counted: list.filter(({ share }) => share > 0).length,
    sum: list.reduce((sum, { value, share }) => sum + (value ?? 0) * share, 0),
  })).sort((a, b) => b.sum - a.sum || b.counted - a.counted);
  const shown = rows.slice(0, MOST_SOURCES);
  const reasons = Object.entries(samples.reduce((counts, { why }) => ({ ...counts, [why]: (counts[why] ?? 0) + 1 }), {}));
  const context = { local, nameOf, write };
  return [
    h("ul", { class: "legend" }, reasons.map(([why, number]) => h("li", {}, swatch(`why-${why}`), h("b", {}, count(number, "sample")), ` ${why === "counts" ? number === 1 ? "counts" : "count" : REASONS[why]?.title ?? why}`))),
    h("p", { class: "note" }, "A filled mark counts. A mark that is filled from below counts for this share of its time. An empty mark does not count."),
    shown.map((row, index) => sourceLine(row, document, context, isTotal, index === shown.length - 1)),
    rows.length > shown.length && h("p", { class: "note more" }, `${MOST_SOURCES} of ${rows.length} sources.`),
    more > 0 && h("p", { class: "note more" }, `The first ${decimal(samples.length)} of ${decimal(samples.length + more)} samples. The sums of the sources are sums of these.`),
    h("details", { class: "folded", "data-key": `samples ${figure}` }, h("summary", {}, "Table"), sampleTable(samples, context, document)),
  ];
}

function sourceLine({ source, list, name, sum, counted }, document, { local, nameOf, write }, isTotal, isLast) {
  const from = Math.min(document.start_date, ...list.map(({ start }) => start));
  const to = Math.max(document.end_date, ...list.map(({ end }) => end));
  const sorted = [...list].sort((a, b) => a.start - b.start);
  const values = list.map(({ value }) => value).filter((value) => typeof value === "number");
  const counts = isTotal ? `${write(sum)} count` : `${count(counted, "sample")} ${counted === 1 ? "counts" : "count"}`;
  const label = `${name}: ${counts} of ${count(list.length, "sample")}.${values.length > 0 ? ` Least ${write(Math.min(...values))}, greatest ${write(Math.max(...values))}, last ${write(values.at(-1))}.` : ""}`;
  return h("div", { class: "line-of-time", "data-key": source },
    h("p", { class: "who" }, h("bdi", {}, name)), h("p", { class: "sum" }, isTotal ? write(sum) : counts),
    lanes({
      key: `explain ${document.id} ${source}`, name: `Samples of ${name}`, label, from, to, rowHeight: 1.5, showsTimes: isLast, className: `explained${isLast ? " last" : ""}`,
      rows: [{ key: "all", label: "" }],
      marks: sorted.map((sample) => ({
        row: "all", start: sample.start, end: sample.end, share: sample.share, className: `why-${sample.why}`,
        attributes: { "data-why": sample.why, "data-share": sample.share },
        text: () => `${local.span(unix(sample.start), unix(sample.end))}: ${typeof sample.value === "number" ? `${write(sample.value)}, ` : ""}${reasonText(sample, nameOf)}`,
      })),
      xTicks: localTimes(local, from + EPOCH, to + EPOCH, 8).map(({ at, label: text }) => ({ at: at - EPOCH, label: text })),
    }));
}

function reasonText({ why, by, share }, nameOf) {
  const reason = REASONS[why];
  const text = reason ? reason.text(by === undefined ? "" : why === "covered" || why === "outside" ? nameOf(by) : shortID(by)) : words(why);
  if (share > 0 && share < 1) return `${text}; ${decimal(share * 100)} % counts`;
  return text;
}

function sampleTable(samples, { local, nameOf, write }, document) {
  return table({
    caption: `Samples of ${document.id}`, rest: "the command explain has all",
    columns: ["From", "To", "Source", { name: "Value", isNumber: true }, { name: "Share", isNumber: true }, "Why", "Sample"],
    rows: { length: samples.length, at: (index) => {
      const sample = samples[index];
      return [local.seconds(unix(sample.start)), local.seconds(unix(sample.end)), h("bdi", {}, nameOf(sample.source)), typeof sample.value === "number" ? write(sample.value) : "", `${decimal(sample.share * 100)} %`,
        reasonText(sample, nameOf), h("code", { title: sample.id }, (sample.id ?? "").slice(0, 8))];
    } },
  });
}
