// The workouts of a day: statistics, activities, splits, laps, heart rate and route.

import { activitiesOf, derived, figureOf, itemOf, meta, nested, series, sourceKey, sourceText } from "./document.js";
import { h, pairs, section } from "./dom.js";
import { lines } from "./pictures/lines.js";
import { routePicture } from "./pictures/route.js";
import { bounds, localTimes, roundNumbers, runs, sentence } from "./pictures/scale.js";
import { status } from "./states.js";
import { first, folded, table } from "./tables.js";
import { clock, cut, decimal, exact, fieldText, measure, valueText, words } from "./words.js";
import { zone } from "./zone.js";

const HEART = "HKQuantityTypeIdentifierHeartRate";
/** Heart rates further apart are not joined. */
const LONGEST_GAP = 60;
const ON_FOOT = /run|walk|hik|wheelchair|stair|track|snowshoe/i;

/** The sections of the workouts. */
export function workouts({ explained }, all) {
  const [shown, left] = first(10, [...all].sort((a, b) => a.start_date - b.start_date), "workouts");
  return [shown.map((document) => workout(document, all, explained)), left];
}

function workout(document, all, explained) {
  const item = itemOf(document);
  const local = zone(document.time_zone);
  const span = local.span(item.start_date, item.end_date);
  const name = cut(item.name);
  const full = `${name}, ${span}`;
  const heart = heartPicture(document.id, item, local, full);
  const route = routePicture({ key: `route ${document.id}`, zone: local, name: full, routes: nested(item, "workoutRoute").map(({ coordinates = [] }) => coordinates) });
  return section({ testid: `workout-${item.id}`, title: name, class: "workout", "aria-label": full, beside: `${span} · ${sourceText(document)} · times in ${local.name}` },
    rule(document, all), statistics(document, item, explained), explained.slot(document.id), h("div", { class: heart && route && "two" }, heart, route),
    tablesOf(item, local, full));
}

/** Which of several workouts counts; nothing where there is only one. */
function rule(document, all) {
  const item = itemOf(document);
  const rivals = all.filter((other) => {
    const rival = itemOf(other);
    const common = Math.min(item.end_date, rival.end_date) - Math.max(item.start_date, rival.start_date);
    const shorter = Math.min(item.end_date - item.start_date, rival.end_date - rival.start_date);
    return rival.name === item.name && sourceKey(rival.source) !== sourceKey(item.source) && common > 0 && common >= shorter / 2;
  });
  if (rivals.length === 0) return undefined;
  const names = sourceText({ source: rivals.flatMap(({ source }) => source) });
  return h("p", { class: "rule" }, meta(item, "primary") === 1 ? status("ok", `Primary: counts, and the workout of ${names} does not`)
    : `Not primary: the workout of ${names} overlaps it and counts`);
}

const TITLES = { DistanceWalkingRunning: "Distance", DistanceCycling: "Distance", DistanceSwimming: "Distance", ActiveEnergyBurned: "Energy",
  BasalEnergyBurned: "Energy at rest", StepCount: "Steps" };
const titleOf = (key) => TITLES[key.replace("HKQuantityTypeIdentifier", "")] ?? words(key);

function statistics(document, item, explained) {
  const [seconds, moving] = [meta(item, "duration"), meta(item, "moving_time")];
  const stat = (name, [text, unit], ...beside) => [name, text, unit && [" ", h("small", {}, unit)], " ", beside];
  const rows = [seconds !== undefined && stat("Duration", [exact(seconds)]), moving !== undefined && stat("In motion", [exact(moving)])];
  for (const [key, quantities] of series(item)) {
    const { main, parts, text, range, isTotal } = figureOf(key, quantities);
    const what = `${titleOf(key).toLowerCase()} ${text}`;
    const why = isTotal && explained.button({ document, figure: `/data/0/data/${key}`, what, owner: document.id, unit: main.value.unit, key, isTotal });
    rows.push(stat(titleOf(key), parts, why, range && h("span", { class: "note" }, range)));
    if (isTotal && key.includes("Distance") && main.value.quantity > 0) rows.push(stat(...speed(item.name, moving ?? seconds, main.value.quantity)));
  }
  for (const [key, name] of [["elevation_ascended", "Climb"], ["HKElevationAscended", "Climb"], ["HKWeatherTemperature", "Weather"]]) {
    const value = item.meta_data?.[key];
    if (value) rows.push(stat(name, measure(Math.round(value.quantity), value.unit)));
  }
  return pairs("stats", rows.filter(Boolean).slice(0, 24));
}

const pace = (seconds, meters) => clock((seconds * 1000) / meters);

function speed(name, seconds, meters) {
  if (/swim/i.test(name)) return ["Pace", [clock((seconds * 100) / meters), "/100 m"]];
  return ON_FOOT.test(name) ? ["Pace", [pace(seconds, meters), "/km"]] : ["Speed", [decimal((meters / seconds) * 3.6, 1), "km/h"]];
}

