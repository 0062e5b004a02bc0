// What all pictures share: the figure with its sentence, its walk and its table, and the drawing area with its axes.

import { div, folded, h, more, s, table } from "../dom.js";

export const upright = (x) => ({ x1: pct(x), x2: pct(x), y1: "0", y2: "100%" });

/** A fraction as a length of SVG, which follows the width of the page without any script. */
export const pct = (fraction) => `${Math.round(fraction * 1e5) / 1e3}%`;

/**
 * A picture. `columns` are the heads of its table, each with a function of a point; the first is the time. They are also the words of
 * a point that is walked (walk.js), and `place` gives its fractions of the drawing.
 */
export function picture({ testid, key = testid, name, className, caption, drawing, points, columns, place, legend, notes, rest }) {
  const walk = {
    size: points.length,
    place: (i) => place(points[i], i),
    text(i) {
      const [time, ...others] = Object.values(columns).map((cell) => cell(points[i]));
      return `${time}: ${others.filter(Boolean).join(", ") || "no value"}`;
    },
  };
  return h("figure", { class: `picture ${className}`, tabindex: 0, label: name, testid, key, walk },
    caption && h("figcaption", {}, caption),
    div("plot", drawing, h("p", { class: "readout", role: "status", "data-keep": true }),
      h("p", { class: "readout hover", "aria-hidden": "true", "data-keep": true })),
    div("under", legend, notes, folded("Table", table({ caption: name, columns, rows: points, rest }))));
}

/** The drawing area. `x` and `y` are scales, ticks are `{ at, label }`. `marks` have lengths in percent, `paths` stretch with the area. */
export function drawing({ label, height, x, y, xTicks = [], yTicks = [], isRight, hasColumns, hidesTimes, paths = [], marks }) {
  const across = yTicks.map(({ at, label: text }) => ({ text, y: pct(1 - y(at)) }));
  const along = xTicks.map(({ at, label: text }) => ({ text, x: pct(x(at)), at: x(at) }));
  const side = isRight ? { x: "100%", dx: "0.7em" } : { x: "0", dx: "-0.7em" };
  const className = (at, i) => `x${along.length > 5 && i % 2 ? " odd" : ""}${at > 0.97 ? " last" : at < 0.03 ? " first" : ""}`;
  return s("svg", { class: `chart${isRight ? " right" : ""}`, role: "img", label, height, width: "100%" },
    s("g", { class: "grid" }, across.map((tick) => s("line", { x1: "0", x2: "100%", y1: tick.y, y2: tick.y })),
      hasColumns && along.map(({ at }) => s("line", upright(at)))),
    s("svg", { viewBox: "0 0 1000 1000", preserveAspectRatio: "none", width: "100%", height: "100%" }, paths), marks,
    s("g", { class: "ticks" }, across.map((tick) => s("text", { class: "y", ...side, y: tick.y, dy: "0.35em" }, tick.text)),
      !hidesTimes && along.map((tick, i) =>
        s("text", { class: className(tick.at, i), x: tick.x, y: "100%", dy: "1.6em" }, tick.text))),
    s("g", { class: "cursor", "data-keep": true }));
}

const thousandth = (fraction) => Math.round(fraction * 1e5) / 100;

export function linePath(run, x, y) {
  const places = run.map((point) => `${thousandth(x(point))} ${thousandth(1 - y(point))}`);
  return `M${places.join("L")}${places.length === 1 ? "h0" : ""}`;
}

export const areaPath = (run, x, y) =>
  `${linePath(run, x, y)}L${thousandth(x(run[run.length - 1]))} 1000L${thousandth(x(run[0]))} 1000Z`;

export const stroke = (className, d, attributes) => s("path", { class: className, d, "vector-effect": "non-scaling-stroke", ...attributes });

/** Words with colored squares before them. */
export const legend = (rows) => h("ul", { class: "legend" }, rows.map(([className, ...words]) => h("li", {},
  s("svg", { class: "swatch", viewBox: "0 0 8 8", "aria-hidden": "true" }, s("rect", { class: className, width: 8, height: 8, rx: 2 })), words)));

/** Says how many points of some runs are drawn; nothing if all are. */
export function drawnOf(all, shown) {
  const [total, drawn] = [all.flat().length, shown.flat().length];
  return drawn < total && more(drawn, total, "points are drawn, the least and greatest of each stretch too");
}
