// Pictures of lines, of spans in rows, of points and of bars.

import { append, h, later, more, s } from "../dom.js";
import { duration, weekday } from "../words.js";
import { areaPath, drawing, drawnOf, linePath, pct, picture, stroke, upright } from "./plot.js";
import { bounds, localTimes, roundNumbers, scale, sentence, thin, thinRuns } from "./scale.js";

/** A picture of lines, which have runs of `{ t, v }`; between runs is a gap. `limit` is a value with a line of its own. */
export function lines({ from, to, low, high, lines: list, bands = [], laps = [], limit, peak, ...spec }) {
  const x = scale(from, to);
  const y = scale(low, high);
  const [px, py] = [({ t }) => x(t), ({ v }) => y(v)];
  const text = (at, y_, label, more_) => s("text", { x: pct(x(at)), y: y_, ...more_ }, label);
  const paths = list.flatMap(({ name, className, runs, hasArea }) => {
    const thinned = thinRuns(runs);
    const d = (path) => thinned.map((run) => path(run, px, py)).join("");
    return [hasArea && s("path", { class: `area ${className}`, d: d(areaPath) }), stroke(`line ${className}`, d(linePath), { "data-line": name })];
  });
  const marks = [
    bands.map(({ from: start, to: end, label, attributes }) => s("g", { class: "band" },
      attributes && s("rect", { x: pct(x(start)), width: pct(x(end) - x(start)), y: "0", height: "100%", ...attributes }),
      text((start + end) / 2, "100%", label, { dy: "-0.5em" }))),
    limit && s("line", { class: "limit", x1: "0", x2: "100%", y1: pct(1 - y(limit)), y2: pct(1 - y(limit)) }),
    laps.map(({ at, label }) => s("g", { class: "lap" }, s("line", upright(x(at))), text(at, "0.8em", label, { dx: "0.4em" }))),
    peak && s("g", { class: "peak" }, s("circle", { cx: pct(px(peak)), cy: pct(1 - py(peak)), r: 4 }),
      text(peak.t, pct(1 - py(peak)), peak.label, { dy: "-0.7em" })),
  ];
  return picture({ ...spec, notes: drawnOf(list[0].runs, thinRuns(list[0].runs)), drawing: drawing({ ...spec, x, y, paths, marks }),
    place: ({ t, v }) => ({ x: x(t), y: typeof v === "number" ? y(v) : undefined }) });
}

/** A mark narrower than this share of the picture is drawn as two pixels. */
const NARROW = 0.003;

/**
 * A picture of rows. `points` are `{ row, start, end, className, attributes, share }` in the order of time. `share` fills a mark from
 * below; without it a mark is full. `numbers` are the subject, the numbers and the writer of the sentence.
 */
export function lanes({ rows, points, from, to, zone, rowHeight, isJoined, isLast, className = "", label, columns, ...spec }) {
  const { numbers: [subject, list, write] = ["Lengths", points.map(({ start, end }) => end - start), duration] } = spec;
  const x = scale(from, to);
  const level = ({ row }) => (rows.findIndex(({ key }) => key === row) + 0.5) / rows.length;
  const group = s("g");
  const left = h("div");
  later(points.length, 2, (allowed) => {
    const kept = new Set([...points].sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, allowed));
    append(group, points.filter((point) => kept.has(point)).map((point) => mark(point, level(point), 0.76 / rows.length, x)));
    if (allowed < points.length) append(left, more(allowed, points.length, "spans are drawn, the longest"));
  });
  return picture({
    ...spec, points, className: `lanes ${className}${isLast ? " last" : ""}`, notes: left,
    place: (point) => ({ x: x((point.start + point.end) / 2), y: 1 - level(point) }),
    columns: { Time: ({ start, end }) => zone.exactSpan(start, end), ...columns,
      "#Length": ({ start, end }) => end > start && duration(end - start) },
    drawing: drawing({
      label: `${label} ${subject}: ${sentence(list, write)}.`, height: `${Math.max(1.6, rows.length * rowHeight)}rem`,
      x, hasColumns: true, hidesTimes: !isLast,
      xTicks: localTimes(zone, from, to, 12), paths: isJoined && stroke("step", steps(points, level, x)),
      marks: [group, s("g", { class: "ticks" }, rows.map((row) =>
        s("text", { class: "y", x: "0", dx: "-0.8em", y: pct(level({ row: row.key })), dy: "0.35em" }, row.label)))],
    }),
  });
}

