// Tables, and the number of elements of a view. Pictures and tables do not know of each other: each tells how many marks or
// rows it would like. When the view is built, `settle` tells each how many it may draw. What is left out is said.

import { append, h, made, scroller } from "./dom.js";
import { decimal } from "./words.js";

const MOST_ELEMENTS = 5000;
/** Elements of the page around a view, and of what handlers add later. */
const RESERVED = 260;
/** The most points of a line or a cloud. */
export const MOST_POINTS = 1500;
export const MOST_ROWS = 200;

let plans = [];

export function begin() {
  plans = [];
  made.count = 0;
}

/** Asks for marks (or rows, if `isRows`) of `cost` elements each. `draw` is called with the allowed number. */
export function later(want, cost, draw, isRows = false) {
  plans.push({ want: Math.min(want, isRows ? MOST_ROWS : MOST_POINTS), cost, draw, isRows });
}

/** Draws all that was asked for: marks first, but each table has room for a few rows. */
export function settle() {
  const left = MOST_ELEMENTS - RESERVED - made.count;
  const rows = plans.filter((plan) => plan.isRows);
  const few = rows.reduce((sum, plan) => sum + Math.min(plan.want, 8) * plan.cost, 0);
  const spent = spend(plans.filter((plan) => !plan.isRows), Math.max(left - few, left * 0.6));
  spend(rows, left - spent);
}

/** Gives each plan all that it wants, or the same as the others that want more. */
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
export function first(most, list, words, where = "The JSON has all.") {
  return [list.slice(0, most), list.length > most && more(most, list.length, words, where)];
}

/** Says that a part stands for more. */
export const more = (shown, all, words, where = "") =>
  h("p", { class: "note more", "data-key": `more ${words}` }, `${decimal(shown)} of ${decimal(all)} ${words}. ${where}`);

/**
 * A table in a region that scrolls. Columns are names, with `#` before those of numbers. A row is a list of cells, of
 * which the first is its head, with `attributes`. `rows` is a list, or `{ length, at }`; a row has `cost` elements.
 */
export function table({ caption, columns, rows, className, cost = 1 + columns.length, rest = "The JSON has all." }) {
  const { length } = rows;
  const at = rows.at.bind(rows);
  const classes = columns.map((name) => name.startsWith("#") ? "number" : undefined);
  const body = h("tbody");
  const left = h("div");
  later(length, cost, (allowed) => {
    for (let index = 0; index < Math.min(allowed, length); index += 1) append(body, rowOf(at(index), classes));
    if (allowed < length) append(left, more(allowed, length, "rows", rest));
  }, true);
  return [scroller(`Table: ${caption}`, h("table", { class: className }, h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {}, columns.map((name, index) =>
      h("th", { scope: "col", class: classes[index] }, name.replace("#", ""))))), body)), left];
}

const rowOf = (cells, classes) => h("tr", cells.attributes, classes.map((name, index) =>
  h(index === 0 ? "th" : "td", { scope: index === 0 && "row", class: name }, cells[index])));

/** A part that is folded at first. */
export const folded = (title, ...content) =>
  h("details", { class: "folded", "data-key": `fold ${title}` }, h("summary", {}, title), content);
