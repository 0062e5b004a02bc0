// Walks the points of a picture with ← → Home End, and shows the point below the pointer. What the keys reach is told in the
// picture's `role=status`; what the pointer passes is only shown.

import { s } from "../dom.js";
import { pct, upright } from "./plot.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

let walked;
let hovered;

export function listen() {
  document.addEventListener("keydown", step);
  document.addEventListener("pointermove", hover, { passive: true });
  document.addEventListener("focusout", ({ target }) => leave(target));
}

/** Moves the mark after new numbers were drawn, and tells nothing. */
export function refresh() {
  if (!walked?.figure.isConnected) walked = undefined;
  if (!walked) return;
  walked.i = Math.min(walked.i, walked.figure.walk.size - 1);
  mark(walked.figure, walked.i);
}

function step(event) {
  const { target: figure, key } = event;
  const size = figure.walk?.size;
  if (!(key in KEYS) || !size || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const from = walked?.i ?? (key === "ArrowLeft" ? size : -1);
  const i = Math.max(0, Math.min(size - 1, from + KEYS[key]));
  clear(hovered);
  walked = { figure, i };
  mark(figure, i);
  figure.querySelector(".readout").textContent = `${figure.walk.text(i)} (${i + 1} of ${size})`;
}

/** Ends a walk. Returns whether the element was walked. */
export function leave(figure) {
  if (!walked || walked.figure !== figure) return false;
  walked = undefined;
  clear(figure);
  return true;
}

function clear(figure) {
  for (const readout of figure?.querySelectorAll(".readout") ?? []) readout.textContent = "";
  figure?.querySelector(".cursor").replaceChildren();
}

function mark(figure, i) {
  const { x, y } = figure.walk.place(i);
  figure.querySelector(".cursor").replaceChildren(s("line", upright(x)),
    y >= 0 ? s("circle", { cx: pct(x), cy: pct(1 - y), r: 5 }) : "");
}

function hover({ target, clientX, pointerType }) {
  const area = pointerType !== "touch" && target.closest?.("svg.chart:not(.map)");
  const figure = area ? area.closest("figure") : undefined;
  if (hovered && figure !== hovered) {
    if (hovered !== walked?.figure) clear(hovered);
    hovered = undefined;
  }
  if (!figure?.walk.size || figure === walked?.figure) return;
  const { size, place, text } = figure.walk;
  const { left, width } = area.getBoundingClientRect();
  const distance = (i) => Math.abs(place(i).x - (clientX - left) / width);
  let best = 0;
  for (let i = 1; i < size; i += 1) if (distance(i) < distance(best)) best = i;
  hovered = figure;
  mark(figure, best);
  figure.querySelector(".hover").textContent = text(best);
}
