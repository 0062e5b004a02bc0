// Reads Fork documents: sources, metadata and series.

import { cut, measure, valueText } from "./words.js";

/** The first item; an empty one if a document has none. */
export const itemOf = (document) => document?.data?.[0] ?? {};

/** A number in the metadata of an item; undefined if it is not there. */
export const meta = (item, key) => item.meta_data?.[key]?.quantity;

/** The key by which the worker tells sources apart. */
export const sourceKey = (source) => source?.bundleIdentifier ?? source?.name ?? "";
export const sourceName = (source) => cut(source?.name || source?.bundleIdentifier || "Source without a name");

/** The source of a quantity. */
export const sourceOf = (document, quantity) => sourceName(document.source?.[quantity.source ?? 0]);

/** The sources of a document: at most three, and how many more. */
export function sourceText({ source = [] }) {
  const names = [...new Set(source.map(sourceName))];
  return names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
}

/** All series of an item as `[key, quantities]`. */
export const series = (item) => Object.entries(item.data ?? {});

/** The items nested under a key. */
export const nested = (item, key) => item.nested_data?.[key] ?? [];

/** All activities of a workout. */
export const activitiesOf = (item) =>
  Object.entries(item.nested_data ?? {}).filter(([key]) => key.startsWith("workoutActivity_")).flatMap(([, list]) => list);

export const byStart = (a, b) => a.start_date - b.start_date || a.end_date - b.end_date;

/** A derived quantity of a series, such as its `sum`. */
export const derived = (quantities, type) => quantities?.find((quantity) => quantity.type === type);

/** What a series says: its total, or its average with least and greatest, as `{ main, parts, text, range, isTotal }`. */
export function figureOf(key, quantities) {
  const main = derived(quantities, "sum") ?? derived(quantities, "average") ?? quantities[0];
  const [low, high] = [derived(quantities, "minimum"), derived(quantities, "maximum")];
  const write = ({ value }) => valueText(value.quantity, value.unit, key);
  return { main, parts: measure(main.value.quantity, main.value.unit, key), text: write(main), isTotal: main.type === "sum",
    range: low && high && `${write(low)} to ${write(high)}` };
}
