// The samples of a day as points: heart rates, glucose, oxygen and whatever else is measured.

import { PICTURED, series, sourceOf } from "./document.js";
import { first, section } from "./dom.js";
import { cloud } from "./pictures/charts.js";
import { bounds, localTimes, sentence } from "./pictures/scale.js";
import { addDays, count, rangeText, valueText, words, zone } from "./words.js";

const TINTS = { heart: "red", breathing: "violet", body: "orange" };

export function samples({ date, day }) {
  const all = new Map();
  for (const doc of day.documents.filter(({ type }) => !PICTURED.includes(type))) {
    for (const [key, quantities] of doc.data.flatMap(series)) {
      const sampled = quantities.filter(({ id }) => key.startsWith("HKQuantityType") && id);
      if (sampled.length > 0 && !all.has(key)) all.set(key, { key, doc, points: [] });
      for (const quantity of sampled) collect(all.get(key).points, doc, quantity);
    }
  }
  const [shown, left] = first(24, [...all.values()], "kinds of samples");
  return [shown.map((one) => picture(one, date)), left];
}

/** Adds a point. The average, least and greatest of a condensed sample have one id. */
function collect(points, doc, quantity) {
  const { id, type, start_date: t, end_date: end, value: { quantity: v, unit } } = quantity;
  const last = points[points.length - 1];
  if (last?.id === id && type === "minimum") last.low = v;
  else if (last?.id === id && type === "maximum") last.high = v;
  else points.push({ id, t, end, v, unit, source: sourceOf(doc, quantity) });
}

function picture({ key, doc, points }, date) {
  const { unit } = points[0];
  const local = zone(doc.time_zone);
  // Least and greatest come together, or a line would have one end.
  for (const point of points) if (point.high == null) delete point.low;
  points.sort((a, b) => a.t - b.t);
  const [from, to] = [Math.min(local.startOf(date), points[0].t), Math.max(local.startOf(addDays(date, 1)), points.at(-1).t)];
  const write = (value) => valueText(value, unit, key);
  const range = (low, high) => rangeText(low, high, unit, key);
  const values = points.flatMap(({ v, low = v, high = v }) => [low, high, v]);
  const { min, max } = bounds(values);
  const name = words(key);
  return section({ testid: `samples-${key}`, title: name, beside: `${count(points.length, "sample")}, ${range(min, max)}` }, cloud({
    key, name: `Samples of ${name.toLowerCase()}`, points, from, to, factor: unit === "%" ? 100 : 1, tint: TINTS[doc.type] ?? "teal",
    label: `${name}: ${sentence(values, write)}, ${count(points.length, "sample")}.`, xTicks: localTimes(local, from, to, 8),
    columns: { Time: ({ t, end }) => local.exactSpan(t, end), "#Value": ({ v }) => write(v),
      ...(points.some(({ low }) => low != null) && { "#Least to greatest": ({ low, high }) => low != null && range(low, high) }),
      Source: ({ source }) => source },
  }));
}
