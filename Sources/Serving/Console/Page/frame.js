// What is around each view: the top of the page, single keys, and their help.

import { button, h, p, pairs, s } from "./dom.js";
import { leave } from "./pictures/walk.js";

const OFF = "fork-console-keys-off";

export const find = (testid) => document.querySelector(`[data-testid="${testid}"]`);

export function topBar({ view, instance, lock }) {
  const svg = (name, ...shapes) => s("svg", { class: name, viewBox: "0 0 16 16", "aria-hidden": "true" }, shapes);
  const bar = (x, y) => s("rect", { x, y, width: 4, height: 16 - y, rx: 2 });
  return h("header", { class: "top", id: "top" },
    p("product", svg("mark", bar(0, 9), bar(6, 0), bar(12, 5)), "fork-worker"),
    h("nav", { label: "Views" }, h("ul", {}, ["worker", "refusals", "connections"].map((name) => h("li", {},
      h("a", { href: `#/${name}`, "aria-current": view.startsWith(name.slice(0, -1)) && "page" }, name[0].toUpperCase() + name.slice(1)))))),
    p("where", instance),
    button("?", showHelp, { testid: "help", label: "? Keys" }),
    lock && button([svg("padlock", s("path", { d: "M3 7h10v7H3zM5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" })), "Lock"], lock, { testid: "lock" }));
}

const ROWS = [["1 2 3", "Worker, refusals, connections"], ["/", "Search a connection"], ["[ ]", "The day before, the day after"],
  ["l", "Lock the page"], ["?", "This help"], ["Esc", "Close what is open"], ["← → Home End", "Walk the points of a picture"]];

const isOff = () => localStorage.getItem(OFF) === "1";

/** Begins to listen. `actions` are functions by key; `close` returns whether it closed something. */
export function listen(actions, close) {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "Escape") return void ((leave(target) || close()) && event.preventDefault());
    // Some keyboards need AltGr for `[`.
    const isChord = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
    const isTyping = target.closest("input:not([type=checkbox]), select, textarea");
    if (!actions[key] || isChord || isTyping || isOff() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    actions[key]();
  });
}

export function showHelp() {
  const dialog = document.getElementById("help");
  const box = h("input", { type: "checkbox", id: "keys", onchange: () => localStorage.setItem(OFF, box.checked ? "0" : "1") });
  box.checked = !isOff();
  dialog.replaceChildren(h("h2", { id: "help-title" }, "Keys"),
    pairs("keys", ROWS.map(([keys, text]) => [keys.split(" ").map((key) => h("kbd", {}, key)), text])),
    h("p", {}, box, h("label", { for: "keys" }, " Single keys are on")), button("Close", () => dialog.close()));
  dialog.showModal();
}
