// Reads Fork documents: sources, metadata and series.

import { cut } from "./names.js";
import { EPOCH } from "./zone.js";

/** The Unix seconds of a date in a document. */
export const unix = (date) => date + EPOCH;

/** The first item; an empty one if a document has none. */
export const itemOf = (document) => document.data?.[0] ?? {};

/** A number in the metadata of an item; undefined if it is not there. */
export const meta = (item, key) => item?.meta_data?.[key]?.quantity;

/** The key by which the worker tells sources apart: the bundle identifier, or else the name. */
export const sourceKey = (source) => source?.bundleIdentifier ?? source?.name ?? "";

/** A name for people. */
export const sourceName = (source) => cut(source?.name || source?.bundleIdentifier || "Source without a name", 80);

/** The source of a quantity in a document. */
export const sourceOf = (document, quantity) => document.source?.[quantity?.source ?? 0];

/** The distinct names of the sources of a document. */
export const sourceNames = (document) => [...new Set((document.source ?? []).map(sourceName))];

/** The sources of a document for a line of text: at most three, and how many more. */
export function sourceText(document) {
  const names = sourceNames(document);
  return names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
}

/** All series of an item as `[key, quantities]`. */
export const series = (item) => Object.entries(item?.data ?? {});

/** The items nested under a key. */
export const nested = (item, key) => item?.nested_data?.[key] ?? [];

/** The derived quantity of a kind in a series, such as its `sum`. */
export const derived = (quantities, type) => quantities?.find((quantity) => quantity.type === type);

/** The documents of a type. */
export const byType = (documents, type) => documents.filter((document) => document.type === type);
