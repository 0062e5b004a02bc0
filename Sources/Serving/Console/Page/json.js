// The documents as JSON, folded. A text is made when somebody opens it: most never are.

import { h } from "./dom.js";
import { count, decimal } from "./format.js";

const MOST_DOCUMENTS = 60;
const MOST_CHARACTERS = 200000;

/** The fold of a day's documents. */
export function jsonFold({ day, date }) {
  if (day.documents.length === 0) return undefined;
  const shown = day.documents.slice(0, MOST_DOCUMENTS);
  const state = ({ id }) => day.differs.includes(id) ? "differs from what was published" : day.pending.includes(id) ? "not published yet" : "as published";
  return h("details", { class: "fold", "data-testid": "json", "data-key": `json ${date}` },
    h("summary", {}, h("span", { class: "fold-name" }, "JSON"), h("span", { class: "note" }, count(day.documents.length, "document"))),
    shown.map((document) => h("details", { class: "folded", "data-key": document.id, ontoggle: ({ target }) => target.open && write(target.querySelector("pre"), document) },
      h("summary", {}, h("code", {}, document.id), h("span", { class: "note" }, state(document))),
      h("pre", { tabindex: 0, "data-keep": true, "aria-label": `JSON of ${document.id}`, role: "region" }))),
    day.documents.length > shown.length && h("p", { class: "note more" }, `${MOST_DOCUMENTS} of ${decimal(day.documents.length)} documents. The command of this day prints all.`));
}

function write(element, document) {
  const text = JSON.stringify(document, null, 1);
  element.textContent = text.length > MOST_CHARACTERS
    ? `${text.slice(0, MOST_CHARACTERS)}\n… ${decimal(text.length - MOST_CHARACTERS)} of ${decimal(text.length)} characters more. The command of this day prints all.`
    : text;
}
