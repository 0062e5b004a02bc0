// Places on axes, and fewer points where there are more than a picture can show.

import { MOST_POINTS } from "../dom.js";
import { addDays, shortDay } from "../words.js";

/** A function from values to fractions of an axis. */
export const scale = (from, to) => to > from ? (value) => (value - from) / (to - from) : () => 0.5;

/** Round numbers between two bounds, about `wanted` of them. Sizes in bytes have powers of two. */
export function roundNumbers(min, max, wanted = 4, base = 10) {
  let step = base ** Math.floor(Math.log((max - min) / wanted) / Math.log(base));
  step *= [1, 2, 5, 10].find((factor) => (max - min) / (step * factor) <= wanted + 1) ?? 1;
  if (!(step > 0 && step < Infinity)) return [min];
  const numbers = [];
  for (let i = Math.ceil(min / step); i * step <= max; i += 1) numbers.push(i * step);
  return numbers;
}

const STEPS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 21600, 43200];

/** Round local times. Distances are elapsed time: in a night in which the clock changes, a label is missing or comes twice. */
export function localTimes(zone, from, to, most = 10) {
  const ticks = [];
  const step = STEPS.find((seconds) => (to - from) / seconds <= most);
  if (!step) {
    const days = Math.ceil((to - from) / 86400 / most);
    for (let date = zone.date(from); ticks.length <= most && zone.startOf(date) <= to; date = addDays(date, days)) {
      ticks.push({ at: zone.startOf(date), label: shortDay(date) });
    }
    return ticks.filter(({ at }) => at >= from);
  }
  const stride = Math.min(step, 900);
  const offset = zone.offset(from);
  for (let at = Math.ceil((from + offset) / stride) * stride - offset; at <= to; at += stride) {
    if ((at + zone.offset(at)) % step === 0) ticks.push({ at, label: zone.time(at).slice(0, step < 3600 ? 5 : 2) });
  }
  return ticks;
}

/** At most `most` of the points: of each stretch the least and the greatest. */
export function thin(points, most, value = (point) => point.v) {
  if (points.length <= most) return points;
  if (most < 4) return extremes(points, value).slice(0, Math.max(0, most));
  const stretches = Math.floor((most - 2) / 2);
  const cut = (i) => 1 + Math.floor((i * (points.length - 2)) / stretches);
  const inner = Array.from({ length: stretches }, (_, i) => extremes(points.slice(cut(i), cut(i + 1)), value));
  return [points[0], ...inner.flat(), points[points.length - 1]];
}

function extremes(points, value) {
  const better = (isBetter) => points.reduce((best, point) => isBetter(value(point), value(best)) ? point : best, points[0]);
  const ends = [better((a, b) => a < b), better((a, b) => a > b)];
  return points.filter((point) => ends.includes(point));
}

/** Cuts points into runs of neighbors: `joins` says whether a line may connect two of them. */
export function runs(points, joins) {
  const list = [];
  points.forEach((point, i) => {
    if (i > 0 && joins(points[i - 1], point)) list[list.length - 1].push(point);
    else list.push([point]);
  });
  return list;
}

/** Thins the longest runs to `most` points together. */
export function thinRuns(list, most = MOST_POINTS, value = undefined) {
  const total = list.reduce((sum, run) => sum + run.length, 0);
  if (total <= most) return list;
  const ends = extremes(list.flat(), value ?? ((point) => point.v));
  const longest = new Set([...list].sort((a, b) => b.length - a.length).slice(0, most / 8));
  const chosen = list.filter((run) => longest.has(run) || ends.some((end) => run.includes(end)));
  const spare = most - 4 * chosen.length;
  return chosen.map((run) => thin(run, 4 + Math.floor((spare * run.length) / total), value));
}

export const bounds = (numbers) => numbers.length === 0 ? undefined : numbers.reduce(
  ({ min, max }, number) => ({ min: Math.min(min, number), max: Math.max(max, number), last: number }),
  { min: Infinity, max: -Infinity });

/** `least 52 bpm, greatest 173 bpm, last 61 bpm` */
export function sentence(numbers, write) {
  const found = bounds(numbers);
  return found ? `least ${write(found.min)}, greatest ${write(found.max)}, last ${write(found.last)}` : "no values";
}
