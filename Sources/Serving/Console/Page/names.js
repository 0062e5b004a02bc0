// Words for the names of HealthKit, and values with their units.

import { clock, decimal, duration, short } from "./format.js";

/** The part of an identifier that names the type: `BloodPressure` of `HKCorrelationTypeIdentifierBloodPressure`. */
function nameOf(identifier) {
  if (!identifier.startsWith("HK")) return identifier;
  const [before, after] = identifier.split("TypeIdentifier");
  if (after === undefined) return identifier.replace(/^HK(DataType)?/, "");
  return after === "" ? before.slice(2) : after;
}

/** Returns `Step count` for `HKQuantityTypeIdentifierStepCount`, and `Flights climbed` for `flightsClimbed`. */
export function words(identifier) {
  const text = nameOf(String(identifier)).replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/_/g, " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Shortens an id to a form such as `sleep/1A2B3C4D…`, which is enough to tell two UUIDs apart. */
export const shortID = (id) => String(id).replace(/([0-9A-F]{8})-[0-9A-F-]{27}/, "$1…");

/** At most so many characters of a text that an upload brought. */
export function cut(text, most = 160) {
  const letters = [...String(text)];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : letters.join("");
}

const BEATS = /HeartRate(?!Variability)|^average$|^heart|^minimum$|^maximum$|heart_rate/;

/** Whether a rate of this key is beats of a heart. */
const isBeats = (key, unit) => unit === "count/min" && BEATS.test(key ?? "");

/** The text after a number; empty for counts. */
function unitText(unit) {
  if (unit === "count") return "";
  if (unit === "degC") return "°C";
  if (unit === "degF") return "°F";
  return cut(unit, 60);
}

/**
 * The number and the unit of a value, such as `["14.2", "km"]`. `key` is the identifier or the key of metadata.
 *
 * HealthKit stores the humidity of the air in percent, and all other percentages as fractions.
 */
export function measure(number, unit, key) {
  if (unit === "bool") return [number === 0 ? "no" : "yes", ""];
  if (unit === "s" || unit === "TimeInterval") return [duration(number), ""];
  if (unit === "%") return [decimal(key === "HKWeatherHumidity" ? number : number * 100), "%"];
  if (unit === "m" && Math.abs(number) >= 1000) return [decimal(number / 1000, 1), "km"];
  if (isBeats(key, unit)) return [decimal(number), "bpm"];
  // A text stands as the unit of a zero, and so does the name of a category's value.
  return [short(number), unitText(unit)];
}

/** A value with its unit as one text, such as `14.2 km`. */
export function valueText(number, unit, key) {
  const [text, after] = measure(number, unit, key);
  return after ? `${text} ${after}` : text;
}

const KNOWN_UNIT = /^(count|bool|%|s|ms|min|hr|d|m|cm|mm|km|ft|in|mi|yd|g|kg|mg|mcg|lb|oz|L|mL|kcal|cal|J|kJ|mmHg|deg[CFK]?|K|W|V|µV|S|Hz|dB\w*|IU|TimeInterval|[^ ]*[/·^][^ ]*)$/;

/** The text of a value of metadata or a field: texts stand as the unit of a zero. */
export function fieldText(value, key) {
  if (!value || typeof value.unit !== "string") return "";
  if (value.quantity === 0 && !KNOWN_UNIT.test(value.unit)) return cut(value.unit);
  if (key === "value" && !KNOWN_UNIT.test(value.unit)) return cut(value.unit);
  return valueText(value.quantity, value.unit, key);
}

/**
 * How the values of a series are drawn and written: `factor` makes the number of an axis, `unit` stands once for all.
 */
export function scaleOf(unit, key) {
  if (unit === "%") return { factor: 100, unit: "%", text: (value) => `${decimal(value * 100)} %` };
  if (isBeats(key, unit)) return { factor: 1, unit: "bpm", text: (value) => `${decimal(value)} bpm` };
  const after = unitText(unit);
  return { factor: 1, unit: after, text: (value) => valueText(value, unit, key) };
}

/** The pace of a distance on foot, such as `["5:07", "/km"]`; undefined without distance. */
export const pace = (seconds, meters) => meters > 0 ? [clock((seconds * 1000) / meters), "/km"] : undefined;
