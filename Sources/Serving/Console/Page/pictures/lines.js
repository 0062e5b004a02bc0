// Lines over time: the figures of the worker, and the heart rate of a workout.

import { s } from "../dom.js";
import { areaPath, drawing, drawnOf, linePath, percent, picture, stroke } from "./plot.js";
import { scale, thinRuns } from "./scale.js";

/**
 * A picture of lines. `lines` are `{ name, className, runs, hasArea }` with runs of `{ t, v }`; between runs is a gap. `bands` are
 * `{ from, to, label, attributes }`, `laps` are `{ at, label }`, `limit` is a value with a line of its own.
 */
export function lines({ from, to, low, high, lines: list, bands = [], laps = [], limit, peak, ...spec }) {
  const x = scale(from, to);
  const y = scale(low, high);
  const px = ({ t }) => x(t);
  const py = ({ v }) => y(v);
  const vertical = (at) => ({ x1: percent(x(at)), x2: percent(x(at)), y1: "0", y2: "100%" });
  const paths = list.flatMap(({ name, className, runs, hasArea }) => {
    const thinned = thinRuns(runs);
    const line = stroke(`line ${className}`, thinned.map((run) => linePath(run, px, py)).join(""), { "data-line": name });
    return hasArea ? [s("path", { class: `area ${className}`, d: thinned.map((run) => areaPath(run, px, py)).join("") }), line] : line;
  });
  const marks = [
    bands.map(({ from: start, to: end, label, attributes }) => s("g", { class: "band" },
      attributes && s("rect", { x: percent(x(start)), width: percent(x(end) - x(start)), y: "0", height: "100%", ...attributes }),
      s("text", { x: percent(x((start + end) / 2)), y: "100%", dy: "-0.5em" }, label))),
    limit && s("line", { class: "limit", x1: "0", x2: "100%", y1: percent(1 - y(limit)), y2: percent(1 - y(limit)) }),
    laps.map(({ at, label }) => s("g", { class: "lap" }, s("line", vertical(at)), s("text", { x: percent(x(at)), dx: "0.4em", y: "0.8em" }, label))),
    peak && s("g", { class: "peak" }, s("circle", { cx: percent(px(peak)), cy: percent(1 - py(peak)), r: 4 }),
      s("text", { x: percent(px(peak)), y: percent(1 - py(peak)), dy: "-0.7em" }, peak.label)),
  ];
  return picture({ ...spec, notes: drawnOf(list[0].runs, thinRuns(list[0].runs)), drawing: drawing({ ...spec, x, y, paths, marks }),
    place: (point) => ({ x: px(point), y: typeof point.v === "number" ? py(point) : undefined }) });
}
