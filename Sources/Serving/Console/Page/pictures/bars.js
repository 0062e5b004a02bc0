// The seven days of a week as bars: totals from zero, or ranges from least to greatest.

import { s } from "../dom.js";
import { weekday } from "../format.js";
import { drawing, figure, percent } from "./plot.js";
import { walkOf } from "./walk.js";

/** A picture of days `{ date, value, low }`, with `value` undefined where there is none, and `low` only in ranges. */
export function bars({ days, selected, tint, text, height = "5.5rem", ...spec }) {
  const known = days.filter((day) => day.value !== undefined);
  const isRange = known.some((day) => day.low !== undefined);
  const greatest = Math.max(...known.map((day) => day.value), 0);
  const least = isRange ? Math.min(...known.map((day) => day.low)) : 0;
  // A range does not begin at the floor, so that the least of all can be seen as an end.
  const floor = isRange ? least - (greatest - least || 1) * 0.12 : 0;
  const y = (value) => greatest > floor ? (value - floor) / (greatest - floor) : 0;
  const slot = 1 / days.length;
  const marks = days.map((day, index) => {
    const className = day.date === selected ? `now ${tint}` : "other";
    const left = (index + 0.27) * slot;
    if (day.value === undefined) return s("line", { class: "nothing", x1: percent(left), x2: percent(left + slot * 0.46), y1: "99%", y2: "99%" });
    const top = y(day.value);
    const bottom = isRange ? y(day.low) : 0;
    const length = Math.max(top - bottom, 0.015);
    return s("rect", { class: className, x: percent(left), width: percent(slot * 0.46), y: percent(1 - bottom - length), height: percent(length), rx: isRange ? 4 : 2,
      "data-value": day.value, "data-date": day.date, ...(isRange && { "data-least": day.low }) });
  });
  const letters = days.map((day, index) =>
    s("text", { class: `x${day.date === selected ? " now" : ""}`, x: percent((index + 0.5) * slot), y: "100%", dy: "1.7em" }, weekday(day.date).charAt(0)));
  const drawn = drawing({ label: spec.label, height, children: [s("g", { class: "bars" }, marks), s("g", { class: "ticks", "aria-hidden": "true" }, letters)] });
  const place = (day, index) => ({ x: (index + 0.5) * slot, y: day.value === undefined ? undefined : y(day.value) });
  return figure({ ...spec, drawing: drawn, walk: walkOf(days, place, text) });
}
