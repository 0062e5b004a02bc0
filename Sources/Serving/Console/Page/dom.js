// Makes elements, and changes the page to a new tree while focus, scrolling and open details stay. The policy forbids HTML in
// strings and handlers in attributes: what uploads bring is only ever text.

import { num } from "./words.js";

/** Properties that `morph` moves to the element that stays. */
const PROPERTIES = ["onclick", "oninput", "onchange", "onsubmit", "ontoggle", "walk"];

const SHORT = { testid: "data-testid", key: "data-key", label: "aria-label" };

let made = 0;

/** Makes an element. Attributes and children that are undefined, null or false are left out. */
export const h = (name, attributes, ...children) => build(document.createElement(name), attributes, children);

export const s = (name, attributes, ...children) =>
  build(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

function build(element, attributes, children) {
  made += 1;
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value == null || value === false) continue;
    if (PROPERTIES.includes(name)) element[name] = value;
    else element.setAttribute(SHORT[name] ?? name, value === true ? "" : value);
  }
  return append(element, ...children);
}

export function append(element, ...children) {
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

const only = (name) => (className, ...content) => h(name, { class: className }, content);
export const div = only("div");
export const p = only("p");
export const span = only("span");
export const note = (...content) => p("note", content);

export const button = (text, onclick, attributes) =>
  h("button", { type: "button", class: "button", onclick, ...attributes }, text);

export const soft = (...content) => span("note", content);

export const section = ({ title, beside, level = "h3", ...attributes }, ...content) =>
  h("section", { label: title, ...attributes }, div("head", h(level, {}, title), beside && note(beside)), content);

export const pairs = (className, rows) => h("dl", { class: className },
  rows.filter(Boolean).map(([name, ...value]) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, value))));

/** By what a child is found again among its siblings. */
const keyOf = (node) => node.dataset && (node.dataset.key ?? node.dataset.testid);

/**
 * Changes `old` to look like `fresh`. Elements with `data-keep` stay: they belong to code that runs between drawings. Whether
 * details are open belongs to the person.
 */
export function morph(old, fresh) {
  if (old.hasAttribute("data-keep")) return;
  const isOurs = ({ name }) => name !== "open" || old.localName !== "details";
  for (const { name } of [...old.attributes].filter(isOurs)) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes].filter(isOurs)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of PROPERTIES) old[name] = fresh[name];
  morphChildren(old, [...fresh.childNodes]);
}

function morphChildren(parent, fresh) {
  const wanted = new Set(fresh.map(keyOf));
  const keyed = new Map();
  // Without what leaves, what stays need not be moved: an element that is moved loses the focus.
  for (const child of [...parent.childNodes]) {
    const key = keyOf(child);
    if (key == null) continue;
    if (!wanted.has(key) || keyed.has(key)) child.remove();
    else keyed.set(key, child);
  }
  const kept = new Set();
  let place = parent.firstChild;
  for (const child of fresh) {
    const key = keyOf(child);
    while (key == null && place && keyOf(place) != null) place = place.nextSibling;
    const found = key == null ? place : keyed.get(key);
    keyed.delete(key);
    const isSame = found && found.nodeName === child.nodeName;
    if (isSame && found === place) place = place.nextSibling;
    else parent.insertBefore(isSame ? found : child, place);
    kept.add(isSame ? found : child);
    if (!isSame) continue;
    if (child.nodeType === 1) morph(found, child);
    else if (found.data !== child.data) found.data = child.data;
  }
  for (const child of [...parent.childNodes]) if (!kept.has(child)) child.remove();
}

// The number of elements of a view: pictures and tables ask for marks and rows, and `settle` tells each how many it may draw.

const MOST_ELEMENTS = 5000;
/** Elements around a view, and those that handlers add later. */
const RESERVED = 260;
export const MOST_POINTS = 1500;
export const MOST_ROWS = 200;

let plans = [];

export function begin() {
  plans = [];
  made = 0;
}

/** Asks for marks or rows of `cost` elements each. `draw` is called with the allowed number. */
export function later(want, cost, draw, isRows = false) {
  plans.push({ want: Math.min(want, isRows ? MOST_ROWS : MOST_POINTS), cost, draw, isRows });
}

/** Draws all that was asked for: marks first, but each table has room for a few rows. */
export function settle() {
  const left = MOST_ELEMENTS - RESERVED - made;
  const rows = plans.filter((plan) => plan.isRows);
  const few = rows.reduce((sum, plan) => sum + Math.min(plan.want, 8) * plan.cost, 0);
  const spent = spend(plans.filter((plan) => !plan.isRows), Math.max(left - few, left * 0.6));
  spend(rows, left - spent);
}

/** Gives each plan what it wants, or as much as the others that want more. */
function spend(list, total) {
  let left = Math.max(0, total);
  [...list].sort((a, b) => a.want * a.cost - b.want * b.cost).forEach((plan, done) => {
    plan.allowed = Math.floor(Math.min(plan.want * plan.cost, left / (list.length - done)) / plan.cost);
    left -= plan.allowed * plan.cost;
  });
  for (const plan of list) plan.draw(plan.allowed);
  return total - left;
}

/** The first of a list, and a sentence for the rest. */
export const first = (most, list, ...rest) => [list.slice(0, most), list.length > most && more(most, list.length, ...rest)];

export const more = (shown, all, words, where = "The JSON has all.") =>
  h("p", { class: "note", key: `more ${words}` }, `${num(shown)} of ${num(all)} ${words}. ${where}`);

/**
 * A table in a region that scrolls. `columns` are heads, or functions of a row by head; a `#` marks numbers. A row is a list of cells
 * with `attributes`, or what the functions take, and has `cost` elements.
 */
export function table({ caption, columns, rows, className, rest, cost }) {
  const { length } = rows;
  const isList = Array.isArray(columns);
  const names = isList ? columns : Object.keys(columns);
  const at = (i) => isList ? rows[i] : Object.values(columns).map((cell) => cell(rows[i], i));
  const classes = names.map((name) => name.startsWith("#") ? "number" : undefined);
  const body = h("tbody");
  const left = h("div");
  later(length, cost ?? 1 + names.length, (allowed) => {
    for (let i = 0; i < Math.min(allowed, length); i += 1) append(body, rowOf(at(i), classes));
    if (allowed < length) append(left, more(allowed, length, "rows", rest));
  }, true);
  const heads = names.map((name, i) => h("th", { scope: "col", class: classes[i] }, name.replace("#", "")));
  return [h("div", { class: "scroll", tabindex: 0, role: "region", label: `Table: ${caption}` }, h("table", { class: className },
    h("caption", { class: "unseen" }, caption), h("thead", {}, h("tr", {}, heads)), body)), left];
}

const rowOf = (cells, classes) => h("tr", cells.attributes, classes.map((name, i) =>
  h(i === 0 ? "th" : "td", { scope: i === 0 && "row", class: name }, cells[i])));

export const folded = (title, ...content) =>
  h("details", { class: "folded", key: `fold ${title}` }, h("summary", {}, title), content);
