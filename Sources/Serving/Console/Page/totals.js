// The totals and averages of a day, with a button that explains each.

import { byType, derived, itemOf, nested, series } from "./document.js";
import { h } from "./dom.js";
import { count } from "./format.js";
import { fieldText, valueText, words } from "./names.js";

/** Documents of totals, and the identifier that stands for their own key. */
const TOTALS = { steps: "HKQuantityTypeIdentifierStepCount", distance: "HKQuantityTypeIdentifierDistanceWalkingRunning", calories: "HKQuantityTypeIdentifierActiveEnergyBurned",
  flightsClimbed: "HKQuantityTypeIdentifierFlightsClimbed" };

/** The section of the day's totals. */
export function totals({ day, explained }) {
  const documents = [...Object.keys(TOTALS), "activitiesSummary"].flatMap((type) => byType(day.documents, type));
  const rows = new Map();
  for (const document of documents) {
    for (const [key, quantities] of series(itemOf(document))) {
      const identifier = TOTALS[key] ?? key;
      // The document of the total itself comes first; the summary of the day says the same.
      if (!rows.has(identifier)) rows.set(identifier, row({ document, key, identifier, quantities, explained }));
    }
  }
  const rings = documents.flatMap((document) => nested(itemOf(document), "HKActivitySummaryTypeIdentifier"));
  if (rows.size === 0 && rings.length === 0) return undefined;
  return h("section", { "data-testid": "totals-of-day", "aria-labelledby": "day-totals-head" },
    h("div", { class: "head" }, h("h3", { id: "day-totals-head" }, "Totals and averages of the day"), h("p", { class: "note" }, count(rows.size, "kind"))),
    rows.size > 0 && h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table: totals and averages of the day" },
      h("table", { class: "totals" }, h("caption", { class: "unseen" }, "Totals and averages of the day"),
        h("thead", {}, h("tr", {}, ["Kind", "Value", "Least to greatest", "Explanation"].map((name, index) => h("th", { scope: "col", class: index === 1 || index === 2 ? "number" : undefined }, index === 3 ? h("span", { class: "unseen" }, name) : name)))),
        h("tbody", {}, [...rows.values()].slice(0, 60)))),
    explained.slot("totals"),
    rings.slice(0, 4).map(ring));
}

function row({ document, key, identifier, quantities, explained }) {
  const main = derived(quantities, "sum") ?? derived(quantities, "average") ?? quantities[0];
  const [least, greatest] = [derived(quantities, "minimum"), derived(quantities, "maximum")];
  const write = ({ value }) => valueText(value.quantity, value.unit, identifier);
  const isTotal = main.type === "sum";
  const name = words(identifier);
  return h("tr", { "data-key": identifier },
    h("th", { scope: "row" }, name),
    h("td", { class: "number" }, write(main), !isTotal && h("span", { class: "note" }, " average")),
    h("td", { class: "number" }, least && greatest ? `${write(least)} to ${write(greatest)}` : ""),
    h("td", {}, explained.button({ document, figure: `/data/0/data/${key}`, what: `${name.toLowerCase()} ${write(main)}`, owner: "totals",
      measure: { unit: main.value.unit, key: identifier, isTotal } })));
}

/** The rings of an activity summary. */
function ring(item) {
  const rows = series(item).map(([key, [first]]) => [words(key), first ? fieldText(first.value, key) : ""]);
  return h("dl", { class: "stats", "data-key": item.id }, rows.slice(0, 16).map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))));
}
