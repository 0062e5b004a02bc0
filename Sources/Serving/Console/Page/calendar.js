// The calendar of a month: which days have a night, totals, a workout or something else.

import { h } from "./dom.js";
import { addDays, addMonths, dayOfMonth, monthText, weekdayIndex } from "./format.js";

const WEEKDAYS = ["M", "T", "W", "T", "F", "S", "S"];

/** The dates that a month's page needs: whole weeks from Monday to Sunday. */
export function gridOf(first) {
  const from = addDays(first, -weekdayIndex(first));
  const last = addDays(addMonths(first, 1), -1);
  return { from, to: addDays(last, 6 - weekdayIndex(last)) };
}

const TOTALS = ["steps", "distance", "calories", "flightsClimbed", "activitiesSummary"];
const KINDS = [
  { name: "night", className: "night", word: "Night", has: (type) => type === "sleep" },
  { name: "day totals", className: "totals", word: "Day totals", has: (type) => TOTALS.includes(type) },
  { name: "workout", className: "workout", word: "Workout", has: (type) => type === "workouts" },
  { name: "other samples", className: "others", word: "Other samples", has: (type) => !TOTALS.includes(type) && type !== "sleep" && type !== "workouts" },
];

/** Returns the kinds of documents of a day, in words. */
export function kindsOf(documents = []) {
  return KINDS.filter(({ has }) => documents.some(({ type }) => has(type)));
}

/** The calendar. `documents` is a map from dates to lists; undefined while it is being read. */
export function calendar({ month, date, documents, turn, go }) {
  const { from } = gridOf(month);
  const blanks = weekdayIndex(month);
  const length = dayOfMonth(addDays(addMonths(month, 1), -1));
  const dates = Array.from({ length }, (_, index) => addDays(from, blanks + index));
  return h("section", { class: "calendar", "data-testid": "calendar", "aria-labelledby": "calendar-head" },
    h("div", { class: "month" },
      h("button", { type: "button", class: "icon", "aria-label": `Month before: ${monthText(addMonths(month, -1))}`, onclick: () => turn(-1) }, "‹"),
      h("h2", { id: "calendar-head" }, monthText(month)),
      h("button", { type: "button", class: "icon", "aria-label": `Month after: ${monthText(addMonths(month, 1))}`, onclick: () => turn(1) }, "›")),
    h("div", { class: "cells" },
      WEEKDAYS.map((letter) => h("span", { class: "weekday", "aria-hidden": "true" }, letter)),
      dates.map((day, index) => cell(day, documents?.get(day), { isCurrent: day === date, start: index === 0 ? blanks : 0, go, isKnown: documents !== undefined }))),
    h("ul", { class: "legend" }, KINDS.map(({ className, word }) => h("li", {}, h("i", { class: `kind ${className}` }), word))));
}

function cell(day, documents, { isCurrent, start, go, isKnown }) {
  const kinds = kindsOf(documents);
  const frozen = documents?.length > 0 && documents.every((entry) => entry.frozen);
  const says = !isKnown ? "" : kinds.length === 0 ? ": nothing" : `: ${kinds.map(({ name }) => name).join(", ")}${frozen ? ", frozen" : ""}`;
  return h("button", { type: "button", "data-testid": `day-${day}`, class: `date${kinds.length === 0 ? " empty" : ""}${start ? ` from-${start}` : ""}`, "aria-current": isCurrent && "date",
    "aria-label": `${dayOfMonth(day)} ${monthText(day)}${says}`, onclick: () => go(day) },
    h("b", {}, dayOfMonth(day)),
    h("span", { class: "kinds" }, kinds.map(({ className }) => h("i", { class: `kind ${className}` }))));
}
