// The workouts of a day: statistics, activities, splits, laps, heart rate and route.

import { activitiesOf, derived, figureOf, itemOf, meta, nested, series, sourceKey, sourceText } from "./document.js";
import { div, first, folded, h, p, pairs, section, soft, table } from "./dom.js";
import { lines } from "./pictures/charts.js";
import { routePicture } from "./pictures/route.js";
import { bounds, localTimes, roundNumbers, runs, sentence } from "./pictures/scale.js";
import { status } from "./states.js";
import { clock, cut, exact, fieldText, measure, num, valueText, words, zone } from "./words.js";

const HEART = "HKQuantityTypeIdentifierHeartRate";
/** Heart rates further apart are not joined. */
const LONGEST_GAP = 60;
const ON_FOOT = /run|walk|hik|wheelchair|stair|track|snowshoe/i;

export function workouts({ explained }, all) {
  const [shown, left] = first(10, [...all].sort((a, b) => a.start_date - b.start_date), "workouts");
  return [shown.map((doc) => workout(doc, all, explained)), left];
}

function workout(doc, all, explained) {
  const item = itemOf(doc);
  const local = zone(doc.time_zone);
  const span = local.span(item.start_date, item.end_date);
  const name = cut(item.name);
  const full = `${name}, ${span}`;
  const heart = heartPicture(doc.id, item, local, full);
  const route = routePicture({ key: `route ${doc.id}`, zone: local, name: full,
    routes: nested(item, "workoutRoute").map(({ coordinates = [] }) => coordinates) });
  return section({ testid: `workout-${item.id}`, title: name, class: "workout", label: full,
    beside: `${span} · ${sourceText(doc)} · times in ${local.name}` },
    rule(doc, all), statistics(doc, item, explained), explained.slot(doc.id), div(heart && route && "two", heart, route),
    tablesOf(item, local, full));
}

/** Which of several workouts counts. */
function rule(doc, all) {
  const item = itemOf(doc);
  const rivals = all.filter((other) => {
    const rival = itemOf(other);
    const common = Math.min(item.end_date, rival.end_date) - Math.max(item.start_date, rival.start_date);
    const shorter = Math.min(item.end_date - item.start_date, rival.end_date - rival.start_date);
    return rival.name === item.name && sourceKey(rival.source) !== sourceKey(item.source) && common > 0 && common >= shorter / 2;
  });
  if (rivals.length === 0) return undefined;
  const names = sourceText({ source: rivals.flatMap(({ source }) => source) });
  return p("rule", meta(item, "primary") === 1 ? status("ok", `Primary: counts instead of the workout of ${names}`)
    : `Not primary: the workout of ${names} counts`);
}

const titleOf = (key) => words(key).replace(/^Distance .*/, "Distance").replace("Active energy burned", "Energy").replace("Step count", "Steps");

function statistics(doc, item, explained) {
  const [seconds, moving] = [meta(item, "duration"), meta(item, "moving_time")];
  const stat = (name, [text, unit], ...beside) => [name, text, unit && [" ", h("small", {}, unit)], " ", beside];
  const rows = [seconds != null && stat("Duration", [exact(seconds)]), moving != null && stat("In motion", [exact(moving)])];
  for (const [key, quantities] of series(item)) {
    const figure = figureOf(key, quantities);
    const { parts, range, isTotal, quantity } = figure;
    const name = titleOf(key);
    const why = isTotal && explained.button({ doc, member: key, owner: doc.id, name, ...figure });
    rows.push(stat(name, parts, why, range && soft(range)));
    if (isTotal && key.includes("Distance") && quantity > 0) rows.push(stat(...speed(item.name, moving ?? seconds, quantity)));
  }
  for (const [key, name] of [["elevation_ascended", "Climb"], ["HKElevationAscended", "Climb"], ["HKWeatherTemperature", "Weather"]]) {
    const value = item.meta_data?.[key];
    if (value) rows.push(stat(name, measure(Math.round(value.quantity), value.unit)));
  }
  return pairs("stats", rows);
}

const pace = (seconds, meters) => clock((seconds * 1000) / meters);

