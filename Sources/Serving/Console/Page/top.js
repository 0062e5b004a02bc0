// The top of the page: the views, the name of the worker, help and lock.

import { h, s } from "./dom.js";
import { address } from "./router.js";

const VIEWS = [["worker", "Worker"], ["refusals", "Refusals"], ["connections", "Connections"]];

/** Returns the header. */
export function topBar({ view, instance, canLock, lock, help }) {
  const current = view === "connection" ? "connections" : view;
  return h("header", { class: "top", id: "top" },
    h("p", { class: "product" }, mark(), "fork-worker"),
    h("nav", { "aria-label": "Views" }, h("ul", {}, VIEWS.map(([name, title]) =>
      h("li", {}, h("a", { href: address(name), "aria-current": current === name && "page" }, title))))),
    h("p", { class: "where" }, instance),
    h("button", { type: "button", class: "button quiet", "data-testid": "help", "aria-label": "Keys", onclick: help }, "?"),
    canLock && h("button", { type: "button", class: "button", "data-testid": "lock", onclick: lock }, padlock(), "Lock"));
}

const mark = () => s("svg", { class: "mark", viewBox: "0 0 16 16", "aria-hidden": "true" },
  s("rect", { x: 0, y: 9, width: 4, height: 7, rx: 2 }), s("rect", { x: 6, y: 0, width: 4, height: 16, rx: 2 }), s("rect", { x: 12, y: 5, width: 4, height: 11, rx: 2 }));

const padlock = () => s("svg", { class: "padlock", viewBox: "0 0 16 16", "aria-hidden": "true" },
  s("rect", { x: 3, y: 7, width: 10, height: 7, rx: 1.6 }), s("path", { d: "M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" }));
