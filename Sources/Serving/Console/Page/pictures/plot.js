// The parts that all pictures share: the figure with its sentence and its table, and the drawing area with its axes.

import { h, s } from "../dom.js";
import { foldedTable } from "../tables.js";

/** A fraction as a length of SVG. Lengths in percent follow the width of the page without any script. */
export const percent = (fraction) => `${Math.round(fraction * 1e5) / 1e3}%`;

/** A function from values to fractions of an axis; in the middle if the axis has no length. */
export const scale = (from, to) => to > from ? (value) => (value - from) / (to - from) : () => 0.5;

/**
 * A picture: `name` is its short name, `label` the sentence with least, greatest and last. `walk` has `size` and
 * `at(index)`, which returns `{ x, y, text }` with fractions of the drawing; arrow keys walk it (see walk.js).
 */
export function figure({ testid, key, name, className = "", caption, drawing, walk, table, note, legend }) {
  return h("figure", { class: `picture ${className}`, tabindex: 0, "aria-label": name, "data-testid": testid, "data-key": key ?? testid, walk },
    caption && h("figcaption", {}, caption),
    h("div", { class: "plot" }, drawing,
      h("p", { class: "readout", role: "status", "data-keep": true }),
      h("p", { class: "readout hover", "aria-hidden": "true", "data-keep": true })),
    h("div", { class: "under" }, legend, note, table && foldedTable(table)));
}

/**
 * The drawing area. `xTicks` and `yTicks` are `{ at, label }` with fractions; y counts from the bottom. `children` are
 * marks in percent, `paths` are paths in thousandths that stretch with the area.
 */
export function drawing({ label, height, xTicks = [], yTicks = [], isRight, hasColumns, paths = [], children = [], showsTimes = true }) {
  const every = xTicks.length > 5;
  return s("svg", { class: `chart${isRight ? " right" : ""}`, role: "img", "aria-label": label, height, width: "100%" },
    s("g", { class: "grid" },
      yTicks.map(({ at }) => s("line", { x1: "0", x2: "100%", y1: percent(1 - at), y2: percent(1 - at) })),
      hasColumns && xTicks.map(({ at }) => s("line", { x1: percent(at), x2: percent(at), y1: "0", y2: "100%" }))),
    s("svg", { class: "stretch", viewBox: "0 0 1000 1000", preserveAspectRatio: "none", width: "100%", height: "100%" }, paths),
    children,
    s("g", { class: "ticks", "aria-hidden": "true" },
      yTicks.map(({ at, label: text }) => s("text", { class: "y", x: isRight ? "100%" : "0", dx: isRight ? "0.7em" : "-0.7em", y: percent(1 - at), dy: "0.35em" }, text)),
      showsTimes && xTicks.map(({ at, label: text }, index) =>
        s("text", { class: `x${every && index % 2 === 1 ? " odd" : ""}${at > 0.97 ? " last" : at < 0.03 ? " first" : ""}`, x: percent(at), y: "100%", dy: "1.6em" }, text))),
    s("g", { class: "cursor", "data-keep": true }));
}

const thousandth = (fraction) => Math.round(fraction * 1e5) / 100;

/** The path of a run of points, from fractions; a single point is a dot. */
export function linePath(run, x, y) {
  const places = run.map((point) => `${thousandth(x(point))} ${thousandth(1 - y(point))}`);
  return places.length === 1 ? `M${places[0]}h0` : `M${places.join("L")}`;
}

/** The area below a run of points. */
export function areaPath(run, x, y) {
  if (run.length < 2) return "";
  return `${linePath(run, x, y)}L${thousandth(x(run[run.length - 1]))} 1000L${thousandth(x(run[0]))} 1000Z`;
}

/** A path of the stretched part, whose width does not stretch. */
export const stroke = (attributes) => s("path", { "vector-effect": "non-scaling-stroke", ...attributes });

/** A colored square before a word; the word says the same. */
export const swatch = (name) => s("svg", { class: "swatch", viewBox: "0 0 8 8", "aria-hidden": "true" }, s("rect", { class: name, width: 8, height: 8, rx: 2.5 }));
