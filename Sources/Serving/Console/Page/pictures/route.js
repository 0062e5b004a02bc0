// A route to scale, without a map and without coordinates in words.

import { h, s } from "../dom.js";
import { num, valueText } from "../words.js";
import { drawnOf, picture } from "./plot.js";
import { bounds, runs, sentence, thinRuns } from "./scale.js";

const RADIUS = 6371008.8;
const WIDTH = 600;
const HEIGHT = 320;
const MARGIN = 34;
/** Points further apart in time are not joined. */
const LONGEST_GAP = 60;

const radians = (degrees) => (degrees * Math.PI) / 180;

/** Meters, by the haversine formula. */
function distance(a, b) {
  const half = (from, to) => Math.sin(radians(to - from) / 2) ** 2;
  const chord = half(a.latitude, b.latitude) + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Points with meters east and north of the first, and meters from the start; no distance joins two routes. */
function project(routes) {
  const origin = routes[0][0];
  let meters = 0;
  return routes.map((points) => points.map((point, i) => {
    if (i > 0) meters += distance(points[i - 1], point);
    // The shorter way around the date line.
    const turn = ((point.longitude - origin.longitude + 540) % 360) - 180;
    return { t: point.time, meters, altitude: point.altitude, speed: point.speed,
      east: radians(turn) * RADIUS * Math.cos(radians(origin.latitude)), north: radians(point.latitude - origin.latitude) * RADIUS };
  }));
}

const isOnEarth = ({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** A picture of routes, lists of coordinates; undefined without a point on the Earth. */
export function routePicture({ key, routes, zone, name }) {
  const valid = routes.map((points) => points.filter(isOnEarth)).filter(({ length }) => length > 0);
  if (valid.length === 0) return undefined;
  const pieces = project(valid);
  const points = pieces.flat();
  const [start, end] = [points[0], points[points.length - 1]];
  const [across, up] = [bounds(points.map(({ east }) => east)), bounds(points.map(({ north }) => north))];
  const size = Math.max((across.max - across.min) / (WIDTH - 2 * MARGIN), (up.max - up.min) / (HEIGHT - 2 * MARGIN), 0.05);
  const x = ({ east }) => Math.round(WIDTH * 5 + ((east - (across.min + across.max) / 2) / size) * 10) / 10;
  const y = ({ north }) => Math.round(HEIGHT * 5 - ((north - (up.min + up.max) / 2) / size) * 10) / 10;
  const joined = pieces.flatMap((piece) => runs(piece, (a, b) => b.t - a.t <= LONGEST_GAP));
  // The extremes to the north of each stretch, and those to the east.
  const kept = new Set([({ north }) => north, ({ east }) => east].flatMap((value) => thinRuns(joined,
    points.length > 1500 ? 700 : 1500, value).flat()));
  const d = joined.map((run) => run.filter((point) => kept.has(point))).filter(({ length }) => length > 0)
    .map((run) => `M${run.map((point) => `${x(point)} ${y(point)}`).join("L")}${run.length === 1 ? "h0" : ""}`).join("");
  const altitudes = points.map(({ altitude }) => altitude).filter((altitude) => typeof altitude === "number");
  const high = bounds(altitudes);
  const meters = (value) => valueText(value, "m");
  const length = meters(end.meters);
  return picture({
    testid: "picture-route", key, notes: drawnOf(points, [...kept]), name: `Route of ${name}`, className: "route", points,
    caption: ["Route ", h("b", {}, length), high && ` ${num(high.min)} to ${num(high.max)} m high`],
    place: (point) => ({ x: x(point) / WIDTH, y: 1 - y(point) / HEIGHT }),
    columns: {
      Time: ({ t }) => zone.seconds(t), "#Distance": (point) => meters(point.meters),
      "#Altitude": ({ altitude }) => typeof altitude === "number" && `${num(altitude)} m high`,
      "#Speed": ({ speed }) => speed >= 0 && `${num(speed * 3.6, 1)} km/h`,
    },
    drawing: s("svg", { class: "chart map", role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      label: `Route of ${length}, to scale, north is up. Altitude: ${sentence(altitudes, (value) => `${num(value)} m`)}.` },
    s("path", { class: "halo", d }), s("path", { class: "track", "data-line": "route", d }),
    kilometers(points).map((point) => s("g", { class: "kilometer" }, s("circle", { cx: x(point), cy: y(point), r: 9 }),
      s("text", { x: x(point), y: y(point), dy: "0.35em" }, point.number))),
    s("circle", { class: "start", cx: x(start), cy: y(start), r: 6 }), word(x(start), y(start), "Start", y(start) <= y(end)),
    s("rect", { class: "end", x: x(end) - 5, y: y(end) - 5, width: 10, height: 10 }), word(x(end), y(end), "End", y(start) > y(end)),
    scaleBar(size), s("g", { class: "cursor", "data-keep": true })),
  });
}

function kilometers(points) {
  const total = points[points.length - 1].meters;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((number) => total / 1000 / number <= 6) ?? 5000;
  return Array.from({ length: Math.min(6, Math.floor(total / 1000 / step)) }, (_, i) => (i + 1) * step)
    .map((number) => ({ ...points.find(({ meters }) => meters >= number * 1000), number }));
}

/** A word beside an end of the route, on the side that has room. */
const word = (x, y, text, isAbove) => s("text", { x, y, class: x > WIDTH - 90 ? "place before" : "place",
  dx: x > WIDTH - 90 ? "-0.8em" : "0.8em", dy: isAbove ? "-0.7em" : "1.4em" }, text);

function scaleBar(size) {
  const lengths = Array.from({ length: 21 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));
  const meters = lengths.findLast((length) => length / size <= 150) ?? 1;
  const width = Math.round((meters / size) * 10) / 10;
  return s("g", { class: "scale", "data-meters": meters }, s("path", { d: `M10 ${HEIGHT - 16}v6h${width}v-6` }),
    s("text", { x: 10 + width / 2, y: HEIGHT - 20 }, meters < 1000 ? `${meters} m` : `${num(meters / 1000)} km`));
}
