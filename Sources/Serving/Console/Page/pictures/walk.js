// Walks the points of a picture with ← → Home End, and shows the point below the pointer.
//
// The listeners are on the document: a picture only has a property `walk`. What the keys reach is told in the picture's
// `role=status`; what the pointer passes is only shown.

import { s } from "../dom.js";
import { percent } from "./plot.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Where each picture's walk stands. */
const places = new WeakMap();

/** Begins to listen. */
export function listen() {
  document.addEventListener("keydown", step);
  document.addEventListener("pointermove", hover, { passive: true });
  document.addEventListener("focusout", ({ target }) => {
    if (places.has(target)) leave(target);
  });
}

/** Moves the marks of walks after new numbers were drawn, and tells nothing. */
export function refresh() {
  const figure = document.activeElement;
  if (!places.has(figure)) return;
  if (!figure.walk?.size) return leave(figure);
  places.set(figure, Math.min(places.get(figure), figure.walk.size - 1));
  mark(figure, figure.walk.at(places.get(figure)));
}

function step(event) {
  const figure = event.target;
  if (!(event.key in KEYS) || !figure.walk?.size || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const last = figure.walk.size - 1;
  const from = places.get(figure) ?? (event.key === "ArrowLeft" ? last + 1 : -1);
  const place = Math.max(0, Math.min(last, from + KEYS[event.key]));
  places.set(figure, place);
  const point = figure.walk.at(place);
  mark(figure, point);
  figure.querySelector(".readout").textContent = `${point.text} (${place + 1} of ${last + 1})`;
  clearHover();
}

/** Takes the mark away. Returns whether there was one. */
export function leave(figure) {
  if (!places.has(figure)) return false;
  places.delete(figure);
  figure.querySelector(".readout").textContent = "";
  figure.querySelector(".cursor")?.replaceChildren();
  return true;
}

function mark(figure, { x, y }) {
  const cursor = figure.querySelector(".cursor");
  cursor?.replaceChildren(
    s("line", { x1: percent(x), x2: percent(x), y1: "0", y2: "100%" }),
    y === undefined ? "" : s("circle", { cx: percent(x), cy: percent(1 - y), r: 5 }));
}

let hovered;

function clearHover() {
  if (!hovered) return;
  hovered.querySelector(".hover").textContent = "";
  if (!places.has(hovered)) hovered.querySelector(".cursor")?.replaceChildren();
  hovered = undefined;
}

function hover(event) {
  const area = event.pointerType === "touch" ? null : event.target.closest?.("svg.chart");
  const figure = area?.closest("figure");
  if (figure !== hovered) clearHover();
  if (!figure?.walk?.size || places.has(figure)) return;
  const inverse = area.getScreenCTM()?.inverse();
  if (!inverse) return;
  const box = area.viewBox.baseVal;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
  const x = at.x / (box?.width || area.clientWidth);
  const y = 1 - at.y / (box?.height || area.clientHeight);
  const point = nearest(figure.walk, x, y);
  hovered = figure;
  mark(figure, point);
  figure.querySelector(".hover").textContent = point.text;
}

function nearest(walk, x, y) {
  let best;
  let least = Infinity;
  for (let index = 0; index < walk.size; index += 1) {
    const place = walk.place(index);
    const distance = Math.hypot(place.x - x, walk.isFlat ? place.y - y : ((place.y ?? y) - y) / 50);
    if (distance < least) [least, best] = [distance, index];
  }
  return walk.at(best);
}

/** A walk over points: `place` returns fractions, `text` the words of a point. */
export const walkOf = (points, place, text, isFlat = false) => ({
  size: points.length, isFlat,
  place: (index) => place(points[index], index),
  at: (index) => ({ ...place(points[index], index), text: text(points[index], index) }),
});
