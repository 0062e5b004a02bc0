// The last refusals of the worker, and the commands that show what was refused.

import { h, note, p, table } from "./dom.js";
import { find } from "./frame.js";
import { address } from "./router.js";
import { command, empty } from "./states.js";
import { dayAndMonth, instant, zone } from "./words.js";
import { sinceText } from "./worker.js";

export const title = "Refusals";

const CODES = ("callbackUrlNotProvided connectionIsClosed decodingError invalidIdentifier invalidType invalidValue noData tooLarge "
  + "tooLate unauthorized").split(" ");

export function create(page) {
  let answer;
  let code = "";
  let readCode;

  async function load() {
    const wanted = code;
    answer = await page.ask("refusals", { code: wanted });
    readCode = wanted;
  }
  const isReady = () => answer != null && readCode === code;

  return {
    load, refresh: load, isReady,
    go({ parameters }) {
      code = parameters.code ?? "";
      const box = find("code");
      if (box) box.value = code;
    },
    heading: () => title,
    subtitle: () => `The last 200 of this process, newest first${
      answer ? `, since ${sinceText(answer.since, new Date().toJSON())}` : ""} · times in UTC`,
    body: () => [filter(code), isReady() && list(answer.refusals, code)],
  };
}

const filter = (code) => p("filter", h("label", { for: "code" }, "Code"),
  h("select", { id: "code", testid: "code", onchange: ({ target }) => { location.hash = address("refusals", { code: target.value }); } },
    ["", ...CODES, ...(!code || CODES.includes(code) ? [] : [code])].map((name) => h("option",
      { value: name, selected: name === code }, name || "All codes"))));

function list(refusals, code) {
  if (refusals.length > 0) {
    return [table({ caption: "Refusals, newest first", columns: ["Time", "Code", "What is wrong", "Input record"],
      rows: refusals.map(row), className: "refusals", cost: 14, rest: "The command dead-letters has all." }),
      note("All refused data is in the topic of dead letters, byte for byte.")];
  }
  return empty(code ? `No refusals with the code ${code}` : "No refusals",
    "A refusal appears here when the worker cannot process an upload, a sample or a setting. Older refusals:",
    command("dead-letters", "list", ...(code ? ["--code", code] : [])));
}

function row({ time, topic, partition, offset, code, path, message }) {
  const place = `${topic}:${partition}:${offset}`;
  const cells = [h("time", { datetime: time }, `${dayAndMonth(zone().date(instant(time)))} ${zone().seconds(instant(time))}`),
    code, [message, " ", path && h("code", {}, path)],
    h("details", { class: "folded" }, h("summary", {}, h("code", {}, place)), command("dead-letters", "list", "--upload", place))];
  return Object.assign(cells, { attributes: { testid: "refusal", key: `${time} ${place} ${path}` } });
}
