// Single keys, and the help that lists them. A checkbox in the help switches single keys off.

import { h } from "./dom.js";
import { leave } from "./pictures/walk.js";

const OFF = "fork-console-keys-off";

const ROWS = [
  ["1 2 3", "Show the worker, the refusals, the connections"],
  ["/", "Search a connection"],
  ["[ ]", "Show the day before, the day after"],
  ["l", "Lock the page"],
  ["?", "Show this help"],
  ["Esc", "Close what is open"],
];

/** Begins to listen. `actions` are functions by key; `close` closes what is open and returns whether there was something. */
export function listen(actions, close) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const figure = event.target.closest?.("figure");
      if ((figure && leave(figure)) || close()) event.preventDefault();
      return;
    }
    const action = actions[event.key];
    if (!action || isOff() || isTyping(event.target) || help().open || isChord(event)) return;
    event.preventDefault();
    action();
  });
}

/** Whether a key belongs to a shortcut of the browser. Some keyboards need AltGr for `[`. */
const isChord = (event) => (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");

const isTyping = (target) => target.closest?.("input, textarea, select, [contenteditable]") !== null && target.type !== "checkbox";

const help = () => document.getElementById("help");

function isOff() {
  try {
    return localStorage.getItem(OFF) === "1";
  } catch {
    return false;
  }
}

function setOff(off) {
  try {
    if (off) localStorage.setItem(OFF, "1");
    else localStorage.removeItem(OFF);
  } catch {
    // A browser that keeps nothing forgets this choice with the page.
  }
}

/** Opens the help. */
export function showHelp() {
  const dialog = help();
  const box = h("input", { type: "checkbox", id: "single-keys", onchange: () => setOff(!box.checked) });
  box.checked = !isOff();
  dialog.replaceChildren(
    h("h2", { id: "help-title" }, "Keys"),
    h("dl", { class: "keys" }, ROWS.map(([keys, text]) => h("div", {}, h("dt", {}, keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, text)))),
    h("p", {}, "In a picture, ", h("kbd", {}, "←"), h("kbd", {}, "→"), h("kbd", {}, "Home"), h("kbd", {}, "End"), " walk its points."),
    h("p", {}, h("label", { class: "check", for: "single-keys" }, box, " Single keys are on")),
    h("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Close"));
  if (!dialog.open) dialog.showModal();
}
