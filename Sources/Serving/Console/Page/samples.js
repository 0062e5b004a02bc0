// The samples of a day as points: heart rates, glucose, oxygen and whatever else is measured.

import { series, sourceName, sourceOf, unix } from "./document.js";
import { h } from "./dom.js";
import { addDays, count, decimal } from "./format.js";
import { scaleOf, words } from "./names.js";
import { localTimes } from "./pictures/axis.js";
import { cloud } from "./pictures/cloud.js";
import { bounds } from "./pictures/thin.js";
import { zone } from "./zone.js";

const MOST_SERIES = 24;
/** Documents whose quantities have pictures or tables of their own. */
const ELSEWHERE = ["sleep", "workouts", "motion", "activitiesSummary", "steps", "distance", "calories", "flightsClimbed", "characteristic"];
const TINTS = { heart: "red", glucose: "teal", oxygenSaturation: "sky", breathing: "violet", body: "orange" };

/** One section for each identifier. */
export function samples({ date, day, local }) {
  const all = new Map();
  for (const document of day.documents) {
    if (ELSEWHERE.includes(document.type)) continue;
    for (const item of document.data) {
      for (const [key, quantities] of series(item)) {
        if (key.startsWith("HKQuantityType")) collect(all, key, document, quantities);
      }
    }
  }
  const list = [...all.values()].filter(({ points }) => points.length > 0);
  const shown = list.slice(0, MOST_SERIES);
  return [
    shown.map((one) => section(one, date, local)),
    list.length > shown.length && h("p", { class: "note more", "data-key": "more samples" }, `${MOST_SERIES} of ${decimal(list.length)} kinds of samples. The JSON has all.`),
  ];
}

/** Adds the points of a document. The average, least and greatest of a condensed sample have one id. */
function collect(all, key, document, quantities) {
  if (!all.has(key)) all.set(key, { key, type: document.type, zone: zone(document.time_zone), unit: quantities[0]?.value.unit, points: [] });
  const { points } = all.get(key);
  for (const quantity of quantities) {
    if (!quantity.id) continue;
    const last = points[points.length - 1];
    const number = quantity.value.quantity;
    if (quantity.type === "minimum" && last?.id === quantity.id) last.low = number;
    else if (quantity.type === "maximum" && last?.id === quantity.id) last.high = number;
    else points.push({ id: quantity.id, t: unix(quantity.start_date), end: unix(quantity.end_date), v: number, count: quantity.count, source: sourceName(sourceOf(document, quantity)) });
  }
}

function section({ key, type, zone: local, unit, points }, date, fallback) {
  for (const point of points) {
    // Both or none: a line from least to greatest has two ends.
    if (point.low === undefined || point.high === undefined) delete point.low;
  }
  points.sort((a, b) => a.t - b.t);
  const times = local ?? fallback;
  const from = Math.min(times.startOf(date), points[0].t);
  const to = Math.max(times.startOf(addDays(date, 1)), points[points.length - 1].t);
  const measure = scaleOf(unit, key);
  const name = words(key);
  const found = bounds(points);
  const low = Math.min(found.least, ...points.filter((point) => point.low !== undefined).map((point) => point.low));
  const high = Math.max(found.greatest, ...points.filter((point) => point.low !== undefined).map((point) => point.high));
  const text = (point) => `${times.span(point.t, point.end)}: ${measure.text(point.v)}${point.low === undefined ? "" : `, ${measure.text(point.low)} to ${measure.text(point.high)}`}, ${point.source}`;
  const condensed = points.some((point) => point.low !== undefined);
  return h("section", { "data-testid": `samples-${key}`, "aria-label": name },
    h("div", { class: "head" }, h("h3", {}, name), h("p", { class: "note" }, `${count(points.length, "sample")}, ${rangeText(low, high, measure)}`)),
    cloud({
      key: `cloud ${key}`, name: `Samples of ${name.toLowerCase()}`, points, from, to, measure, text, tint: TINTS[type] ?? "teal",
      label: `${name}: least ${measure.text(low)}, greatest ${measure.text(high)}, last ${measure.text(found.last)}, ${count(points.length, "sample")}.`,
      xTicks: localTimes(times, from, to, 8),
      table: { caption: `Samples of ${name.toLowerCase()}, times in ${times.name}`, columns: ["From", "To", { name: "Value", isNumber: true }, ...(condensed ? [{ name: "Least", isNumber: true }, { name: "Greatest", isNumber: true }] : []), "Source"],
        rows: { length: points.length, at: (index) => cells(points[index], times, measure, condensed) } },
    }));
}

/** `4.1 to 8.0 mmol/L`: the unit once. */
function rangeText(low, high, measure) {
  if (low === high) return measure.text(low);
  const [least, greatest] = [measure.text(low), measure.text(high)];
  return measure.unit && least.endsWith(` ${measure.unit}`) ? `${least.slice(0, -measure.unit.length - 1)} to ${greatest}` : `${least} to ${greatest}`;
}

function cells(point, times, measure, condensed) {
  const range = condensed ? [point.low === undefined ? "" : measure.text(point.low), point.low === undefined ? "" : measure.text(point.high)] : [];
  return [times.seconds(point.t), point.end === point.t ? "" : times.seconds(point.end), measure.text(point.v), ...range, h("bdi", {}, point.source)];
}