function mark({ start, end, className, attributes, share }, level, height, x) {
  const width = x(end) - x(start);
  const rect = (name, part, others) => s("rect", { class: name, x: pct(x(start)), width: width < NARROW ? 2 : pct(width),
    y: pct(level + height * (0.5 - part)), height: pct(height * part), rx: 2.5, ...others });
  if (share == null) return rect(className, 1, attributes);
  return [share > 0 && rect(`fill ${className}`, share), rect(`hollow ${className}${share > 0 ? "" : " none"}`, 1, attributes)];
}

/** Lines between marks of which one ends when the next begins; over a gap there is none. */
const steps = (points, level, x) => points.slice(1).map((after, i) => {
  const before = points[i];
  if (before.row === after.row || Math.abs(before.end - after.start) > 1) return "";
  return linePath([before, after], () => x(after.start), (point) => 1 - level(point));
}).join("");

/** A picture of points `{ t, v, low, high }`; a condensed sample has a line from its least to its greatest value. */
export function cloud({ points, from, to, factor = 1, tint, ...spec }) {
  const { min, max } = bounds(points.flatMap(({ v, low = v, high = v }) => [low, high, v]));
  const pad = (max - min || Math.abs(max) || 1) * 0.08;
  const x = scale(from, to);
  const y = scale(min - pad, max + pad);
  const group = s("g", { class: `points ${tint}` });
  const left = h("div");
  later(points.length, points.some(({ low }) => low != null) ? 2 : 1, (allowed) => {
    const shown = thin(points, allowed);
    append(group, shown.map(({ t, v, low, high }) => [low != null && s("line", { ...upright(x(t)), y1: pct(1 - y(low)), y2: pct(1 - y(high)) }),
      s("circle", { cx: pct(x(t)), cy: pct(1 - y(v)), r: 2.4, "data-value": v })]));
    append(left, drawnOf(points, shown));
  });
  const yTicks = roundNumbers((min - pad) * factor, (max + pad) * factor, 3).map((at) => ({ at: at / factor, label: Number(at.toPrecision(6)) }));
  return picture({ ...spec, points, className: "cloud", notes: left, place: ({ t, v }) => ({ x: x(t), y: y(v) }),
    drawing: drawing({ ...spec, height: "6.5rem", x, y, yTicks, marks: group }) });
}

/** A picture of days `{ date, v, low }`: totals from zero or, with `low`, ranges. `v` is undefined where there is none. */
export function bars({ points, selected, tint, ...spec }) {
  const known = points.filter(({ v }) => v != null);
  const max = Math.max(...known.map(({ v }) => v), 0);
  const min = Math.min(...known.map(({ low }) => low));
  // A range does not begin at the floor, so that the least of all can be seen as an end.
  const y = scale(min ? min - (max - min || 1) * 0.12 : 0, max || 1);
  const slot = 1 / points.length;
  const middle = (i) => (i + 0.5) * slot;
  const marks = points.map(({ date, v, low }, i) => {
    const [left, width] = [middle(i) - 0.23 * slot, 0.46 * slot];
    if (v == null) return s("line", { class: "nothing", x1: pct(left), x2: pct(left + width), y1: "99%", y2: "99%" });
    const bottom = low == null ? 0 : y(low);
    const length = Math.max(y(v) - bottom, 0.015);
    return s("rect", { class: date === selected ? `now ${tint}` : "rest", x: pct(left), width: pct(width),
      y: pct(1 - bottom - length), height: pct(length),
      rx: low == null ? 2 : 4, "data-value": v, "data-date": date, "data-least": low });
  });
  const letters = points.map(({ date }, i) => s("text", { class: `x${date === selected ? " now" : ""}`, x: pct(middle(i)),
    y: "100%", dy: "1.7em" }, weekday(date)[0]));
  return picture({ ...spec, points, className: "week-bars", place: ({ v }, i) => ({ x: middle(i), y: v == null ? v : y(v) }),
    drawing: drawing({ ...spec, height: "5.5rem", marks: [marks, s("g", { class: "ticks" }, letters)] }) });
}
