// Numbers, durations, dates, names and values as people read them.

import { p } from "./dom.js";

const formatters = new Map();

/** A number such as `8,832.9`. */
export function num(value, places = 0) {
  if (!(Math.abs(value) < 1e15)) return String(value);
  const options = { minimumFractionDigits: places, maximumFractionDigits: places };
  if (!formatters.has(places)) formatters.set(places, new Intl.NumberFormat("en-US", options));
  return formatters.get(places).format(value).replace(/^-(?=[0.,]*$)/, "");
}

/** A number with three significant digits, or without decimal places if it is whole or large. */
function short(value) {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 100) return num(value);
  return size < 0.01 ? String(Number(value.toPrecision(2))) : num(value, size >= 10 ? 1 : 2);
}

export const count = (number, word) => `${num(number)} ${number === 1 ? word : word.replace(/y$/, "ie")}${number === 1 ? "" : "s"}`;

const pair = (whole, unit, part, small) => `${num(whole)} ${unit}${part === 0 ? "" : ` ${part} ${small}`}`;

/** `3 d 4 h`, `7 h 12 min`, `42 min` or `45 s`: nearest, halves up. */
export function duration(seconds) {
  if (!(seconds >= 59.5)) return `${Math.max(0, Math.round(seconds || 0))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2880) return pair(Math.floor(minutes / 60), "h", minutes % 60, "min");
  return pair(Math.floor(minutes / 1440), "d", Math.floor((minutes % 1440) / 60), "h");
}

/** `52 min 15 s` */
export function exact(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 || whole >= 3600 ? duration(seconds) : pair(Math.floor(whole / 60), "min", whole % 60, "s");
}

/** `5:07` */
export function clock(seconds) {
  const whole = Math.round(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return `${minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`}:${two(whole % 60)}`;
}

export function size(bytes) {
  const mebibytes = bytes / 1048576;
  return mebibytes < 1023.5 ? `${num(mebibytes)} MiB` : `${num(mebibytes / 1024, 1)} GiB`;
}

export const latency = (seconds) => seconds < 0.9995 ? `${num(seconds * 1000)} ms` : seconds < 6000 ? `${num(seconds, 1)} s` : `${num(seconds / 86400, 1)} d`;

const WEEKDAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");
const MONTHS = "January February March April May June July August September October November December".split(" ");

const day = (date) => new Date(`${date}T00:00:00Z`);
const dateOf = (time) => new Date(time).toJSON().slice(0, 10);
const month = (date) => day(date).getUTCMonth();

export const isDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(+day(text)) && dateOf(day(text)) === text;
export const addDays = (date, days) => dateOf(+day(date) + days * 86400000);
export const addMonths = (date, months) => dateOf(Date.UTC(day(date).getUTCFullYear(), month(date) + months, 1));
// A week begins on Monday, with 0.
export const weekdayIndex = (date) => (day(date).getUTCDay() + 6) % 7;
export const weekday = (date) => WEEKDAYS[day(date).getUTCDay()];
export const dayOfMonth = (date) => day(date).getUTCDate();
// `17 Apr`, `Wed 17 Apr`, `Wed 17 Apr 2024`, `April 2024`, `15–21 Apr`, `Tue 16` and `Wed 17 Apr`
export const dayAndMonth = (date) => `${dayOfMonth(date)} ${MONTHS[month(date)].slice(0, 3)}`;
export const shortDay = (date) => `${weekday(date)} ${dayAndMonth(date)}`;
export const dayText = (date) => `${shortDay(date)} ${date.slice(0, -6)}`;
export const monthText = (date) => `${MONTHS[month(date)]} ${date.slice(0, -6)}`;
export const spanText = (from, to) => `${month(from) === month(to) ? dayOfMonth(from) : dayAndMonth(from)}–${dayAndMonth(to)}`;
export function nightText(date) {
  const eve = addDays(date, -1);
  return [month(eve) === month(date) ? `${weekday(eve)} ${dayOfMonth(eve)}` : shortDay(eve), shortDay(date)];
}

/** Returns `Step count` for `HKQuantityTypeIdentifierStepCount`. */
export function words(identifier) {
  const [before, after] = identifier.split("TypeIdentifier");
  const name = (identifier.startsWith("HK") ? after || before.replace(/^HK(DataType)?/, "") : identifier)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll("_", " ").toLowerCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `sleep/1A2B3C4D…` */
export const shortID = (id) => String(id).replace(/([0-9A-F]{8})-[0-9A-F-]{27}/, "$1…");

/** At most so many characters of a text of an upload, without those that turn the direction of the page. */
export function cut(text, most = 80) {
  const letters = [...String(text).replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")];
  return letters.slice(0, most).join("") + (letters.length > most ? "…" : "");
}

const BEATS = /HeartRate(?!Variability)|^average$|^minimum$|^maximum$|heart_rate/;

/** The number and the unit of a value. HealthKit stores humidity in percent, and other percentages as fractions. */
export function measure(number, unit, key = "") {
  if (unit === "bool") return [number === 0 ? "no" : "yes"];
  if (unit === "s" || unit === "TimeInterval") return [duration(number)];
  if (unit === "%") return [num(key === "HKWeatherHumidity" ? number : number * 100), "%"];
  if (unit === "m" && Math.abs(number) >= 1000) return [num(number / 1000, 1), "km"];
  if (unit === "count/min" && BEATS.test(key)) return [num(number), "bpm"];
  return unit === "count" ? [short(number)] : [short(number), unit.replace(/^deg([CF])$/, "°$1")];
}

/** `14.2 km` */
export const valueText = (number, unit, key) => measure(number, cut(unit), key).join(" ");

/** `4.1 to 8.0 mmol/L` */
export function rangeText(low, high, unit, key) {
  const [[min, from], [max, to]] = [measure(low, unit, key), measure(high, unit, key)];
  return `${min}${from === to ? "" : ` ${from}`} to ${max}${to ? ` ${to}` : ""}`;
}

const UNIT = /^(count|bool|TimeInterval|%|[mcdkµnp]?(s|m|g|L|V|W|J|cal|S)|min|hr|d|ft|in|mi|yd|lb|oz|mcg|mmHg|deg[CFK]?|K|Hz|dB\w*|IU|\S*[/·^]\S*)$/;

/** A field: a text stands as the unit of a zero, and the name of a value as its unit. */
export function fieldText({ quantity, unit }, key) {
  return (quantity === 0 || key === "value") && !UNIT.test(unit) ? cut(unit, 160) : valueText(quantity, unit, key);
}

// Local times. Instants are seconds since 2001-01-01T00:00:00Z, as in documents.

const EPOCH = 978307200;
const zones = new Map();

/** The instant of an RFC 3339 text; undefined if there is none. */
export function instant(text) {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time / 1000 - EPOCH;
}

export const now = () => Date.now() / 1000 - EPOCH;

/** Returns the zone of a name or an offset such as `+03:00`. */
export function zone(name = "UTC") {
  if (!zones.has(name)) zones.set(name, new Zone(name));
  return zones.get(name);
}

class Zone {
  constructor(name) {
    this.name = name;
    this.offsets = new Map();
    const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
    if (sign) this.fixed = `${sign}1` * (hours * 3600 + minutes * 60);
    else try {
      this.format = new Intl.DateTimeFormat("sv", { timeZone: name, dateStyle: "short", timeStyle: "medium" });
    } catch {
      this.fixed = 0;
      this.name = `UTC (this browser does not know ${name})`;
    }
  }

  /** Seconds to add to UTC. Clocks change at a quarter of an hour. */
  offset(time) {
    if (this.fixed != null) return this.fixed;
    const quarter = Math.floor(time / 900) * 900;
    let offset = this.offsets.get(quarter);
    if (offset == null) {
      // Swedish times are `2024-04-17 08:15:00`.
      offset = (instant(`${this.format.format((quarter + EPOCH) * 1000).replace(" ", "T")}Z`) ?? quarter) - quarter;
      if (this.offsets.size > 5000) this.offsets.clear();
      this.offsets.set(quarter, offset);
    }
    return offset;
  }

  local(time) {
    const date = new Date(Math.floor(time + this.offset(time) + EPOCH) * 1000);
    return Number.isNaN(+date) ? "" : date.toJSON();
  }

  // `2024-04-17`, `00:15`, `00:15:02`, `00:15–07:02`, `00:15:02–00:16:00`
  date(time) { return this.local(time).slice(0, -14); }
  time(time) { return this.local(time).slice(-13, -8); }
  seconds(time) { return this.local(time).slice(-13, -5); }
  span(start, end) { return start === end ? this.time(start) : `${this.time(start)}–${this.time(end)}`; }
  exactSpan(start, end) { return start === end ? this.seconds(start) : `${this.seconds(start)}–${this.seconds(end)}`; }

  /** The first instant of a local date. */
  startOf(date) {
    const midnight = instant(`${date}T00:00:00Z`);
    let time = midnight - this.offset(midnight - this.offset(midnight));
    for (let quarters = 0; quarters < 12 && this.date(time) < date; quarters += 1) time += 900;
    while (this.date(time - 1) === date) time -= 900;
    return time;
  }
}
