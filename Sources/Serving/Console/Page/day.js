// The content of one day of a connection, from what matters most to what is rare.

import { figureOf, itemOf, PICTURED, series, sourceName, sourceOf, sourceText, TOTALS } from "./document.js";
import { div, first, h, more, note, section, soft, table } from "./dom.js";
import { motion, night } from "./night.js";
import { samples } from "./samples.js";
import { empty } from "./states.js";
import { week } from "./week.js";
import { count, cut, fieldText, num, words, zone } from "./words.js";
import { workouts } from "./workouts.js";

const MOST_CHARACTERS = 200000;
const ALL = "The command of this day has all.";

/** The sections of a day. `listed` are its documents, `week` the summaries of its week. */
export function dayContent(view) {
  const { day, listed, date, horizon = "" } = view;
  if (listed.length === 0) {
    return date < horizon.slice(0, 10) ? frozen([], "before the horizon") : [empty("Nothing on this day", "A document appears here when an upload brings samples of this day."),
      div("sections", week(view))];
  }
  const of = (type) => day.documents.filter((doc) => doc.type === type);
  return div("sections", day.missing.length > 0 && more(listed.length - day.missing.length, listed.length, "documents are read", ALL),
    night(view, of("sleep")), workouts(view, of("workouts")), week(view), motion(view, of("motion")), samples(view), totals(view, of), others(view),
    frozen(day.frozen, count(day.frozen.length, "document")), json(view));
}

function totals({ explained }, of) {
  const rows = new Map();
  // The document of a total comes first; the summary of the day says the same.
  for (const doc of [...Object.keys(TOTALS), "activitiesSummary"].flatMap(of)) {
    for (const [key, quantities] of series(itemOf(doc))) {
      const identifier = TOTALS[key] ? `HKQuantityTypeIdentifier${TOTALS[key]}` : key;
      const figure = figureOf(identifier, quantities);
      const name = words(identifier);
      const why = explained.button({ doc, member: key, owner: "totals", name, ...figure });
      if (!rows.has(name)) rows.set(name, [name, [figure.text, !figure.isTotal && soft(" average")], figure.range, why]);
    }
  }
  const title = "Totals and averages of the day";
  return rows.size > 0 && section({ testid: "totals-of-day", title },
    table({ caption: title, columns: ["Kind", "#Value", "#Least to greatest", "Explanation"], rows: [...rows.values()],
      cost: 7 }), explained.slot("totals"));
}

/** What has no picture: categories, correlations, electrocardiograms, medications … as tables. */
function others({ day }) {
  return day.documents.filter(({ type }) => !PICTURED.includes(type)).map((doc) => {
    const local = zone(doc.time_zone);
    const time = ({ start_date: start, end_date: end }) => `${local.date(start)} ${local.span(start, end)}`;
    const item = itemOf(doc);
    const rows = [
      ...series(item).filter(([key]) => !key.startsWith("HKQuantityType")), ...Object.entries(item.nested_data ?? {}),
    ].flatMap(([key, list]) => list.map((entry) => ({ key, entry })));
    const source = (entry) => entry.source?.name ? sourceName(entry.source) : entry.value ? sourceOf(doc, entry) : sourceText(doc);
    const name = words(doc.type);
    return rows.length > 0 && section({ testid: `document-${doc.id}`, title: name, beside: `${sourceText(doc)} · times in ${local.name}` },
      table({ caption: name, rows, columns: { What: ({ key }) => words(key), Time: ({ entry }) => time(entry),
        Value: ({ entry }) => [fields(entry), metadata(entry)], Source: ({ entry }) => source(entry) } }));
  });
}

function fields(entry) {
  if (entry.value) return cut(entry.value.unit);
  if (entry.coordinates) return count(entry.coordinates.length, "point");
  const [shown, left] = [series(entry).slice(0, 8), series(entry).length - 8];
  const text = ([key, list]) => `${key === "value" ? "" : `${words(key)} `}${list.length > 4 ? count(list.length, "value")
    : list.map(({ value }) => fieldText(value, key)).join(", ")}`;
  return shown.map(text).join("; ") + (left > 0 ? `; and ${count(left, "field")} more` : "");
}

function metadata({ meta_data: data = {} }) {
  const list = Object.entries(data).slice(0, 4).map(([key, value]) => `${words(key).toLowerCase()} ${fieldText(value, key)}`);
  return list.length > 0 && soft(` (${list.join("; ")}${Object.keys(data).length > 4 ? "; …" : ""})`);
}

/** Documents whose samples lie before the horizon. */
function frozen(ids, beside) {
  const [shown, left] = first(100, ids, "documents", ALL);
  return (shown.length > 0 || beside.startsWith("before")) && section({ testid: "frozen", title: "Frozen", beside },
    note("The worker keeps no samples from before the horizon. The command documents shows the documents."),
    h("ul", { class: "ids" }, shown.map((id) => h("li", {}, h("code", {}, id)))), left);
}

/** The documents as JSON. A text is made when somebody opens it. */
function json({ day, date }) {
  const [shown, left] = first(60, day.documents, "documents", ALL);
  const state = ({ id }) => day.differs.includes(id) ? "not as published" : day.pending.includes(id) ? "not published yet" : "as published";
  const write = ({ target }, doc) => {
    const text = JSON.stringify(doc, null, 1);
    const rest = text.length - MOST_CHARACTERS;
    target.querySelector("pre").textContent = text.slice(0, MOST_CHARACTERS) + (rest > 0 ? `\n… ${num(rest)} characters more. ${ALL}` : "");
  };
  return shown.length > 0 && h("details", { class: "fold", testid: "json", key: `json ${date}` },
    h("summary", {}, "JSON ", soft(count(day.documents.length, "document"))),
    shown.map((doc) => h("details", { class: "folded", key: doc.id, ontoggle: (event) => write(event, doc) },
      h("summary", {}, h("code", {}, doc.id)), soft(state(doc)),
      h("pre", { tabindex: 0, "data-keep": true, label: `JSON of ${doc.id}`, role: "region" }))), left);
}
