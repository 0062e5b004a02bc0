// Places on axes: round numbers, and local times.

import { addDays, shortDay } from "../format.js";

/** Round numbers between two bounds, about `wanted` of them. Sizes in bytes have powers of two. */
export function roundNumbers(least, greatest, wanted = 4, isBinary = false) {
  const span = greatest - least;
  if (!(span > 0) || !Number.isFinite(span)) return [least];
  const base = isBinary ? 2 : 10;
  let step = base ** Math.floor(Math.log(span / wanted) / Math.log(base));
  const factors = isBinary ? [1, 2] : [1, 2, 5, 10];
  step *= factors.find((factor) => span / (step * factor) <= wanted + 0.5) ?? base;
  const numbers = [];
  for (let index = Math.ceil(least / step - 1e-9); index * step <= greatest + step * 1e-9; index += 1) numbers.push(index * step);
  return numbers;
}

const STEPS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 21600, 43200];

/**
 * Returns `{ at, label }` for round local times between two instants, at most `most` of them. The distances are elapsed time, so in a
 * night in which the clock changes a label is missing or comes twice.
 */
export function localTimes(zone, start, end, most = 10) {
  const span = end - start;
  const step = STEPS.find((seconds) => span / seconds <= most);
  if (!step) return localDates(zone, start, end, most);
  const ticks = [];
  const stride = Math.min(step, 900);
  const offset = zone.offset(start);
  for (let at = Math.ceil((start + offset) / stride) * stride - offset; at <= end; at += stride) {
    const local = at + zone.offset(at);
    if (local % step !== 0) continue;
    ticks.push({ at, label: step >= 3600 ? zone.time(at).slice(0, 2) : zone.time(at) });
  }
  return ticks;
}

function localDates(zone, start, end, most) {
  const days = Math.max(1, Math.ceil((end - start) / 86400 / most));
  const ticks = [];
  for (let date = zone.date(start); ticks.length <= most; date = addDays(date, days)) {
    const at = zone.startOf(date);
    if (at > end) break;
    if (at >= start) ticks.push({ at, label: shortDay(date) });
  }
  return ticks;
}
