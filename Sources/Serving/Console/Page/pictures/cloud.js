// Samples as points that are never joined.

import { later } from "../budget.js";
import { append, h, s } from "../dom.js";
import { decimal } from "../format.js";
import { roundNumbers } from "./axis.js";
import { drawing, figure, percent, scale } from "./plot.js";
import { bounds, thin } from "./thin.js";
import { walkOf } from "./walk.js";

/**
 * A picture of points `{ t, v, low, high }`; a condensed sample has a line from its least to its greatest value. `measure` is
 * a scale of names.js.
 */
export function cloud({ points, from, to, xTicks, measure, text, height = "6.5rem", ...spec }) {
  const lows = bounds(points, (point) => point.low ?? point.v);
  const highs = bounds(points, (point) => point.high ?? point.v);
  const spread = highs.greatest - lows.least || Math.abs(highs.greatest) || 1;
  const low = lows.least - spread * 0.08;
  const high = highs.greatest + spread * 0.08;
  const x = scale(from, to);
  const y = scale(low, high);
  const group = s("g", { class: `points ${spec.tint ?? ""}` });
  const note = h("p", { class: "note more" });
  const cost = points.some((point) => point.low !== undefined) ? 2 : 1;
  later("marks", points.length, cost, (allowed) => {
    const shown = thin(points, allowed);
    append(group, shown.map((point) => [
      point.low !== undefined && s("line", { x1: percent(x(point.t)), x2: percent(x(point.t)), y1: percent(1 - y(point.low)), y2: percent(1 - y(point.high)) }),
      s("circle", { cx: percent(x(point.t)), cy: percent(1 - y(point.v)), r: 2.4, "data-value": point.v }),
    ]));
    if (shown.length < points.length) {
      append(note, [`${decimal(shown.length)} of ${decimal(points.length)} samples are drawn, the least and the greatest of each stretch among them.`]);
    }
  });
  const scaled = roundNumbers(low * measure.factor, high * measure.factor, 3);
  const drawn = drawing({
    label: spec.label, height,
    xTicks: xTicks.map(({ at, label }) => ({ at: x(at), label })),
    yTicks: scaled.map((number) => ({ at: y(number / measure.factor), label: String(Number(number.toPrecision(6))) })),
    children: [group],
  });
  return figure({ ...spec, drawing: drawn, note: [spec.note, note], walk: walkOf(points, (point) => ({ x: x(point.t), y: y(point.v) }), text) });
}
