// The workouts of a day: statistics, activities, splits, laps, heart rate and route.

import { derived, itemOf, meta, nested, series, sourceKey, sourceNames, sourceText, unix } from "./document.js";
import { h } from "./dom.js";
import { clock, decimal, exact } from "./format.js";
import { cut, fieldText, measure, pace, valueText, words } from "./names.js";
import { sign } from "./states.js";
import { table } from "./tables.js";
import { heartPicture, routePicture } from "./workout-pictures.js";
import { zone } from "./zone.js";

const MOST_WORKOUTS = 10;
const ON_FOOT = /run|walk|hik|wheelchair|stair|track|cross country|snowshoe/i;

/** The sections of the workouts. */
export function workouts({ explained }, documents) {
  const sorted = [...documents].sort((a, b) => a.start_date - b.start_date);
  const shown = sorted.slice(0, MOST_WORKOUTS);
  return [
    shown.map((document) => section(document, documents, explained)),
    sorted.length > shown.length && h("p", { class: "note more", "data-key": "more workouts" }, `${MOST_WORKOUTS} of ${decimal(sorted.length)} workouts. The JSON has all.`),
  ];
}

function section(document, all, explained) {
  const item = itemOf(document);
  const local = zone(document.time_zone);
  const id = item.id ?? document.id.split("/")[1];
  const name = cut(item.name, 60);
  const span = local.span(unix(item.start_date), unix(item.end_date));
  const routes = nested(item, "workoutRoute").map(({ coordinates }) => coordinates ?? []).filter((points) => points.length > 0);
  const heart = nested(item, "samples").flatMap(({ data }) => data?.HKQuantityTypeIdentifierHeartRate ?? []);
  return h("section", { class: "workout", "data-testid": `workout-${id}`, "aria-label": `${name}, ${span}` },
    h("div", { class: "head" }, h("h3", {}, name), h("p", { class: "note" }, `${span} · `, h("bdi", {}, sourceText(document)), ` · times in ${local.name}`)),
    rule(document, all),
    statistics(document, item, name, explained), explained.slot(document.id),
    (heart.length > 0 || routes.length > 0) && h("div", { class: heart.length > 0 && routes.length > 0 ? "two" : "one" },
      heart.length > 0 && heartPicture({ document, item, local, heart, name, span }),
      routes.length > 0 && routePicture({ key: `route ${id}`, routes, local, name: `${name}, ${span}` })),
    activities(item, local), splits(item, name, span), laps(item, local, name, span), events(item, local, name, span), metadata(item, name, span));
}

/** Which of several workouts counts; nothing where there is only one. */
function rule(document, all) {
  const item = itemOf(document);
  const shortest = (other) => Math.min(item.end_date - item.start_date, other.end_date - other.start_date);
  const rivals = all.filter((other) => {
    const rival = itemOf(other);
    const common = Math.min(item.end_date, rival.end_date) - Math.max(item.start_date, rival.start_date);
    return other !== document && rival.name === item.name && sourceKey(rival.source) !== sourceKey(item.source) && common > 0 && common >= shortest(rival) / 2;
  });
  if (rivals.length === 0) return undefined;
  const names = [...new Set(rivals.flatMap(sourceNames))].slice(0, 3).join(", ");
  return meta(item, "primary") === 1
    ? h("p", { class: "rule primary" }, sign("ok"), h("span", {}, `Primary: counts, and the workout of ${names} does not`))
    : h("p", { class: "rule" }, `Not primary: the workout of ${names} overlaps it and counts`);
}

function statistics(document, item, name, explained) {
  const seconds = meta(item, "duration");
  const moving = meta(item, "moving_time");
  const sums = series(item).map(([key, list]) => [key, derived(list, "sum")]).filter(([, sum]) => sum);
  const length = sums.find(([key]) => key.startsWith("HKQuantityTypeIdentifierDistance"));
  const meters = length?.[1].value.quantity;
  const rows = [seconds !== undefined && stat("Duration", [exact(seconds)]), moving !== undefined && stat("In motion", [exact(moving)])];
  for (const [key, sum] of sums) {
    const title = TITLES[key] ?? words(key);
    const text = valueText(sum.value.quantity, sum.value.unit, key);
    rows.push(stat(title, measure(sum.value.quantity, sum.value.unit, key), explained.button({ document, figure: `/data/0/data/${key}`, what: `${title.toLowerCase()} ${text}`, owner: document.id,
      measure: { unit: sum.value.unit, key, isTotal: true } })));
    if (key === length?.[0] && seconds > 0) rows.push(speed(name, moving ?? seconds, meters));
  }
  for (const [key, list] of series(item)) {
    const average = derived(list, "average");
    const [least, greatest] = [derived(list, "minimum"), derived(list, "maximum")];
    if (average) rows.push(stat(TITLES[key] ?? words(key), measure(average.value.quantity, average.value.unit, key), least && greatest && h("span", { class: "note" }, `${decimal(least.value.quantity)} to ${decimal(greatest.value.quantity)}`)));
  }
  for (const [key, title] of [["elevation_ascended", "Climb"], ["elevation_descended", "Descent"], ["HKElevationAscended", "Climb"], ["HKWeatherTemperature", "Weather"]]) {
    const value = item.meta_data?.[key];
    if (value) rows.push(stat(title, measure(Math.round(value.quantity), value.unit, key)));
  }
  return h("dl", { class: "stats" }, rows.filter(Boolean).slice(0, 24));
}

