// Lines over time: the figures of the worker, and the heart rate of a workout.

import { s } from "../dom.js";
import { areaPath, drawing, figure, linePath, percent, scale, stroke } from "./plot.js";
import { thinRuns } from "./thin.js";
import { walkOf } from "./walk.js";

/**
 * A picture of lines. `lines` are `{ name, className, runs, hasArea }` with runs of `{ t, v }`; between runs is a gap. `bands` are
 * `{ from, to, label, attributes }`, `marks` are `{ at, label, className }`, `limits` are values that have a line of their own.
 */
export function lines({ from, to, low, high, height = "8rem", xTicks, yTicks, isRight, bands = [], marks = [], limits = [], peak, points, text, ...spec }) {
  const x = scale(from, to);
  const y = scale(low, high);
  const px = (point) => x(point.t);
  const py = (point) => y(point.v);
  const paths = [];
  for (const line of spec.lines) {
    const thinned = thinRuns(line.runs);
    if (line.hasArea) paths.push(s("path", { class: `area ${line.className}`, d: thinned.map((run) => areaPath(run, px, py)).join("") }));
    paths.push(stroke({ class: `line ${line.className}`, "data-line": line.name, d: thinned.map((run) => linePath(run, px, py)).join("") }));
  }
  const drawn = drawing({
    label: spec.label, height, isRight, paths,
    xTicks: xTicks.map(({ at, label }) => ({ at: x(at), label })),
    yTicks: yTicks.map(({ at, label }) => ({ at: y(at), label })),
    children: [
      bands.map((band) => bandOf(band, x)),
      limits.map((limit) => s("line", { class: "limit", x1: "0", x2: "100%", y1: percent(1 - y(limit)), y2: percent(1 - y(limit)) })),
      marks.map(({ at, label }) => s("g", { class: "lap" },
        s("line", { x1: percent(x(at)), x2: percent(x(at)), y1: "0", y2: "100%" }),
        s("text", { x: percent(x(at)), dx: "0.4em", y: "0", dy: "0.8em", "aria-hidden": "true" }, label))),
      peak && s("g", { class: "peak" },
        s("circle", { cx: percent(px(peak)), cy: percent(1 - py(peak)), r: 4 }),
        s("text", { x: percent(px(peak)), y: percent(1 - py(peak)), dy: "-0.7em", "aria-hidden": "true" }, peak.label)),
    ],
  });
  const walk = walkOf(points, (point) => ({ x: px(point), y: point.v === undefined || point.v === null ? undefined : py(point) }), text);
  return figure({ ...spec, drawing: drawn, walk });
}

function bandOf({ from, to, label, attributes }, x) {
  const [start, end] = [Math.max(0, x(from)), Math.min(1, x(to))];
  return s("g", { class: "band" },
    s("rect", { x: percent(start), width: percent(Math.max(end - start, 0.002)), y: "0", height: "100%", ...attributes }),
    s("text", { x: percent((start + end) / 2), y: "100%", dy: "-0.5em", "aria-hidden": "true" }, label));
}
