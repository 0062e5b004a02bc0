// Leaves out points where there are more than a picture can show, but no greatest and no least.

import { MOST_POINTS } from "../budget.js";

/**
 * Returns at most `most` of the points, in their order. The points are cut into stretches of equal number, and of each the
 * least and the greatest stay, so that each peak is where it was. First and last stay too.
 */
export function thin(points, most, value = (point) => point.v) {
  if (points.length <= most) return points;
  if (most < 4) return extremes(points, value).slice(0, Math.max(0, most));
  const stretches = Math.floor((most - 2) / 2);
  const kept = [points[0]];
  const inner = points.length - 2;
  for (let index = 0; index < stretches; index += 1) {
    const from = 1 + Math.floor((index * inner) / stretches);
    const to = 1 + Math.floor(((index + 1) * inner) / stretches);
    kept.push(...extremes(points.slice(from, to), value));
  }
  kept.push(points[points.length - 1]);
  return kept;
}

/** The least and the greatest of some points, in their order. */
function extremes(points, value) {
  if (points.length === 0) return [];
  let least = 0;
  let greatest = 0;
  points.forEach((point, index) => {
    if (value(point) < value(points[least])) least = index;
    if (value(point) > value(points[greatest])) greatest = index;
  });
  const places = [...new Set([least, greatest])].sort((a, b) => a - b);
  return places.map((place) => points[place]);
}

/** Cuts points into runs of neighbors: `joins` says whether a line may connect two of them. */
export function runs(points, joins) {
  const list = [];
  for (const point of points) {
    const last = list[list.length - 1];
    if (last && joins(last[last.length - 1], point)) last.push(point);
    else list.push([point]);
  }
  return list;
}

/** Thins runs to `most` points together, each in proportion. The longest runs stay if there are too many. */
export function thinRuns(list, most = MOST_POINTS, value) {
  const total = list.reduce((sum, run) => sum + run.length, 0);
  if (total <= most) return list;
  let chosen = list;
  if (list.length * 4 > most) {
    const ends = extremes(list.flat(), value ?? ((point) => point.v));
    const order = [...list].sort((a, b) => b.length - a.length);
    const kept = new Set(order.slice(0, Math.floor(most / 4) - 2));
    list.filter((run) => ends.some((end) => run.includes(end))).forEach((run) => kept.add(run));
    chosen = list.filter((run) => kept.has(run));
  }
  const length = chosen.reduce((sum, run) => sum + run.length, 0);
  // Each run needs up to four points for its ends, its least and its greatest.
  const spare = most - 4 * chosen.length;
  return chosen.map((run) => thin(run, 4 + Math.floor((spare * run.length) / length), value));
}

/** The least, greatest and last value of points; undefined without points. */
export function bounds(points, value = (point) => point.v) {
  if (points.length === 0) return undefined;
  let least = Infinity;
  let greatest = -Infinity;
  for (const point of points) {
    least = Math.min(least, value(point));
    greatest = Math.max(greatest, value(point));
  }
  return { least, greatest, last: value(points[points.length - 1]) };
}
