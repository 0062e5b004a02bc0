// A route to scale, without a map and without coordinates in words.

import { h, s } from "../dom.js";
import { decimal } from "../format.js";
import { figure } from "./plot.js";
import { runs, thin } from "./thin.js";
import { walkOf } from "./walk.js";

const RADIUS = 6371008.8;
const WIDTH = 600;
const HEIGHT = 320;
const MARGIN = 34;
/** Points further apart in time than this are not joined. */
const LONGEST_GAP = 60;
/** The most pieces between gaps that are drawn. */
const MOST_PIECES = 250;

const radians = (degrees) => (degrees * Math.PI) / 180;

/** Meters between two points, by the haversine formula. */
export function distance(a, b) {
  const [latitude, longitude] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const chord = Math.sin(latitude / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the points of routes with meters east and north of the first, and meters from the start; none joins two routes. */
export function project(routes) {
  const first = routes[0][0];
  const shrink = Math.cos(radians(first.latitude));
  let meters = 0;
  return routes.map((points) => points.map((point, index) => {
    if (index > 0) meters += distance(points[index - 1], point);
    // The shorter way around the date line.
    const turn = ((point.longitude - first.longitude + 540) % 360) - 180;
    return { t: point.time, east: radians(turn) * RADIUS * shrink, north: radians(point.latitude - first.latitude) * RADIUS, meters,
      altitude: point.altitude, speed: point.speed };
  }));
}

/** A picture of projected routes. `text` gives the words of a point. */
export function route({ routes, text, ...spec }) {
  const all = routes.flat();
  const box = boxOf(all);
  const size = Math.max((box.right - box.left) / (WIDTH - 2 * MARGIN), (box.top - box.bottom) / (HEIGHT - 2 * MARGIN), 0.05);
  const x = (point) => WIDTH / 2 + (point.east - (box.left + box.right) / 2) / size;
  const y = (point) => HEIGHT / 2 - (point.north - (box.top + box.bottom) / 2) / size;
  const found = routes.flatMap((points) => runs(points, (a, b) => b.t - a.t <= LONGEST_GAP));
  const pieces = found.length > MOST_PIECES ? [...found].sort((a, b) => b.length - a.length).slice(0, MOST_PIECES) : found;
  const total = all.length;
  const drawn = pieces.map((piece) => thinRoute(piece, Math.max(2, Math.floor((1000 * piece.length) / total))));
  const path = drawn.map((piece) => `M${piece.map((point) => `${x(point).toFixed(1)} ${y(point).toFixed(1)}`).join("L")}${piece.length === 1 ? "h0" : ""}`).join("");
  const [start, end] = [all[0], all[total - 1]];
  const picture = s("svg", { class: "chart map", role: "img", "aria-label": spec.label, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    s("path", { class: "halo", d: path }), s("path", { class: "track", "data-line": "route", d: path }),
    kilometers(routes).map((point) => s("g", { class: "kilometer", "aria-hidden": "true" },
      s("circle", { cx: x(point).toFixed(1), cy: y(point).toFixed(1), r: 9 }),
      s("text", { x: x(point).toFixed(1), y: y(point).toFixed(1), dy: "0.35em" }, point.number))),
    ends(x(start), y(start), x(end), y(end)),
    scaleBar(size),
    s("g", { class: "cursor", "data-keep": true }));
  const place = (point) => ({ x: x(point) / WIDTH, y: 1 - y(point) / HEIGHT });
  const left = found.length - pieces.length;
  const note = left > 0 && h("p", { class: "note more" }, `The ${MOST_PIECES} longest of ${decimal(found.length)} pieces between gaps are drawn.`);
  return figure({ ...spec, drawing: picture, note: [spec.note, note], walk: walkOf(all, place, text, true) });
}

function boxOf(points) {
  const box = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity };
  for (const { east, north } of points) {
    box.left = Math.min(box.left, east);
    box.right = Math.max(box.right, east);
    box.top = Math.max(box.top, north);
    box.bottom = Math.min(box.bottom, north);
  }
  return box;
}

/** The extremes to the north and south of each stretch, and those to the east and west. */
function thinRoute(points, most) {
  if (points.length <= most) return points;
  const kept = new Set([...thin(points, Math.floor(most / 2), (point) => point.north), ...thin(points, Math.floor(most / 2), (point) => point.east)]);
  return points.filter((point) => kept.has(point));
}

/** Points at whole kilometers: every one, or every second, fifth or tenth if there would be more than ten. */
function kilometers(routes) {
  const total = routes[routes.length - 1].at(-1)?.meters ?? 0;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((number) => total / 1000 / number <= 6) ?? 5000;
  const marks = [];
  let next = step;
  for (const point of routes.flat()) {
    if (point.meters < next * 1000 || marks.length >= 10) continue;
    marks.push({ ...point, number: next });
    next = (Math.floor(point.meters / 1000 / step) + 1) * step;
  }
  return marks;
}

/** Start and end; their words are on the sides that leave room. */
function ends(x1, y1, x2, y2) {
  const word = (x, y, text, isAbove) => s("text", { x: x.toFixed(1), y: y.toFixed(1), dx: x > WIDTH - 90 ? "-0.8em" : "0.8em", dy: isAbove ? "-0.7em" : "1.4em",
    class: x > WIDTH - 90 ? "place before" : "place", "aria-hidden": "true" }, text);
  return [
    s("circle", { class: "start", cx: x1.toFixed(1), cy: y1.toFixed(1), r: 6 }), word(x1, y1, "Start", y1 <= y2),
    s("rect", { class: "end", x: (x2 - 5).toFixed(1), y: (y2 - 5).toFixed(1), width: 10, height: 10, rx: 1.5 }), word(x2, y2, "End", y1 > y2),
  ];
}

function scaleBar(metersPerUnit) {
  const length = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6].filter((meters) => meters / metersPerUnit <= 150).pop() ?? 1;
  const width = length / metersPerUnit;
  const name = length >= 1000 ? `${decimal(length / 1000)} km` : `${length} m`;
  return s("g", { class: "scale", "data-meters": length },
    s("path", { d: `M10 ${HEIGHT - 16}v6h${width.toFixed(1)}v-6` }),
    s("text", { x: (10 + width / 2).toFixed(1), y: HEIGHT - 20, "aria-hidden": "true" }, name));
}