const TITLES = { HKQuantityTypeIdentifierDistanceWalkingRunning: "Distance", HKQuantityTypeIdentifierDistanceCycling: "Distance", HKQuantityTypeIdentifierDistanceSwimming: "Distance",
  HKQuantityTypeIdentifierActiveEnergyBurned: "Energy", HKQuantityTypeIdentifierBasalEnergyBurned: "Energy at rest", HKQuantityTypeIdentifierStepCount: "Steps",
  HKQuantityTypeIdentifierHeartRate: "Heart rate" };

const stat = (title, [text, unit], beside) => h("div", { "data-key": title }, h("dt", {}, title), h("dd", {}, text, unit && [" ", h("small", {}, unit)], beside && [" ", beside]));

function speed(name, seconds, meters) {
  if (!(meters > 0)) return undefined;
  if (/swim/i.test(name)) return stat("Pace", [clock((seconds * 100) / meters), "/100 m"]);
  return ON_FOOT.test(name) ? stat("Pace", pace(seconds, meters)) : stat("Speed", [decimal((meters / seconds) * 3.6, 1), "km/h"]);
}

const fold = (key, title, number, content) => h("details", { class: "folded", "data-key": key }, h("summary", {}, `${title} (${decimal(number)})`), content);

function activities(item, local) {
  const list = Object.entries(item.nested_data ?? {}).filter(([key]) => key.startsWith("workoutActivity_")).flatMap(([, items]) => items).sort((a, b) => a.start_date - b.start_date);
  if (list.length === 0) return undefined;
  return fold("activities", "Activities", list.length, table({
    caption: `Activities, times in ${local.name}`, columns: ["Activity", "From", "To", "Figures"],
    rows: list.map((activity) => [
      activity.meta_data?.workout_activity_type?.unit ?? words(activity.name), local.seconds(unix(activity.start_date)), local.seconds(unix(activity.end_date)),
      series(activity).slice(0, 8).map(([key, quantities]) => {
        const value = derived(quantities, "sum") ?? derived(quantities, "average") ?? quantities[0];
        return `${words(key)} ${valueText(value.value.quantity, value.value.unit, key)}`;
      }).join("; "),
    ]),
  }));
}

function splits(item, name, span) {
  const list = nested(item, "splits");
  if (list.length === 0) return undefined;
  return fold("splits", "Splits", list.length, table({
    caption: `Splits of ${name}, ${span}`, columns: ["Split", { name: "Distance", isNumber: true }, { name: "Time", isNumber: true }, { name: "Pace", isNumber: true }],
    rows: { length: list.length, at: (index) => {
      const [meters, seconds] = [meta(list[index], "distance"), meta(list[index], "duration")];
      return [index + 1, valueText(meters, "m"), clock(seconds), pace(seconds, meters)?.join(" ") ?? ""];
    } },
  }));
}

function laps(item, local, name, span) {
  const list = nested(item, "laps");
  if (list.length === 0) return undefined;
  const keys = ["distance", "strokes", "stroke_style", "swolf"].filter((key) => list.some((lap) => lap.meta_data?.[key]));
  return fold("laps", "Laps", list.length, table({
    caption: `Laps of ${name}, ${span}`, columns: ["Lap", "From", { name: "Time", isNumber: true }, ...keys.map((key) => ({ name: words(key), isNumber: true }))],
    rows: { length: list.length, at: (index) => {
      const lap = list[index];
      const seconds = meta(lap, "duration");
      return [index + 1, local.seconds(unix(lap.start_date)), seconds === undefined ? "" : clock(seconds), ...keys.map((key) => lap.meta_data?.[key] ? fieldText(lap.meta_data[key], key) : "")];
    } },
  }));
}

function events(item, local, name, span) {
  const list = nested(item, "workoutEvents");
  if (list.length === 0) return undefined;
  return fold("events", "Events", list.length, table({
    caption: `Events of ${name}, ${span}`, columns: ["From", "To", "Event", "Metadata"],
    rows: { length: list.length, at: (index) => {
      const event = list[index];
      return [local.seconds(unix(event.start_date)), event.end_date === event.start_date ? "" : local.seconds(unix(event.end_date)), cut(event.name, 60),
        Object.entries(event.meta_data ?? {}).slice(0, 6).map(([key, value]) => `${words(key)} ${fieldText(value, key)}`).join("; ")];
    } },
  }));
}

function metadata(item, name, span) {
  const list = Object.entries(item.meta_data ?? {}).filter(([key]) => key !== "duration" && key !== "primary");
  if (list.length === 0) return undefined;
  return fold("metadata", "Metadata", list.length, table({ caption: `Metadata of ${name}, ${span}`, columns: ["Key", "Value"], rows: list.map(([key, value]) => [words(key), fieldText(value, key)]) }));
}
