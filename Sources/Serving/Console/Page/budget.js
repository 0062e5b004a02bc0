// Keeps a view below the number of elements that a browser draws without delay, and shares that number fairly.
//
// Pictures and tables do not know of each other. Each tells how many marks or rows it would like; when the whole view is
// built, `settle` tells each how many it may draw. What it leaves out, it says.

import { madeElements, resetMade } from "./dom.js";

/** The most elements of a view. */
const MOST_ELEMENTS = 5000;
/** Elements of the page around a view: header, help and what handlers add later. */
const RESERVED = 260;
/** The most points of a line or a cloud. */
export const MOST_POINTS = 1500;
/** The most rows of a table. */
export const MOST_ROWS = 200;

let plans = [];

/** Forgets the plans of an earlier drawing. */
export function begin() {
  plans = [];
  resetMade();
}

/**
 * Asks for `want` marks or rows that need `cost` elements each. `draw` is called once with the allowed number.
 * Marks come before rows: a picture with all its marks and a shorter table says more than the reverse.
 */
export function later(kind, want, cost, draw) {
  plans.push({ kind, want: Math.min(want, kind === "rows" ? MOST_ROWS : MOST_POINTS), cost, draw });
}

/** Draws all that was asked for. */
export function settle() {
  let left = MOST_ELEMENTS - RESERVED - madeElements();
  const rows = plans.filter((plan) => plan.kind === "rows");
  const marks = plans.filter((plan) => plan.kind === "marks");
  // Each table has room for a few rows, whatever the pictures would like.
  const kept = rows.reduce((sum, plan) => sum + Math.min(plan.want, 8) * plan.cost, 0);
  left -= spend(marks, Math.max(left - kept, left * 0.6));
  spend(rows, left);
  plans = [];
}

function spend(list, total) {
  const shares = share(list.map((plan) => plan.want * plan.cost), Math.max(0, total));
  list.forEach((plan, index) => plan.draw(Math.floor(shares[index] / plan.cost)));
  return shares.reduce((sum, part) => sum + part, 0);
}

/** Returns how much each of several gets of a total: all that it wants, or the same as the others that want more. */
export function share(wants, total) {
  const order = wants.map((_, index) => index).sort((a, b) => wants[a] - wants[b]);
  const shares = new Array(wants.length);
  let left = total;
  order.forEach((index, done) => {
    shares[index] = Math.min(wants[index], left / (order.length - done));
    left -= shares[index];
  });
  return shares;
}
