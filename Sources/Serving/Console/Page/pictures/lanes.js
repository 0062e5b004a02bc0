// Spans of time in rows: the stages of a night, the motion of a day, the samples of an explanation.

import { later } from "../budget.js";
import { append, h, s } from "../dom.js";
import { decimal } from "../format.js";
import { drawing, figure, linePath, percent, scale, stroke } from "./plot.js";
import { walkOf } from "./walk.js";

/** A mark narrower than this share of the picture is drawn as two pixels. */
const NARROW = 0.003;

/**
 * A picture of rows. `rows` are `{ key, label }`; `marks` are `{ row, start, end, className, attributes, text, share }` in the
 * order of time, with starts and ends in seconds of a document. `share` fills a mark from below; without it a mark is full.
 * `isJoined` draws a line where one mark ends as the next begins.
 */
export function lanes({ rows, marks, from, to, rowHeight = 1.9, xTicks, isJoined, showsTimes, word = "samples", ...spec }) {
  const x = scale(from, to);
  const place = new Map(rows.map(({ key }, index) => [key, index]));
  const group = s("g", { class: "marks" });
  const note = h("p", { class: "note more" });
  const known = marks.filter((mark) => place.has(mark.row));
  const cost = known.some((mark) => mark.share > 0 && mark.share < 1) ? 2 : 1;
  later("marks", known.length, cost, (allowed) => {
    const shown = longest(known, allowed);
    append(group, shown.map((mark) => markOf(mark, place.get(mark.row), rows.length, x)));
    if (shown.length < known.length) append(note, [`The ${decimal(shown.length)} longest of ${decimal(known.length)} ${word} are drawn.`]);
  });
  const height = `${Math.max(1.6, rows.length * rowHeight)}rem`;
  const middle = (mark) => ({ x: x((mark.start + mark.end) / 2), y: 1 - (place.get(mark.row) + 0.5) / rows.length });
  const drawn = drawing({
    label: spec.label, height, hasColumns: true, showsTimes,
    xTicks: xTicks.map(({ at, label }) => ({ at: x(at), label })),
    paths: isJoined ? [stroke({ class: "step", d: steps(known, place, rows.length, x) })] : [],
    children: [
      group,
      s("g", { class: "ticks", "aria-hidden": "true" }, rows.map(({ label }, index) =>
        label && s("text", { class: "y", x: "0", dx: "-0.8em", y: percent((index + 0.5) / rows.length), dy: "0.35em" }, label))),
    ],
  });
  return figure({ ...spec, drawing: drawn, note: [spec.note, note], walk: walkOf(known, middle, (mark) => mark.text()) });
}

function longest(marks, most) {
  if (marks.length <= most) return marks;
  const order = marks.map((mark, index) => [mark.end - mark.start, index]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  const kept = new Set(order.slice(0, most).map(([, index]) => index));
  return marks.filter((_, index) => kept.has(index));
}

function markOf({ start, end, className, attributes, share }, row, count, x) {
  const width = x(end) - x(start);
  const top = (row + 0.12) / count;
  const height = 0.76 / count;
  const across = { x: percent(x(start)), width: width < NARROW ? 2 : percent(width) };
  const rect = s("rect", { ...across, class: share === undefined ? className : `hollow ${className}${share > 0 ? "" : " none"}`, y: percent(top), height: percent(height), rx: 2.5, ...attributes });
  if (!(share > 0)) return rect;
  return [s("rect", { ...across, class: `fill ${className}`, y: percent(top + height * (1 - share)), height: percent(height * share), rx: 2.5 }), rect];
}

/** Lines between marks of which one ends when the next begins; over a gap there is none. */
function steps(marks, place, count, x) {
  const level = (mark) => 1 - (place.get(mark.row) + 0.5) / count;
  let path = "";
  for (let index = 1; index < marks.length; index += 1) {
    const [before, after] = [marks[index - 1], marks[index]];
    if (before.row === after.row || Math.abs(before.end - after.start) > 1) continue;
    path += linePath([{ y: level(before) }, { y: level(after) }], () => x(after.start), (point) => point.y);
  }
  return path;
}
