// Tables of numbers: a caption, heads for columns and rows, at most 200 rows, and a sentence for what is left out.

import { later } from "./budget.js";
import { append, h } from "./dom.js";
import { decimal } from "./format.js";

/**
 * A table in a region that scrolls by itself.
 *
 * `columns` are texts, or `{ name, isNumber }`. `rows` is a list of lists of cells, or `{ length, at }`. The first cell of a row is its
 * head. A cell that is undefined stays empty. `total` is the number of rows that there would be, if `rows` already has fewer.
 */
export function table({ caption, columns, rows, total, className, showsCaption, rest = "the JSON has all" }) {
  const list = Array.isArray(rows) ? { length: rows.length, at: (index) => rows[index] } : rows;
  const heads = columns.map((column) => typeof column === "string" ? { name: column } : column);
  const body = h("tbody");
  const more = h("p", { class: "note more" });
  const all = Math.max(list.length, total ?? 0);
  later("rows", list.length, 1 + heads.length, (allowed) => {
    for (let index = 0; index < Math.min(allowed, list.length); index += 1) body.append(row(list.at(index), heads));
    if (allowed < all) append(more, [`${decimal(allowed)} of ${decimal(all)} rows; ${rest}.`]);
  });
  return h("div", { class: "tabled" },
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Table: ${caption}` },
      h("table", { class: className },
        h("caption", { class: showsCaption ? undefined : "unseen" }, caption),
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col", class: head.isNumber ? "number" : undefined }, head.name)))),
        body)),
    more);
}

function row(cells, heads) {
  const attributes = cells.attributes ?? {};
  return h("tr", attributes, heads.map((head, index) => {
    const content = cells[index] ?? "";
    const name = head.isNumber ? "number" : undefined;
    return index === 0 ? h("th", { scope: "row", class: name }, content) : h("td", { class: name }, content);
  }));
}

/** A table that is folded. */
export const foldedTable = (spec) => h("details", { class: "folded", "data-key": `table ${spec.caption}` }, h("summary", {}, "Table"), table(spec));
