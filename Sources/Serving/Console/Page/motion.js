// How a person moved on a day: the runs of each source on one axis.

import { meta, series, sourceName, unix } from "./document.js";
import { h } from "./dom.js";
import { count, duration } from "./format.js";
import { words } from "./names.js";
import { localTimes } from "./pictures/axis.js";
import { lanes } from "./pictures/lanes.js";
import { swatch } from "./pictures/plot.js";
import { EPOCH, zone } from "./zone.js";

const KINDS = ["cycling", "running", "walking", "driving", "stationary", "sleeping"];
const CONFIDENCE = ["low", "medium", "high"];
const MOST_SOURCES = 8;

/** The section of a day's motion. */
export function motion({ date }, documents) {
  const [document] = documents;
  if (!document) return undefined;
  const local = zone(document.time_zone);
  const items = document.data.slice(0, MOST_SOURCES);
  return h("section", { "data-testid": `motion-${date}`, "aria-labelledby": "motion-head" },
    h("div", { class: "head" }, h("h3", { id: "motion-head" }, "Motion"), h("p", { class: "note" }, `${count(document.data.length, "source")}, one axis · times in ${local.name}`)),
    items.map((item, index) => source(document, item, local, index === items.length - 1)),
    document.data.length > items.length && h("p", { class: "note more" }, `${items.length} of ${document.data.length} sources. The JSON has all.`));
}

function source(document, item, local, isLast) {
  const runs = series(item).flatMap(([kind, list]) => list.map((run) => ({ ...run, kind }))).sort((a, b) => a.start_date - b.start_date);
  const name = sourceName(document.source?.[runs[0]?.source ?? 0]);
  const kinds = [...KINDS.filter((kind) => item.data?.[kind]), ...Object.keys(item.data ?? {}).filter((kind) => !KINDS.includes(kind))];
  const times = kinds.map((kind) => [kind, meta(item, kind) ?? 0]);
  const lengths = runs.map((run) => run.end_date - run.start_date);
  const last = runs[runs.length - 1];
  const label = `Motion of ${name}: ${times.map(([kind, seconds]) => `${words(kind)} ${duration(seconds)}`).join(", ")}. `
    + (last ? `Shortest run ${duration(Math.min(...lengths))}, longest ${duration(Math.max(...lengths))}, last ${last.kind} from ${local.time(unix(last.start_date))}.` : "");
  const from = document.start_date;
  const to = document.end_date;
  return h("div", { class: "session", "data-key": item.id },
    h("div", { class: "who" }, h("h4", {}, h("bdi", {}, name)), h("p", { class: "big" }, duration(meta(item, "recorded") ?? 0)), h("p", { class: "note" }, "recorded")),
    h("div", { class: "drawn" }, lanes({
      key: `runs ${item.id}`, name: `Motion of ${name}`, label, from, to, showsTimes: isLast, rowHeight: 1.3, className: `lanes${isLast ? " last" : ""}`, word: "runs",
      rows: kinds.map((kind) => ({ key: kind, label: words(kind) })),
      marks: runs.map((run) => mark(run, local)),
      xTicks: localTimes(local, from + EPOCH, to + EPOCH, 12).map(({ at, label: text }) => ({ at: at - EPOCH, label: text })),
      legend: h("ul", { class: "legend" }, times.map(([kind, seconds]) => h("li", {}, swatch(`motion-${kind}`), `${words(kind)} `, h("b", {}, duration(seconds))))),
      table: { caption: `Motion of ${name}`, columns: ["From", "To", "Kind", "Reported as", "Confidence", { name: "Length", isNumber: true }],
        rows: { length: runs.length, at: (index) => cells(runs[index], local) } },
    })));
}

const spanOf = (run, local) => local.span(unix(run.start_date), unix(run.end_date));

const mark = (run, local) => ({
  row: run.kind, start: run.start_date, end: run.end_date, className: `motion-${run.kind}`,
  attributes: { "data-kind": run.kind, "data-start": run.start_date, "data-end": run.end_date },
  text: () => `${words(run.kind)} ${spanOf(run, local)}, ${run.value.quantity > 0 ? duration(run.value.quantity) : "of unknown length"}`,
});

const cells = (run, local) => [local.seconds(unix(run.start_date)), local.seconds(unix(run.end_date)), words(run.kind), (run.type ?? "").replaceAll("+", ", "),
  CONFIDENCE[run.meta_data?.confidence?.quantity] ?? "", duration(run.value.quantity)];
