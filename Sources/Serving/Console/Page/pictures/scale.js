// Places on axes, and fewer points where there are more than a picture can show.

import { MOST_POINTS } from "../tables.js";
import { addDays, shortDay } from "../words.js";

/** A function from values to fractions of an axis; in the middle if the axis has no length. */
export const scale = (from, to) => to > from ? (value) => (value - from) / (to - from) : () => 0.5;

/** Round numbers between two bounds, about `wanted` of them. Sizes in bytes have powers of two. */
export function roundNumbers(least, greatest, wanted = 4, base = 10) {
  let step = base ** Math.floor(Math.log((greatest - least) / wanted) / Math.log(base));
  step *= [1, 2, 5, 10].find((factor) => (greatest - least) / (step * factor) <= wanted + 0.5) ?? 1;
  if (!(step > 0 && step < Infinity)) return [least];
  const numbers = [];
  for (let index = Math.ceil(least / step); index * step <= greatest; index += 1) numbers.push(index * step);
  return numbers;
}

const STEPS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 21600, 43200];

/**
 * Returns `{ at, label }` for round local times between two instants, at most `most` of them. Distances are elapsed time:
 * in a night in which the clock changes, a label is missing or comes twice.
 */
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

/**
 * Returns at most `most` of the points, in their order. Of each stretch of equal number the least and the greatest stay, so
 * that each peak is where it was. First and last stay too.
 */
export function thin(points, most, value = (point) => point.v) {
  if (points.length <= most) return points;
  if (most < 4) return extremes(points, value).slice(0, Math.max(0, most));
  const stretches = Math.floor((most - 2) / 2);
  const cut = (index) => 1 + Math.floor((index * (points.length - 2)) / stretches);
  const inner = Array.from({ length: stretches }, (_, index) => extremes(points.slice(cut(index), cut(index + 1)), value));
  return [points[0], ...inner.flat(), points[points.length - 1]];
}

/** The least and the greatest of some points, in their order. */
function extremes(points, value) {
  const better = (isBetter) => points.reduce((best, point) => isBetter(value(point), value(best)) ? point : best, points[0]);
  const ends = [better((a, b) => a < b), better((a, b) => a > b)];
  return points.filter((point) => ends.includes(point));
}

/** Cuts points into runs of neighbors: `joins` says whether a line may connect two of them. */
export function runs(points, joins) {
  const list = [];
  points.forEach((point, index) => {
    if (index > 0 && joins(points[index - 1], point)) list[list.length - 1].push(point);
    else list.push([point]);
  });
  return list;
}

/** Thins runs to `most` points together: the longest runs, each in proportion. */
export function thinRuns(list, most = MOST_POINTS, value = undefined) {
  const total = list.reduce((sum, run) => sum + run.length, 0);
  if (total <= most) return list;
  const ends = extremes(list.flat(), value ?? ((point) => point.v));
  const longest = new Set([...list].sort((a, b) => b.length - a.length).slice(0, most / 8));
  const chosen = list.filter((run) => longest.has(run) || ends.some((end) => run.includes(end)));
  const spare = most - 4 * chosen.length;
  return chosen.map((run) => thin(run, 4 + Math.floor((spare * run.length) / total), value));
}

/** The least, greatest and last of some numbers; undefined without numbers. */
export const bounds = (numbers) => numbers.length === 0 ? undefined : numbers.reduce(
  ({ least, greatest }, number) => ({ least: Math.min(least, number), greatest: Math.max(greatest, number), last: number }),
  { least: Infinity, greatest: -Infinity });

/** `least 52 bpm, greatest 173 bpm, last 61 bpm` */
export function sentence(numbers, write) {
  const found = bounds(numbers);
  return found ? `least ${write(found.least)}, greatest ${write(found.greatest)}, last ${write(found.last)}` : "no values";
}
