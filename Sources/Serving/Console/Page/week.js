// The week of a day: totals as bars from zero, and the heart rate from least to greatest.

import { derived, itemOf } from "./document.js";
import { h } from "./dom.js";
import { addDays, decimal, shortDay, spanText } from "./format.js";
import { measure, valueText, words } from "./names.js";
import { bars } from "./pictures/bars.js";
import { bounds } from "./pictures/thin.js";

/** The figures of a week: each stands in the summary of a day under its identifier, and in a document of its own. */
const CARDS = [
  { type: "steps", title: "Steps", identifier: "HKQuantityTypeIdentifierStepCount", key: "steps", tint: "green" },
  { type: "distance", title: "Distance", identifier: "HKQuantityTypeIdentifierDistanceWalkingRunning", key: "distance", tint: "sky", prefix: "HKQuantityTypeIdentifierDistance" },
  { type: "calories", title: "Energy", identifier: "HKQuantityTypeIdentifierActiveEnergyBurned", key: "calories", tint: "orange" },
  { type: "flightsClimbed", title: "Flights", identifier: "HKQuantityTypeIdentifierFlightsClimbed", key: "flightsClimbed", tint: "violet" },
];
const HEART = "HKQuantityTypeIdentifierHeartRate";

/** The section of the week; undefined before the answer is there, and without data. */
export function week(view) {
  const { date, monday, week: summaries, explained } = view;
  if (!summaries) return undefined;
  const dates = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const items = new Map(dates.map((day) => [day, summaries.has(day) ? itemOf(summaries.get(day)) : undefined]));
  const cards = CARDS.map((card) => totalCard(view, cardOf(card, items), dates, items)).concat([heartCard(view, dates, items)]).filter(Boolean);
  if (cards.length === 0) return undefined;
  const without = dates.filter((day) => !items.get(day));
  const note = `${shortDay(date)} in color${without.length > 0 ? `; ${without.map((day) => shortDay(day).slice(0, 3)).join(", ")} without data` : ""}`;
  return h("section", { "data-testid": "week", "aria-labelledby": "week-head" },
    h("div", { class: "head" }, h("h3", { id: "week-head" }, `Week of ${spanText(monday, addDays(monday, 6))}`), h("p", { class: "note" }, note)),
    h("div", { class: "cards" }, cards), explained.slot("week"));
}

/** The card of a type. Where a person only cycles or swims, the distance is that of the only kind that there is. */
function cardOf(card, items) {
  if (!card.prefix) return card;
  const has = (identifier) => [...items.values()].some((item) => item?.data?.[identifier]);
  if (has(card.identifier)) return card;
  const other = [...items.values()].flatMap((item) => Object.keys(item?.data ?? {})).find((identifier) => identifier.startsWith(card.prefix));
  return other ? { ...card, identifier: other, key: other, title: words(other) } : card;
}

function totalCard({ date, day, explained }, { type, title, identifier, key, tint }, dates, items) {
  const days = dates.map((one) => {
    const sum = derived(items.get(one)?.data?.[identifier], "sum");
    return { date: one, value: sum?.value.quantity, unit: sum?.value.unit };
  });
  const unit = days.find((one) => one.unit)?.unit;
  if (unit === undefined) return undefined;
  const write = (value) => valueText(value, unit, identifier);
  const today = days.find((one) => one.date === date);
  const own = day?.documents.find(({ id }) => id === `${type}/${date}`);
  const summary = day?.documents.find(({ id }) => id === `activitiesSummary/${date}`);
  const [document, figure] = own ? [own, `/data/0/data/${key}`] : [summary, `/data/0/data/${identifier}`];
  const what = today?.value === undefined ? "" : `${title.toLowerCase()} ${write(today.value)}`;
  return card({ testid: `week-${type}`, title, days, date, tint, write, unit, identifier, value: today?.value,
    why: today?.value !== undefined && document && explained.button({ document, figure, what, owner: "week", measure: { unit, key: identifier, isTotal: true } }) });
}

function card({ testid, title, days, date, tint, write, unit, identifier, value, why }) {
  const known = days.filter((day) => day.value !== undefined);
  const found = bounds(known, (day) => day.value);
  const [text, after] = value === undefined ? ["–", ""] : measure(value, unit, identifier);
  return bars({
    testid, name: `${title} of the week`, days, selected: date, tint,
    label: `${title} of seven days: least ${write(found.least)}, greatest ${write(found.greatest)}, last ${write(found.last)}.`,
    caption: [h("span", { class: "name" }, title), h("span", { class: "stat" }, text, after && [" ", h("small", {}, after)]), why],
    text: (day) => `${shortDay(day.date)}: ${day.value === undefined ? "no data" : write(day.value)}`,
    table: { caption: `${title} of the week`, columns: ["Day", { name: title, isNumber: true }], rows: days.map((day) => [shortDay(day.date), day.value === undefined ? "" : write(day.value)]) },
  });
}

function heartCard({ date, day, explained }, dates, items) {
  const days = dates.map((one) => {
    const list = items.get(one)?.data?.[HEART];
    return { date: one, value: derived(list, "maximum")?.value.quantity, low: derived(list, "minimum")?.value.quantity, average: derived(list, "average")?.value.quantity };
  });
  const known = days.filter(({ value, low }) => value !== undefined && low !== undefined);
  if (known.length === 0) return undefined;
  const today = known.find((one) => one.date === date);
  const summary = day?.documents.find(({ id }) => id === `activitiesSummary/${date}`);
  const write = (one) => `${decimal(one.low)}–${decimal(one.value)} bpm`;
  const lows = bounds(known, (one) => one.low);
  const highs = bounds(known, (one) => one.value);
  return bars({
    testid: "week-heart", name: "Heart rate of the week", days, selected: date, tint: "red",
    label: `Heart rate of seven days: least ${decimal(lows.least)} bpm, greatest ${decimal(highs.greatest)} bpm, last ${write(known.at(-1))}.`,
    caption: [h("span", { class: "name" }, "Heart"), h("span", { class: "stat" }, today ? `${decimal(today.low)}–${decimal(today.value)}` : "–", today && [" ", h("small", {}, "bpm")]),
      today && summary && explained.button({ document: summary, figure: `/data/0/data/${HEART}`, what: `heart rate ${write(today)}`, owner: "week", measure: { unit: "count/min", key: HEART } })],
    text: (one) => `${shortDay(one.date)}: ${one.value === undefined ? "no data" : `${write(one)}, average ${decimal(one.average)} bpm`}`,
    table: { caption: "Heart rate of the week", columns: ["Day", { name: "Least", isNumber: true }, { name: "Average", isNumber: true }, { name: "Greatest", isNumber: true }],
      rows: days.map((one) => [shortDay(one.date), ...[one.low, one.average, one.value].map((number) => number === undefined ? "" : `${decimal(number)} bpm`)]) },
  });
}
