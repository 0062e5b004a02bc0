// Why a total is what it is: the samples of each source on a line of time, and which of them count.

import { connectionPath, Failure } from "./api.js";
import { sourceKey, sourceName } from "./document.js";
import { button, div, first, h, more, note, p } from "./dom.js";
import { find } from "./frame.js";
import { lanes } from "./pictures/charts.js";
import { legend } from "./pictures/plot.js";
import { count, cut, num, shortID, valueText, zone } from "./words.js";

/** The words of each reason, for several samples and for one; `by` is a source or an id. */
const REASONS = {
  counts: ["count", () => "counts"],
  covered: ["covered by a better source", (by) => `covered by ${by}`],
  statistics: ["replaced by statistics of the workout", () => "the workout has statistics"],
  twin: ["the same measurement under another id", (by) => `the same measurement as ${by}`],
  newerVersion: ["have a newer version", (by) => `the newer version ${by} counts`],
  outside: ["belong to another document", (by) => `belongs to ${by}`],
};
const ALL = "The command explain has all.";

const keyOf = ({ doc, member, owner }) => `why ${owner} ${doc.id} ${member}`;
const whatOf = ({ name, text }) => name ? `${name.toLowerCase()} ${text}` : text;

export function explanation(page, id) {
  let open;

  async function read(wanted) {
    const figure = `/data/0/data/${wanted.member}`;
    try {
      const { figures } = await page.askAside(connectionPath(id(), "explain", wanted.doc.id), { figure });
      wanted.found = figures.find((one) => one.figure === figure) ?? {};
    } catch (error) {
      if (!(error instanceof Failure)) return;
      wanted.failure = error.message;
      page.fail(error);
    }
    if (open === wanted) page.draw();
  }

  async function show(wanted) {
    open = wanted;
    page.draw();
    await read(wanted);
    find("explain")?.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (!open) return false;
    const key = keyOf(open);
    open = undefined;
    page.draw();
    [...document.querySelectorAll("[data-testid=why]")].find(({ dataset }) => dataset.key === key)?.focus();
    return true;
  }

  return {
    close,
    /**
     * A button beside a total. `owner` names the slot of the explanation, `member` is the series in the document. `isTotal` says
     * whether values of samples add up.
     */
    button(wanted) {
      const isOpen = open != null && keyOf(open) === keyOf(wanted);
      return button("Why?", () => isOpen ? close() : show(wanted),
        { class: "small", testid: "why", key: keyOf(wanted), label: `Why? ${whatOf(wanted)}`, "aria-expanded": String(isOpen) });
    },
    reread: () => open && read(open),
    slot: (owner) => open?.owner === owner && panel(open, close),
  };
}

function panel(wanted, close) {
  const { found, failure } = wanted;
  const title = `Why ${whatOf(wanted)}`;
  return h("section", { class: "explain", testid: "explain", key: keyOf(wanted), label: title },
    div("head", h("h4", {}, title), button("Close", close, { class: "small" })),
    failure ? p("fault", failure) : !found ? note("The worker derives this document again …")
      : found.samples?.length > 0 ? figure(found, wanted) : note("The worker has no samples of this figure."));
}

function figure({ samples, more: rest = 0 }, { doc, unit, key, isTotal }) {
  const local = zone(doc.time_zone);
  const names = new Map((doc.source ?? []).map((source) => [sourceKey(source), sourceName(source)]));
  const nameOf = (source) => names.get(source) ?? shortID(cut(source || "another source"));
  const write = (value) => typeof value === "number" && unit ? valueText(value, unit, key) : "";
  const reason = ({ why, by, share }) => `${REASONS[why]?.[1](nameOf(by)) ?? why}${share > 0 && share < 1 ? `; ${num(share * 100)} % counts` : ""}`;
  const counts = Object.entries(Object.groupBy(samples, ({ why }) => why));
  const sources = Object.entries(Object.groupBy(samples, ({ source }) => source ?? "")).map(([source, list]) =>
    ({ source, list, sum: list.reduce((sum, { value = 0, share }) => sum + value * share, 0),
      counted: list.filter(({ share }) => share > 0).length }));
  const [shown, left] = first(12, sources.sort((a, b) => b.sum - a.sum || b.counted - a.counted), "sources", ALL);
  const from = Math.min(doc.start_date, ...samples.map(({ start }) => start));
  const to = Math.max(doc.end_date, ...samples.map(({ end }) => end));
  return [
    legend(counts.map(([why, { length }]) => [`why-${why}`, h("b", {}, count(length, "sample")),
      ` ${why === "counts" && length === 1 ? why : REASONS[why]?.[0] ?? why}`])),
    note("A filled mark counts. A mark that is filled from below counts for a share. An empty mark does not count."),
    shown.map(({ source, list, sum, counted }, i) => {
      const name = nameOf(source);
      const total = isTotal ? write(sum) : `${num(counted)} of ${count(list.length, "sample")}`;
      return h("div", { class: "line-of-time", key: source }, h("p", {}, name), p("sum", total), lanes({
        key: `explain ${source}`, name: `Samples of ${name} in ${doc.id}`, label: `${name}: ${total} ${isTotal ? "counts" : "count"}.`,
        from, to, zone: local, rowHeight: 1.5,
        isLast: i === shown.length - 1, className: "explained", rows: [{ key: "all" }],
        numbers: ["Samples", list.map(({ value }) => value).filter(Number.isFinite), write],
        points: list.sort((a, b) => a.start - b.start).map((sample) =>
          ({ ...sample, row: "all", className: `why-${sample.why}`, attributes: { "data-why": sample.why, "data-share": sample.share } })),
        columns: { "#Value": ({ value }) => write(value), "#Share": ({ share }) => `${num(share * 100)} %`, Reason: reason,
          Sample: (one) => one.id?.slice(0, 8) },
      }));
    }), left, rest > 0 && more(samples.length, samples.length + rest, "samples", `The sums are sums of these. ${ALL}`)];
}
