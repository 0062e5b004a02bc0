// Samples as points that are never joined, and the seven days of a week as bars.

import { append, h, s } from "../dom.js";
import { later } from "../tables.js";
import { weekday } from "../words.js";
import { drawing, drawnOf, percent, picture } from "./plot.js";
import { bounds, roundNumbers, scale, thin } from "./scale.js";

/**
 * A picture of points `{ t, v, low, high }`; a condensed sample has a line from its least to its greatest value. `factor`
 * makes the numbers of the axis.
 */
export function cloud({ points, from, to, factor = 1, tint, ...spec }) {
  const { least, greatest } = bounds(points.flatMap(({ v, low = v, high = v }) => [low, high, v]));
  const pad = (greatest - least || Math.abs(greatest) || 1) * 0.08;
  const x = scale(from, to);
  const y = scale(least - pad, greatest + pad);
  const group = s("g", { class: `points ${tint}` });
  const left = h("div");
  later(points.length, points.some(({ low }) => low !== undefined) ? 2 : 1, (allowed) => {
    const shown = thin(points, allowed);
    append(group, shown.map(({ t, v, low, high }) => [
      low !== undefined && s("line", { x1: percent(x(t)), x2: percent(x(t)), y1: percent(1 - y(low)), y2: percent(1 - y(high)) }),
      s("circle", { cx: percent(x(t)), cy: percent(1 - y(v)), r: 2.4, "data-value": v })]));
    append(left, drawnOf(points, shown));
  });
  const yTicks = roundNumbers((least - pad) * factor, (greatest + pad) * factor, 3)
    .map((number) => ({ at: number / factor, label: String(Number(number.toPrecision(6))) }));
  return picture({ ...spec, points, className: "cloud", notes: left, place: ({ t, v }) => ({ x: x(t), y: y(v) }),
    drawing: drawing({ ...spec, height: "6.5rem", x, y, yTicks, marks: group }) });
}

/** A picture of days `{ date, v, low }`: totals from zero or, with `low`, ranges. `v` is undefined where there is none. */
export function bars({ points, selected, tint, ...spec }) {
  const known = points.filter(({ v }) => v !== undefined);
  const isRange = known.some(({ low }) => low !== undefined);
  const greatest = Math.max(...known.map(({ v }) => v), 0);
  const least = Math.min(...known.map(({ low }) => low));
  // A range does not begin at the floor, so that the least of all can be seen as an end.
  const y = scale(isRange ? least - (greatest - least || 1) * 0.12 : 0, greatest || 1);
  const slot = 1 / points.length;
  const middle = (index) => (index + 0.5) * slot;
  const marks = points.map(({ date, v, low }, index) => {
    const left = middle(index) - 0.23 * slot;
    if (v === undefined) return s("line", { class: "nothing", x1: percent(left), x2: percent(left + slot * 0.46), y1: "99%", y2: "99%" });
    const bottom = isRange ? y(low) : 0;
    const length = Math.max(y(v) - bottom, 0.015);
    return s("rect", { class: date === selected ? `now ${tint}` : "other", x: percent(left), width: percent(slot * 0.46),
      y: percent(1 - bottom - length), height: percent(length), rx: isRange ? 4 : 2, "data-value": v, "data-date": date, "data-least": low });
  });
  const letters = points.map(({ date }, index) =>
    s("text", { class: `x${date === selected ? " now" : ""}`, x: percent(middle(index)), y: "100%", dy: "1.7em" }, weekday(date)[0]));
  return picture({ ...spec, points, className: "week-bars", place: ({ v }, index) => ({ x: middle(index), y: v === undefined ? v : y(v) }),
    drawing: drawing({ ...spec, height: "5.5rem", marks: [s("g", { class: "bars" }, marks), s("g", { class: "ticks" }, letters)] }) });
}
