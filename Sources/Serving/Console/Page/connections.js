// Finds a connection by the beginning of its id.

import { h } from "./dom.js";
import { count, dayText, decimal, duration } from "./format.js";
import { address, connectionAddress, replace } from "./router.js";
import { elsewhere, empty, loading, status } from "./states.js";
import { instant, zone } from "./zone.js";

export const title = "Connections";
export const subject = "the connections";

const WAIT = 200;
const PAGE = 50;
const MOST_ROWS = 200;
const UTC = zone("UTC");

/** Makes the view. */
export function create(context) {
  let prefix = "";
  /** The rows that are shown, the prefix that they are of, and what the last answer said beside them. */
  let rows;
  let read;
  let answer;
  let timer;

  async function load() {
    const wanted = prefix;
    answer = await context.ask("connections", { prefix: wanted, limit: PAGE });
    rows = answer.connections;
    read = wanted;
  }

  /** Asks again for as many rows as are shown. */
  async function refresh() {
    const wanted = prefix;
    const limit = Math.min(MOST_ROWS, Math.max(PAGE, rows?.length ?? 0));
    answer = await context.ask("connections", { prefix: wanted, limit });
    rows = answer.connections;
    read = wanted;
  }

  async function more() {
    try {
      const next = await context.askAside("connections", { prefix, after: answer.next, limit: PAGE });
      answer = { ...answer, next: next.next };
      rows = [...rows, ...next.connections];
      context.draw();
    } catch (error) {
      context.fail(error);
    }
  }

  function type(event) {
    const text = event.target.value.trim();
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (text === prefix) return;
      prefix = text;
      replace(address("connections", { prefix }));
      context.reload();
    }, WAIT);
  }

  /** Enter opens the connection whose whole id is typed, or the only one. */
  function submit(event) {
    event.preventDefault();
    const text = event.target.elements.namedItem("search").value.trim();
    const found = rows?.find(({ id }) => id === text) ?? (rows?.length === 1 && read === text ? rows[0] : undefined);
    if (found) location.hash = connectionAddress(found.id);
  }

  function body() {
    const isCurrent = rows !== undefined && read === prefix;
    return [
      h("form", { class: "filter", role: "search", "data-key": "filter", onsubmit: submit },
        h("label", { for: "search" }, "Connection id begins with"),
        h("input", { id: "search", name: "search", type: "search", "data-testid": "search", "data-key": "search", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200, oninput: type,
          value: prefix }),
        h("p", { class: "note", role: "status" }, isCurrent ? `${count(rows.length, "connection")}${answer.next ? ", and more" : ""}` : "")),
      rows !== undefined && skipped(answer.skipped ?? []),
      rows !== undefined && read !== prefix && context.isSlow() && loading(subject),
      isCurrent && list(),
    ];
  }

  function list() {
    if (answer.elsewhere) return elsewhere(answer.elsewhere);
    if (rows.length === 0) {
      return prefix
        ? empty(`No connection begins with ${prefix}`, "The search compares upper and lower case. This worker finds only connections of its own partitions. For a whole id, it also names the worker that has the connection.")
        : empty("No connections yet", "A connection appears here with its first upload. An app sends uploads to the topic of uploads, and `fork-worker send` sends a file.");
    }
    const isFull = rows.length >= MOST_ROWS;
    return [
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table: connections", "data-key": "connections" },
        h("table", { class: "connections" },
          h("caption", { class: "unseen" }, "Connections, in the order of their ids"),
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Connection"), h("th", { scope: "col", class: "number" }, "Partition"), h("th", { scope: "col", class: "number" }, "Last upload (UTC)"))),
          h("tbody", {}, rows.slice(0, MOST_ROWS).map(row)))),
      answer.next && !isFull && h("p", { "data-key": "more" }, h("button", { type: "button", class: "button", onclick: more }, "Show more")),
      answer.next && isFull && h("p", { class: "note", "data-key": "rest" }, `The first ${decimal(MOST_ROWS)} connections are shown, and there are more. Type more letters of the id.`),
    ];
  }

  return {
    go({ parameters }) {
      prefix = parameters.prefix ?? "";
      const box = document.querySelector("[data-testid=search]");
      if (box && box.value.trim() !== prefix) box.value = prefix;
    },
    load, refresh, body,
    isReady: () => rows !== undefined,
    forget() { rows = undefined; },
    heading: () => title,
    subtitle: () => h("p", { class: "sub" }, "One connection is one person's data from one app"),
  };
}

const STATES = { restoring: "is being restored", leftAlone: "is left alone", starting: "is starting" };

function skipped(list) {
  if (list.length === 0) return undefined;
  return h("div", { class: "skipped", "data-testid": "skipped", "data-key": "skipped" },
    list.slice(0, 20).map(({ partition, state }) => h("p", {}, status(state === "leftAlone" ? "bad" : "busy", `Partition ${partition} ${STATES[state] ?? state}: its connections are missing here.`))),
    list.length > 20 && h("p", { class: "note" }, `and ${decimal(list.length - 20)} partitions more`));
}

function row({ id, partition, collected_at: collected }) {
  const time = instant(collected);
  return h("tr", { "data-testid": "connection", "data-key": id },
    h("th", { scope: "row" }, h("a", { href: connectionAddress(id) }, id)),
    h("td", { class: "number" }, partition),
    h("td", { class: "number" }, time === undefined ? "" : h("time", { datetime: collected, title: ageText(time) }, `${dayText(UTC.date(time))} ${UTC.time(time)}`)));
}

const ageText = (time) => `${duration(Math.max(0, Date.now() / 1000 - time))} ago`;