/** Folded tables of what a workout is made of. */
function tablesOf(item, local, full) {
  const fold = (name, list, columns) => list.length > 0 && folded(`${name} (${decimal(list.length)})`, table({ caption: `${name} of ${full}`, columns: Object.keys(columns),
    rows: { length: list.length, at: (index) => Object.values(columns).map((cell) => cell(list[index], index)) } }));
  const time = (one) => local.exactSpan(one.start_date, one.end_date);
  const field = (key) => ({ meta_data: { [key]: value } = {} }) => value && fieldText(value, key);
  const meters = (one) => meta(one, "distance");
  const length = (one) => meta(one, "duration") === undefined ? "" : clock(meta(one, "duration"));
  const laps = nested(item, "laps");
  const known = ["distance", "strokes", "stroke_style", "swolf"].filter((key) => laps.some(field(key)));
  return [
    fold("Activities", activitiesOf(item), { Activity: ({ name, meta_data: data }) => data?.workout_activity_type?.unit ?? name, Time: time,
      Statistics: (one) => series(one).slice(0, 8).map(([key, list]) => `${titleOf(key)} ${figureOf(key, list).text}`).join("; ") }),
    fold("Splits", nested(item, "splits"), { Split: (_, index) => index + 1, "#Distance": (one) => valueText(meters(one), "m"), "#Time": length,
      "#Pace": (one) => meters(one) > 0 && `${pace(meta(one, "duration"), meters(one))} /km` }),
    fold("Laps", laps, { Lap: (_, index) => index + 1, Time: time, "#Length": length, ...Object.fromEntries(known.map((key) => [`#${words(key)}`, field(key)])) }),
    fold("Events", nested(item, "workoutEvents"), { Event: ({ name }) => cut(name), Time: time }),
    fold("Metadata", Object.entries(item.meta_data ?? {}), { Key: ([key]) => words(key), Value: ([key, value]) => fieldText(value, key) }),
  ];
}

/** The heart rate: broken where neighbors are too far apart, with pauses and laps; nothing without samples. */
function heartPicture(id, item, local, full) {
  // A sample with a length is a level line from its start to its end.
  const points = nested(item, "samples").flatMap(({ data }) => data?.[HEART] ?? []).filter(({ type }) => type !== "minimum" && type !== "maximum")
    .flatMap(({ start_date: start, end_date: end, value: { quantity: v } }) => end > start ? [{ t: start, v }, { t: end, v }] : [{ t: start, v }]).sort((a, b) => a.t - b.t);
  if (points.length === 0) return undefined;
  const [from, to] = [item.start_date, Math.max(item.end_date, item.start_date + 1)];
  const values = points.map(({ v }) => v);
  const { least, greatest } = bounds(values);
  const spread = Math.max(greatest - least, 10);
  const [low, high] = [least - spread * 0.12, greatest + spread * 0.14];
  const pieces = runs(points, (a, b) => b.t - a.t <= LONGEST_GAP);
  const gaps = pieces.slice(1).map((piece, index) => ({ from: pieces[index].at(-1).t, to: piece[0].t, label: "no samples" }))
    .filter((gap) => gap.to - gap.from > (to - from) * 0.03);
  const average = derived(item.data?.[HEART], "average");
  const bpm = (value) => `${decimal(value)} bpm`;
  const laps = nested(item, "laps").map(({ start_date: at }) => at).filter((at) => at > from + 1);
  return lines({
    testid: "picture-heart", key: `heart ${id}`, name: `Heart rate of ${full}`, height: "12.5rem", className: "heart", points, from, to, low, high,
    label: `Heart rate: ${sentence(values, bpm)}.`,
    caption: ["Heart rate ", average && h("b", {}, bpm(average.value.quantity)), ` ${decimal(least)} to ${decimal(greatest)}`],
    xTicks: localTimes(local, from, to, 7), yTicks: roundNumbers(low, high, 5).map((at) => ({ at, label: decimal(at) })),
    lines: [{ name: "heart", className: "red", runs: pieces, hasArea: true }],
    bands: [...pauses(item).map(([start, end]) => ({ from: start, to: end, label: "Pause",
      attributes: { class: "pause", "data-pause": true, "data-start": start, "data-end": end } })), ...gaps.slice(0, 5)],
    laps: laps.slice(0, 60).map((at, index) => ({ at, label: laps.length > 8 ? "" : `Lap ${index + 2}` })),
    peak: { ...points.find(({ v }) => v === greatest), label: decimal(greatest) },
    columns: { Time: ({ t }) => local.seconds(t), "#Heart rate": ({ v }) => bpm(v) },
  });
}

/** The spans from a pause to the next resume, of the workout and its activities; an open one lasts to the end. */
function pauses(item) {
  const events = [item, ...activitiesOf(item)].flatMap((one) => nested(one, "workoutEvents"))
    .filter(({ name }) => name === "Pause" || name === "Resume").sort((a, b) => a.start_date - b.start_date);
  const spans = [];
  for (const { name, start_date: time } of events) {
    const open = spans.at(-1)?.length === 1;
    if (name === "Pause" && !open) spans.push([time]);
    if (name === "Resume" && open) spans.at(-1).push(time);
  }
  return spans.slice(0, 100).map(([start, end = item.end_date]) => [start, end]);
}