function speed(name, seconds, meters) {
  if (/swim/i.test(name)) return ["Pace", [clock((seconds * 100) / meters), "/100 m"]];
  return ON_FOOT.test(name) ? ["Pace", [pace(seconds, meters), "/km"]] : ["Speed", [num((meters / seconds) * 3.6, 1), "km/h"]];
}

function tablesOf(item, local, full) {
  const fold = (name, rows, columns) => rows.length > 0
    && folded(`${name} (${num(rows.length)})`, table({ caption: `${name} of ${full}`, columns, rows }));
  const time = (one) => local.exactSpan(one.start_date, one.end_date);
  const field = (key) => ({ meta_data: { [key]: value } = {} }) => value && fieldText(value, key);
  const meters = (one) => meta(one, "distance");
  const length = (one) => meta(one, "duration") == null ? "" : clock(meta(one, "duration"));
  const laps = nested(item, "laps");
  const known = ["distance", "strokes", "stroke_style", "swolf"].filter((key) => laps.some(field(key)));
  return [
    fold("Activities", activitiesOf(item), { Activity: ({ name, meta_data: data }) => data?.workout_activity_type?.unit ?? name, Time: time,
      Statistics: (one) => series(one).slice(0, 8).map(([key, list]) => `${titleOf(key)} ${figureOf(key, list).text}`).join("; ") }),
    fold("Splits", nested(item, "splits"), { Split: (_, i) => i + 1, "#Distance": (one) => valueText(meters(one), "m"), "#Time": length,
      "#Pace": (one) => meters(one) > 0 && `${pace(meta(one, "duration"), meters(one))} /km` }),
    fold("Laps", laps, { Lap: (_, i) => i + 1, Time: time, "#Length": length,
      ...Object.fromEntries(known.map((key) => [`#${words(key)}`, field(key)])) }),
    fold("Metadata", Object.entries(item.meta_data ?? {}), { Key: ([key]) => words(key), Value: ([key, value]) => fieldText(value, key) }),
  ];
}

function heartPicture(id, item, local, full) {
  // A sample with a length is a level line from its start to its end.
  const points = nested(item, "samples").flatMap(({ data }) => data?.[HEART] ?? []).filter(({ type }) => type !== "minimum" && type !== "maximum")
    .flatMap(({ start_date: start, end_date: end, value: { quantity: v } }) => end > start ? [{ t: start, v }, { t: end, v }]
      : [{ t: start, v }]).sort((a, b) => a.t - b.t);
  if (points.length === 0) return undefined;
  const [from, to] = [item.start_date, Math.max(item.end_date, item.start_date + 1)];
  const values = points.map(({ v }) => v);
  const { min, max } = bounds(values);
  const spread = Math.max(max - min, 10);
  const [low, high] = [min - spread * 0.12, max + spread * 0.14];
  const pieces = runs(points, (a, b) => b.t - a.t <= LONGEST_GAP);
  const gaps = pieces.slice(1).map((piece, i) => ({ from: pieces[i].at(-1).t, to: piece[0].t, label: "no samples" }))
    .filter((gap) => gap.to - gap.from > (to - from) * 0.03);
  const average = derived(item.data?.[HEART], "average");
  const bpm = (value) => `${num(value)} bpm`;
  const laps = nested(item, "laps").map(({ start_date: at }) => at).filter((at) => at > from + 1);
  return lines({
    testid: "picture-heart", key: `heart ${id}`, name: `Heart rate of ${full}`, height: "12.5rem", className: "heart", points, from, to, low, high,
    label: `Heart rate: ${sentence(values, bpm)}.`,
    caption: ["Heart rate ", average && h("b", {}, bpm(average.value.quantity)), ` ${num(min)} to ${num(max)}`],
    xTicks: localTimes(local, from, to, 7), yTicks: roundNumbers(low, high, 5).map((at) => ({ at, label: num(at) })),
    lines: [{ name: "heart", className: "red", runs: pieces, hasArea: true }],
    bands: [...pauses(item).map(([start, end]) => ({ from: start, to: end, label: "Pause",
      attributes: { class: "pause", "data-pause": true, "data-start": start, "data-end": end } })), ...gaps.slice(0, 5)],
    laps: laps.slice(0, 60).map((at, i) => ({ at, label: laps.length > 8 ? "" : `Lap ${i + 2}` })),
    peak: { ...points.find(({ v }) => v === max), label: num(max) },
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
