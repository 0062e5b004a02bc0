// Reads Fork documents: sources, metadata and series.

import { cut, measure, rangeText, valueText } from "./words.js";

/** Types of totals of a day, and the identifiers that they stand for. */
export const TOTALS = { steps: "StepCount", distance: "DistanceWalkingRunning", calories: "ActiveEnergyBurned", flightsClimbed: "FlightsClimbed" };
export const PICTURED = ["sleep", "workouts", "motion", ...Object.keys(TOTALS)];

export const itemOf = (doc) => doc?.data?.[0] ?? {};
/** A number in the metadata of an item. */
export const meta = (item, key) => item.meta_data?.[key]?.quantity;
/** All series of an item as `[key, quantities]`. */
export const series = (item) => Object.entries(item.data ?? {});
export const nested = (item, key) => item.nested_data?.[key] ?? [];
export const activitiesOf = (item) =>
  Object.entries(item.nested_data ?? {}).filter(([key]) => key.startsWith("workoutActivity_")).flatMap(([, list]) => list);

/** The key by which the worker tells sources apart. */
export const sourceKey = (source) => source?.bundleIdentifier ?? source?.name ?? "";
export const sourceName = (source) => cut(source?.name || source?.bundleIdentifier || "Source without a name");
export const sourceOf = (doc, quantity) => sourceName(doc.source?.[quantity?.source ?? 0]);
/** The sources of a document: at most three, and how many more. */
export function sourceText({ source = [] }) {
  const names = [...new Set(source.map(sourceName))];
  return names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
}

export const byStart = (a, b) => a.start_date - b.start_date || a.end_date - b.end_date;

/** A quantity as a mark of a picture of rows. */
export const markOf = (quantity, row, className, attributes) => ({ ...quantity, row, className, start: quantity.start_date,
  end: quantity.end_date, attributes: { ...attributes, "data-start": quantity.start_date, "data-end": quantity.end_date } });

/** A derived quantity of a series, such as its `sum`. */
export const derived = (quantities, type) => quantities?.find((quantity) => quantity.type === type);

/** What a series says: its total, or its average with least and greatest. */
export function figureOf(key, quantities) {
  const main = derived(quantities, "sum") ?? derived(quantities, "average") ?? quantities[0];
  const [low, high] = [derived(quantities, "minimum"), derived(quantities, "maximum")];
  const { quantity, unit } = main.value;
  return { key, unit, quantity, isTotal: main.type === "sum", parts: measure(quantity, unit, key), text: valueText(quantity, unit, key),
    range: low && high && rangeText(low.value.quantity, high.value.quantity, unit, key) };
}
