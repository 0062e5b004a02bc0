// Spans of time in rows: the stages of a night, the motion of a day, the samples of an explanation.

import { append, s, h } from "../dom.js";
import { later, more } from "../tables.js";
import { drawing, linePath, percent, picture, stroke } from "./plot.js";
import { localTimes, scale } from "./scale.js";

/** A mark narrower than this share of the picture is drawn as two pixels. */
const NARROW = 0.003;

/**
 * A picture of rows. `rows` are `{ key, label }`; `points` are `{ row, start, end, className, attributes, share }` in the order of
 * time. `share` fills a mark from below; without it a mark is full. `isJoined` draws a line where one ends as the next begins.
 */
export function lanes({ rows, points, from, to, zone, rowHeight, isJoined, isLast, className = "", ...spec }) {
  const x = scale(from, to);
  const level = (row) => (rows.findIndex(({ key }) => key === row) + 0.5) / rows.length;
  const group = s("g");
  const left = h("div");
  later(points.length, 2, (allowed) => {
    const order = [...points].sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, allowed);
    const kept = new Set(order);
    append(group, points.filter((point) => kept.has(point)).map((point) => markOf(point, level(point.row), 0.76 / rows.length, x)));
    if (allowed < points.length) append(left, more(allowed, points.length, "spans are drawn, the longest"));
  });
  return picture({
    ...spec, points, className: `lanes ${className}${isLast ? " last" : ""}`, notes: left,
    place: ({ start, end, row }) => ({ x: x((start + end) / 2), y: 1 - level(row) }),
    drawing: drawing({
      label: spec.label, height: `${Math.max(1.6, rows.length * rowHeight)}rem`, x, hasColumns: true, hidesTimes: !isLast,
      xTicks: localTimes(zone, from, to, 12), paths: isJoined && stroke("step", steps(points, level, x)),
      marks: [group, s("g", { class: "ticks" }, rows.map(({ key, label }) =>
        s("text", { class: "y", x: "0", dx: "-0.8em", y: percent(level(key)), dy: "0.35em" }, label)))],
    }),
  });
}

function markOf({ start, end, className, attributes, share }, level, height, x) {
  const width = x(end) - x(start);
  const rect = (name, top, tall, more_) => s("rect", {
    class: name, x: percent(x(start)), width: width < NARROW ? 2 : percent(width), y: percent(top), height: percent(tall), rx: 2.5, ...more_,
  });
  const [top, bottom] = [level - height / 2, level + height / 2];
  if (share === undefined) return rect(className, top, height, attributes);
  return [share > 0 && rect(`fill ${className}`, bottom - height * share, height * share),
    rect(`hollow ${className}${share > 0 ? "" : " none"}`, top, height, attributes)];
}

/** Lines between marks of which one ends when the next begins; over a gap there is none. */
function steps(points, level, x) {
  return points.slice(1).map((after, index) => {
    const before = points[index];
    if (before.row === after.row || Math.abs(before.end - after.start) > 1) return "";
    return linePath([before, after], () => x(after.start), ({ row }) => 1 - level(row));
  }).join("");
}
