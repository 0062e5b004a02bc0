// Why a total is what it is: the samples of each source on a line of time, and which of them count.

import { connectionPath, Failure } from "./api.js";
import { sourceKey, sourceName } from "./document.js";
import { button, h, note } from "./dom.js";
import { lanes } from "./pictures/lanes.js";
import { legend } from "./pictures/plot.js";
import { sentence } from "./pictures/scale.js";
import { first, more } from "./tables.js";
import { count, cut, decimal, shortID, valueText } from "./words.js";
import { zone } from "./zone.js";

/** The words of each reason, for several samples and for one; `by` is a source or an id. */
const REASONS = {
  counts: ["count", () => "counts"],
  covered: ["covered by a better source", (by) => `covered by ${by || "a better source"}`],
  statistics: ["replaced by statistics of the workout", () => "the workout has statistics"],
  twin: ["the same measurement under another id", (by) => `the same measurement as ${by}`],
  newerVersion: ["have a newer version", (by) => `the newer version ${by} counts`],
  outside: ["belong to another document", (by) => `belongs to ${by || "another document"}`],
};

const keyOf = ({ document, figure, owner }) => `why ${owner} ${document.id} ${figure}`;

/** What opens and closes explanations. `context` is that of the view, `id` returns the connection. */
export function explanation(context, id) {
  /** The explanation that is open. */
  let open;

  async function read(wanted) {
    try {
      const { figures } = await context.askAside(connectionPath(id(), "explain", wanted.document.id), { figure: wanted.figure });
      wanted.found = figures.find(({ figure }) => figure === wanted.figure) ?? {};
    } catch (error) {
      if (!(error instanceof Failure)) return;
      wanted.failure = error.message;
      context.fail(error);
    }
    if (open === wanted) context.draw();
  }

  async function show(wanted) {
    open = wanted;
    context.draw();
    await read(wanted);
    document.querySelector("[data-testid=explain]")?.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (!open) return false;
    const key = keyOf(open);
    open = undefined;
    context.draw();
    [...document.querySelectorAll("[data-testid=why]")].find(({ dataset }) => dataset.key === key)?.focus();
    return true;
  }

  return {
    close,
    /**
     * A button beside a total: `what` is the total in words, `owner` names the slot of the explanation. `unit`, `key` and `isTotal` say
     * how values of samples are written, and whether they add up.
     */
    button(wanted) {
      const isOpen = open !== undefined && keyOf(open) === keyOf(wanted);
      return button("Why?", () => isOpen ? close() : show(wanted),
        { class: "small", "data-testid": "why", "data-key": keyOf(wanted), "aria-label": `Why? ${wanted.what}`, "aria-expanded": String(isOpen) });
    },
    /** Asks again, after the documents changed. */
    reread: () => open && read(open),
    /** The open explanation, if it belongs to this slot. */
    slot: (owner) => open?.owner === owner && panel(open, close),
  };
}

function panel(wanted, close) {
  const { what, found, failure } = wanted;
  return h("section", { class: "explain", "data-testid": "explain", "data-key": keyOf(wanted), "aria-label": `Why ${what}` },
    h("div", { class: "head" }, h("h4", {}, `Why ${what}`), button("Close", close, { class: "small" })),
    failure ? h("p", { class: "fault" }, failure) : !found ? note("The worker derives this document again …")
      : found.samples?.length > 0 ? figure(found, wanted) : note("The worker has no samples of this figure."));
}

function figure({ samples, more: rest = 0 }, { document, unit, key, isTotal }) {
  const local = zone(document.time_zone);
  const names = new Map((document.source ?? []).map((source) => [sourceKey(source), sourceName(source)]));
  const nameOf = (source) => names.get(source) ?? cut(source ?? "");
  const write = (value) => typeof value === "number" && unit ? valueText(value, unit, key) : "";
  const reason = ({ why, by = "", share }) => {
    const text = REASONS[why]?.[1](names.has(by) ? nameOf(by) : shortID(cut(by))) ?? why;
    return share > 0 && share < 1 ? `${text}; ${decimal(share * 100)} % counts` : text;
  };
  const counts = Object.entries(Object.groupBy(samples, ({ why }) => why));
  const sums = Object.entries(Object.groupBy(samples, ({ source }) => source ?? "")).map(([source, list]) =>
    ({ source, list, sum: list.reduce((sum, { value = 0, share }) => sum + value * share, 0), counted: list.filter(({ share }) => share > 0).length }));
  const [shown, left] = first(12, sums.sort((a, b) => b.sum - a.sum || b.counted - a.counted), "sources", "The command explain has all.");
  const [from, to] = [Math.min(document.start_date, ...samples.map(({ start }) => start)), Math.max(document.end_date, ...samples.map(({ end }) => end))];
  return [
    legend(counts.map(([why, list]) => [`why-${why}`, h("b", {}, count(list.length, "sample")), ` ${why === "counts" && list.length === 1 ? "counts" : REASONS[why]?.[0] ?? why}`])),
    note("A filled mark counts. A mark that is filled from below counts for a share. An empty mark does not count."),
    shown.map(({ source, list, sum, counted }, index) => {
      const name = nameOf(source) || "Source without a name";
      const total = isTotal ? write(sum) : `${decimal(counted)} of ${count(list.length, "sample")}`;
      return h("div", { class: "line-of-time", "data-key": source }, h("p", {}, h("bdi", {}, name)), h("p", { class: "sum" }, total), lanes({
        key: `explain ${source}`, name: `Samples of ${name} in ${document.id}`, from, to, zone: local, rowHeight: 1.5, isLast: index === shown.length - 1, className: "explained",
        rows: [{ key: "all", label: "" }], rest: "The command explain has all.",
        label: `${name}: ${total} ${isTotal ? "counts" : "count"}. Samples: ${sentence(list.map(({ value }) => value).filter(Number.isFinite), write)}.`,
        points: list.sort((a, b) => a.start - b.start).map((sample) => ({ ...sample, row: "all", className: `why-${sample.why}`, attributes: { "data-why": sample.why, "data-share": sample.share } })),
        columns: { Time: ({ start, end }) => local.exactSpan(start, end), "#Value": ({ value }) => write(value), "#Share": ({ share }) => `${decimal(share * 100)} %`, Reason: reason,
          Sample: ({ id: sample = "" }) => sample.slice(0, 8) },
      }));
    }), left, rest > 0 && more(samples.length, samples.length + rest, "samples", "The sums are sums of these. The command explain has all.")];
}
