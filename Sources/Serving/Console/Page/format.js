// Numbers, durations and dates as people read them.

const formatters = new Map();

/** A number with fixed decimal places and commas between thousands, such as `8,832.9`. */
export function decimal(value, places = 0) {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return String(value);
  if (!formatters.has(places)) {
    formatters.set(places, new Intl.NumberFormat("en-US", { minimumFractionDigits: places, maximumFractionDigits: places }));
  }
  const text = formatters.get(places).format(value);
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text;
}

/** A number with three significant digits, or without decimal places if it is whole or large. */
export function short(value) {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 100) return decimal(value);
  if (size < 0.01) return String(Number(value.toPrecision(2)));
  return decimal(value, size >= 10 ? 1 : 2);
}

/** A count with its word, such as `1 document` or `3 documents`. */
export const count = (number, word) => `${decimal(number)} ${word}${number === 1 ? "" : word.endsWith("s") ? "es" : "s"}`;

/** A duration such as `3 d 4 h`, `7 h 12 min`, `42 min` or `45 s`: nearest, halves up. */
export function duration(seconds) {
  if (!(seconds >= 59.5)) return `${decimal(Math.max(0, Math.floor((seconds || 0) + 0.5)))} s`;
  const minutes = Math.floor(seconds / 60 + 0.5);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2880) return pair(Math.floor(minutes / 60), "h", minutes % 60, "min");
  return pair(Math.floor(minutes / 1440), "d", Math.floor((minutes % 1440) / 60), "h");
}

const pair = (whole, unit, part, small) => part === 0 ? `${decimal(whole)} ${unit}` : `${decimal(whole)} ${unit} ${part} ${small}`;

/** A duration of less than an hour with its seconds, such as `52 min 15 s`. */
export function exact(seconds) {
  const whole = Math.floor(seconds + 0.5);
  if (whole < 60 || whole >= 3600) return duration(seconds);
  return pair(Math.floor(whole / 60), "min", whole % 60, "s");
}

/** Minutes and seconds of a pace or a split, such as `5:07`. */
export function clock(seconds) {
  const whole = Math.floor(seconds + 0.5);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}` : `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

/** The number and the unit of a size, such as `447` and `MiB`. */
export function size(bytes) {
  const mebibytes = bytes / 1048576;
  if (mebibytes < 1023.5) return [decimal(mebibytes), "MiB"];
  if (mebibytes < 1048064) return [decimal(mebibytes / 1024, 1), "GiB"];
  return [decimal(mebibytes / 1048576, 1), "TiB"];
}

/** The number and the unit of a latency, such as `38` and `ms`. */
export function latency(seconds) {
  if (seconds < 0.9995) return [decimal(seconds * 1000), "ms"];
  return [decimal(seconds, 1), "s"];
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
  "December"];

const DAY = 86400000;

/** Midnight in UTC of a date `2024-04-17`, in milliseconds. */
const midnight = (date) => Date.parse(`${date}T00:00:00Z`);
const parts = (date) => {
  const day = new Date(midnight(date));
  return { year: day.getUTCFullYear(), month: day.getUTCMonth(), day: day.getUTCDate(), weekday: day.getUTCDay() };
};

/** Whether a text is a date such as `2024-04-17`. */
export const isDate = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && new Date(midnight(text)).toJSON()?.startsWith(text) === true;

/** The date some days later. */
export const addDays = (date, days) => new Date(midnight(date) + days * DAY).toJSON().slice(0, 10);

/** The first day of the month that lies some months after that of a date. */
export const addMonths = (date, months) => {
  const { year, month } = parts(date);
  return new Date(Date.UTC(year, month + months, 1)).toJSON().slice(0, 10);
};

/** The position of a date in its week, from Monday 0. */
export const weekdayIndex = (date) => (parts(date).weekday + 6) % 7;

/** `Wed 17 Apr 2024` */
export const dayText = (date) => `${shortDay(date)} ${parts(date).year}`;
/** `Wed 17 Apr` */
export const shortDay = (date) => `${weekday(date)} ${dayAndMonth(date)}`;
/** `17 Apr` */
export const dayAndMonth = (date) => `${parts(date).day} ${MONTHS[parts(date).month]}`;
/** `Wed` */
export const weekday = (date) => WEEKDAYS[parts(date).weekday];
/** `17` */
export const dayOfMonth = (date) => parts(date).day;
/** `April 2024` */
export const monthText = (date) => `${LONG_MONTHS[parts(date).month]} ${parts(date).year}`;

/** `Tue 16 → Wed 17 Apr`, with the month of the first day only if it differs. */
export function nightText(date) {
  const before = addDays(date, -1);
  return [parts(before).month === parts(date).month ? `${weekday(before)} ${parts(before).day}` : shortDay(before), shortDay(date)];
}

/** `15–21 Apr`, or `29 Apr–5 May`. */
export function spanText(first, last) {
  return parts(first).month === parts(last).month ? `${parts(first).day}–${dayAndMonth(last)}` : `${dayAndMonth(first)}–${dayAndMonth(last)}`;
}
