// What has no picture of its own: categories, correlations, electrocardiograms, medications … as tables.

import { nested, series, sourceName, sourceOf, sourceText, unix } from "./document.js";
import { h } from "./dom.js";
import { count } from "./format.js";
import { cut, fieldText, words } from "./names.js";
import { table } from "./tables.js";
import { routePicture } from "./workout-pictures.js";
import { zone } from "./zone.js";

const ELSEWHERE = ["sleep", "workouts", "motion", "activitiesSummary", "steps", "distance", "calories", "flightsClimbed"];
const MOST_FIELDS = 8;

/** One section for each document that has something to list. */
export function others({ day }) {
  const inWorkouts = new Set(day.documents.filter(({ type }) => type === "workouts").flatMap(({ data }) => nested(data[0], "workoutRoute").map(({ id }) => id)));
  return day.documents.filter(({ type }) => !ELSEWHERE.includes(type)).map((document) => section(document, inWorkouts)).filter(Boolean);
}

function section(document, inWorkouts) {
  const local = zone(document.time_zone);
  const rows = document.data.flatMap((item) => [...categories(document, item, local), ...items(document, item, local)]);
  const routes = document.data.flatMap((item) => nested(item, "workoutRoute")).filter(({ id, coordinates }) => !inWorkouts.has(id) && coordinates?.length > 0);
  if (rows.length === 0 && routes.length === 0) return undefined;
  const name = words(document.type);
  return h("section", { "data-testid": `document-${document.id}`, "aria-label": `${name}, ${document.id}` },
    h("div", { class: "head" }, h("h3", {}, name), h("p", { class: "note" }, h("bdi", {}, sourceText(document)), ` · times in ${local.name}`)),
    routes.slice(0, 4).map(({ id, coordinates, start_date: start, end_date: end }) => routePicture({ key: `route ${id}`, routes: [coordinates], local, name: `a route, ${local.span(unix(start), unix(end))}` })),
    rows.length > 0 && table({ caption: `${name} (${count(rows.length, "entry").replace("entrys", "entries")})`, columns: ["What", "From", "To", "Value", "Source"],
      rows: { length: rows.length, at: (index) => rows[index]() } }));
}

/** Rows of categories; other series are points in samples.js. */
function categories(document, item, local) {
  return series(item).filter(([key]) => !key.startsWith("HKQuantityType")).flatMap(([key, quantities]) => quantities.map((quantity) => () => [
    words(key), ...times(quantity, local), withMetadata(cut(quantity.value.unit), quantity), h("bdi", {}, sourceName(sourceOf(document, quantity))),
  ]));
}

/** Rows of nested items: each has fields, and numbers of samples. */
function items(document, item, local) {
  return Object.entries(item.nested_data ?? {}).filter(([key]) => key !== "workoutRoute").flatMap(([key, list]) => list.map((entry) => () => [
    words(key), ...times(entry, local), withMetadata(fields(entry), entry), h("bdi", {}, entry.source ? sourceName(entry.source) : sourceText(document)),
  ]));
}

const times = ({ start_date: start, end_date: end }, local) => [`${local.date(unix(start))} ${local.time(unix(start))}`, end === start ? "" : local.time(unix(end))];

function fields(entry) {
  const all = series(entry);
  const texts = all.slice(0, MOST_FIELDS).map(([key, list]) => {
    const name = all.length === 1 && key === "value" ? "" : `${words(key)} `;
    if (list.length > 4) return `${name}${count(list.length, "value")}`;
    return name + list.map((quantity) => `${quantity.type && quantity.type !== key ? `${cut(quantity.type, 40)} ` : ""}${fieldText(quantity.value, key)}`).join(", ");
  });
  return texts.join("; ") + (all.length > MOST_FIELDS ? `; and ${count(all.length - MOST_FIELDS, "field")} more` : "");
}

function withMetadata(text, { meta_data: metadata }) {
  const list = Object.entries(metadata ?? {}).slice(0, 4).map(([key, value]) => `${words(key).toLowerCase()} ${fieldText(value, key)}`);
  return list.length > 0 ? [text, h("span", { class: "note" }, ` (${list.join("; ")})`)] : text;
}
