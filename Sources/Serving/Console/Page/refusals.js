// The last refusals of the worker, and the commands that show what was refused.

import { command } from "./commands.js";
import { h } from "./dom.js";
import { decimal } from "./format.js";
import { address } from "./router.js";
import { empty } from "./states.js";
import { sinceText } from "./worker.js";
import { instant, zone } from "./zone.js";

export const title = "Refusals";
export const subject = "the refusals";

const CODES = ["callbackUrlNotProvided", "connectionIsClosed", "decodingError", "invalidIdentifier", "invalidType", "invalidValue", "noData", "tooLarge",
  "tooLate", "unauthorized"];
const MOST_ROWS = 200;
const UTC = zone("UTC");

/** Makes the view. */
export function create(context) {
  let answer;
  let code;
  let readCode;

  async function load() {
    const wanted = code;
    answer = await context.ask("refusals", { code: wanted });
    readCode = wanted;
  }

  return {
    go({ parameters }) {
      code = parameters.code || undefined;
      const box = document.querySelector("[data-testid=code]");
      if (box) box.value = code ?? "";
    },
    load, refresh: load,
    isReady: () => answer !== undefined && readCode === code,
    heading: () => title,
    subtitle: () => h("p", { class: "sub" }, answer
      ? `The last ${MOST_ROWS} of this process, newest first, since ${sinceText(answer.since, Date.now() / 1000)} · times in UTC`
      : "Uploads, samples and settings that the worker did not take"),
    body: () => [filter(code), answer && readCode === code && list(answer.refusals ?? [], code)],
  };
}

function filter(code) {
  const codes = CODES.includes(code) || !code ? CODES : [...CODES, code];
  return h("form", { class: "filter", "data-key": "filter", onsubmit: (event) => event.preventDefault() },
    h("label", { for: "code" }, "Code"),
    h("select", { id: "code", "data-testid": "code", onchange: (event) => { location.hash = address("refusals", { code: event.target.value }); } },
      h("option", { value: "", selected: !code }, "All codes"), codes.map((name) => h("option", { value: name, selected: name === code }, name))));
}

function list(refusals, code) {
  if (refusals.length === 0) {
    return code
      ? empty(`No refusals with the code ${code}`, "Nothing was refused with this code since the worker started. Older refusals are in the topic of dead letters:", command("dead-letters", ["list", "--code", code]))
      : empty("No refusals", "Nothing was refused since the worker started. A refusal appears here when an upload, a sample or a setting cannot be processed.", command("dead-letters", ["list"]));
  }
  const rows = refusals.slice(0, MOST_ROWS);
  return [
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table: refusals", "data-key": "refusals" },
      h("table", { class: "refusals" },
        h("caption", { class: "unseen" }, "Refusals, newest first"),
        h("thead", {}, h("tr", {}, ["Time", "Code", "What is wrong", "Input record"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.map(row)))),
    h("p", { class: "note", "data-key": "note" }, `${decimal(rows.length)} refusals. All refused data is in the topic of dead letters, byte for byte.`),
  ];
}

function row({ time, topic, partition, offset, code, path, message }) {
  const place = `${topic}:${partition}:${offset}`;
  const day = UTC.date(instant(time));
  return h("tr", { "data-testid": "refusal", "data-key": `${time} ${place} ${path ?? ""}` },
    h("th", { scope: "row", class: "when" }, h("time", { datetime: time, title: day }, UTC.seconds(instant(time)))),
    h("td", {}, code),
    h("td", { class: "message" }, message, path && [" ", h("code", {}, path)]),
    h("td", {}, h("details", { class: "folded place" }, h("summary", { title: "Command" }, h("code", {}, place)), command("dead-letters", ["list", "--upload", place]))));
}
