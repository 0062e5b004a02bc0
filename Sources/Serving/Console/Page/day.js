// The content of one day of a connection, from what matters most to what is rare.

import { h } from "./dom.js";
import { byType } from "./document.js";
import { count, decimal } from "./format.js";
import { jsonFold } from "./json.js";
import { motion } from "./motion.js";
import { night } from "./night.js";
import { others } from "./others.js";
import { samples } from "./samples.js";
import { empty } from "./states.js";
import { totals } from "./totals.js";
import { week } from "./week.js";
import { workouts } from "./workouts.js";

/**
 * The sections of a day. `day` is what read.js returns, `listed` the documents that the day has, `week` the summaries of the week by
 * date.
 */
export function dayContent(view) {
  const { day, listed, date } = view;
  if (listed.length === 0) {
    return [
      h("div", { class: "sections" }, week(view)),
      empty("Nothing on this day", "A document appears here when an upload brings samples of this day. Days with documents have marks in the calendar."),
    ];
  }
  return [
    h("div", { class: "sections", "data-key": "sections" },
      day.missing.length > 0 && h("p", { class: "note more", "data-key": "missing" }, `The day has more than this page reads at once: ${count(day.missing.length, "document")} of ${decimal(listed.length)} are not shown. The command of this day has all.`),
      night(view, byType(day.documents, "sleep")),
      workouts(view, byType(day.documents, "workouts")),
      week(view),
      motion(view, byType(day.documents, "motion")),
      samples(view),
      totals(view),
      others(view),
      frozen(day.frozen),
      jsonFold(view)),
  ].filter(Boolean).concat(h("p", { class: "unseen", "data-key": "end" }, `End of ${date}`));
}

/** Documents that are older than the horizon: the worker does not keep what they are made of. */
function frozen(ids) {
  if (ids.length === 0) return undefined;
  return h("section", { "data-testid": "frozen", "aria-labelledby": "frozen-head" },
    h("div", { class: "head" }, h("h3", { id: "frozen-head" }, "Frozen"), h("p", { class: "note" }, count(ids.length, "document"))),
    h("p", { class: "note" }, "The samples of these documents lie before the horizon, so the worker does not have them any more. The documents stay in their topic. The command `documents` shows them."),
    h("ul", { class: "plain ids" }, ids.slice(0, 100).map((id) => h("li", {}, h("code", {}, id)))),
    ids.length > 100 && h("p", { class: "note more" }, `100 of ${decimal(ids.length)} documents.`));
}
