// The heart rate and the route of a workout.

import { derived, meta, nested, unix } from "./document.js";
import { h } from "./dom.js";
import { decimal } from "./format.js";
import { measure, valueText } from "./names.js";
import { localTimes, roundNumbers } from "./pictures/axis.js";
import { lines } from "./pictures/lines.js";
import { project, route } from "./pictures/route.js";
import { bounds, runs } from "./pictures/thin.js";
import { EPOCH } from "./zone.js";

/** Heart rates further apart than this are not joined. */
const LONGEST_GAP = 60;
const MOST_LAPS = 60;

/** The heart rate: broken where neighbors are too far apart, with pauses and laps. */
export function heartPicture({ document, item, local, heart, name, span }) {
  const points = pointsOf(heart);
  const from = unix(item.start_date);
  const to = Math.max(unix(item.end_date), from + 1);
  const found = bounds(points);
  const spread = Math.max(found.greatest - found.least, 10);
  const low = found.least - spread * 0.12;
  const high = found.greatest + spread * 0.14;
  const pieces = runs(points, (a, b) => b.t - a.t <= LONGEST_GAP);
  const gaps = pieces.slice(1).map((piece, index) => ({ from: pieces[index].at(-1).t, to: piece[0].t })).filter((gap) => (gap.to - gap.from) / (to - from) > 0.025);
  const average = derived(item.data?.HKQuantityTypeIdentifierHeartRate, "average");
  const peak = points.find(({ v }) => v === found.greatest);
  const bpm = (value) => `${decimal(value)} bpm`;
  return lines({
    testid: "picture-heart", key: `heart ${document.id}`, name: `Heart rate of ${name}, ${span}`, height: "12.5rem",
    label: `Heart rate: least ${bpm(found.least)}, greatest ${bpm(found.greatest)} at ${local.time(peak.t)}, last ${bpm(found.last)}.`,
    caption: ["Heart rate ", average && h("b", {}, bpm(average.value.quantity)), ` ${decimal(found.least)} to ${decimal(found.greatest)}`],
    from, to, low, high, xTicks: localTimes(local, from, to, 7), yTicks: roundNumbers(low, high, 5).map((at) => ({ at, label: decimal(at) })),
    lines: [{ name: "heart", className: "red", runs: pieces, hasArea: true }],
    bands: [
      ...pauses(item).map((pause) => ({ from: pause.from, to: pause.to, label: "Pause", attributes: { class: "pause", "data-pause": true, "data-start": pause.from - EPOCH, "data-end": pause.to - EPOCH } })),
      ...gaps.slice(0, 40).map((gap, index) => ({ ...gap, label: index < 3 ? "no samples" : "", attributes: { class: "gap" } })),
    ],
    marks: lapStarts(item, from).map((at, index, all) => ({ at, label: all.length <= 8 ? `Lap ${index + 2}` : "" })),
    peak: { ...peak, label: decimal(found.greatest) },
    points, text: (point) => `${local.seconds(point.t)}: ${bpm(point.v)}`,
    table: { caption: `Heart rate of ${name}, ${span}`, columns: ["Time", { name: "Heart rate", isNumber: true }], rest: "the JSON has all",
      rows: { length: points.length, at: (index) => [local.seconds(points[index].t), bpm(points[index].v)] } },
  });
}

/** A sample with a length is a level line from its start to its end. */
function pointsOf(heart) {
  const points = [];
  for (const { start_date: start, end_date: end, type, value } of heart) {
    if (type === "minimum" || type === "maximum") continue;
    points.push({ t: unix(start), v: value.quantity });
    if (end > start) points.push({ t: unix(end), v: value.quantity });
  }
  return points.sort((a, b) => a.t - b.t);
}

/** The spans from a pause to the next resume, of the workout and its activities; an open one lasts to the end. */
function pauses(item) {
  const own = nested(item, "workoutEvents");
  const others = Object.entries(item.nested_data ?? {}).filter(([key]) => key.startsWith("workoutActivity_")).flatMap(([, list]) => list.flatMap((activity) => nested(activity, "workoutEvents")));
  const events = [...own, ...others].filter(({ name }) => name === "Pause" || name === "Resume").sort((a, b) => a.start_date - b.start_date);
  const spans = [];
  let from;
  for (const { name, start_date: time } of events) {
    if (name === "Pause") from ??= unix(time);
    else if (from !== undefined) {
      spans.push({ from, to: unix(time) });
      from = undefined;
    }
  }
  if (from !== undefined) spans.push({ from, to: unix(item.end_date) });
  return spans.slice(0, 100);
}

/** Where laps begin, but for the one that begins with the workout. */
function lapStarts(item, from) {
  const laps = nested(item, "laps").length > 0 ? nested(item, "laps") : nested(item, "workoutEvents").filter(({ name }) => name === "Lap");
  return laps.map(({ start_date: time }) => unix(time)).filter((time) => time > from + 1).slice(0, MOST_LAPS);
}

/** A route to scale. Its words and numbers never have coordinates. */
export function routePicture({ key, routes: raw, local, name }) {
  const valid = raw.map((points) => points.filter(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)).filter((points) => points.length > 0);
  if (valid.length === 0) return h("p", { class: "note" }, "The route has no points on the Earth.");
  const routes = project(valid);
  const points = routes.flat();
  const meters = points[points.length - 1].meters;
  const high = bounds(points.filter(({ altitude }) => typeof altitude === "number"), ({ altitude }) => altitude);
  const length = valueText(meters, "m");
  const altitudes = high && `${decimal(high.least)} to ${decimal(high.greatest)} m high`;
  const height = (point) => typeof point.altitude === "number" ? `${decimal(point.altitude)} m` : "";
  return route({
    testid: "picture-route", key, name: `Route of ${name}`, routes, className: "route",
    label: `Route of ${length}, to scale, north is up.${high ? ` Altitude: least ${decimal(high.least)} m, greatest ${decimal(high.greatest)} m, last ${decimal(high.last)} m.` : ""}`,
    caption: ["Route ", h("b", {}, length), altitudes && ` ${altitudes}`],
    text: (point) => [`${local.seconds(unix(point.t))}: ${valueText(point.meters, "m")} from the start`, height(point) && `${height(point)} high`].filter(Boolean).join(", "),
    table: { caption: `Route of ${name}`, columns: ["Time", { name: "Distance", isNumber: true }, { name: "Altitude", isNumber: true }, { name: "Speed", isNumber: true }], rest: "the JSON has all",
      rows: { length: points.length, at: (index) => cells(points[index], local, height) } },
  });
}

function cells(point, local, height) {
  const speed = point.speed >= 0 ? measure(point.speed * 3.6, "km/h").join(" ") : "";
  return [local.seconds(unix(point.t)), valueText(point.meters, "m"), height(point), speed];
}
