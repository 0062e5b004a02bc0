// Finds a connection by the beginning of its id.

import { button, first, h, MOST_ROWS, table } from "./dom.js";
import { find } from "./frame.js";
import { address, connectionAddress, replace } from "./router.js";
import { elsewhere, empty, loading, status } from "./states.js";
import { count, dayText, instant, zone } from "./words.js";

export const title = "Connections";

const WAIT = 200;
const PAGE = 50;

export function create(page) {
  let prefix = "";
  let answer;
  /** The prefix of the answer, and how many rows the person wants. */
  let read;
  let limit = PAGE;
  let timer;

  async function load() {
    const wanted = prefix;
    answer = await page.ask("connections", { prefix: wanted, limit });
    read = wanted;
  }
  const isCurrent = () => answer != null && read === prefix;

  function type({ target }) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (target.value.trim() === prefix) return;
      prefix = target.value.trim();
      limit = PAGE;
      replace(address("connections", { prefix }));
      page.reload();
    }, WAIT);
  }

  /** Enter opens the connection whose whole id is typed. */
  function submit(event) {
    event.preventDefault();
    const text = event.target.elements.search.value.trim();
    const found = answer?.connections.find(({ id }) => id === text);
    if (found) location.hash = connectionAddress(found.id);
  }

  function list() {
    const { connections: rows, next } = answer;
    const other = answer.elsewhere && elsewhere(answer.elsewhere);
    if (rows.length === 0) {
      if (other) return other;
      return prefix
        ? empty(`No connection begins with ${prefix}`,
          "Upper and lower case differ. For a whole id, the worker also names another worker that has the connection.")
        : empty("No connections yet", "A connection appears here with its first upload. The command send sends a file of uploads.");
    }
    const more = () => {
      limit = Math.min(MOST_ROWS, limit + PAGE);
      page.reload();
    };
    return [
      other,
      table({ caption: "Connections, in the order of their ids", columns: ["Connection", "#Partition", "#Last upload (UTC)"], rows: rows.map(row) }),
      next && h("p", { key: "more" }, limit < MOST_ROWS ? button("Show more", more) : `The first ${MOST_ROWS} connections. Type more of the id.`)];
  }

  return {
    load, refresh: load,
    go({ parameters }) {
      prefix = parameters.prefix ?? "";
      const box = find("search");
      if (box && box.value.trim() !== prefix) box.value = prefix;
    },
    isReady: () => answer != null,
    heading: () => title,
    subtitle: () => "A connection is the data of one person from one app",
    body: () => [
      h("form", { class: "filter", role: "search", key: "filter", onsubmit: submit }, h("label", { for: "search" }, "Connection id begins with"),
        h("input", { id: "search", type: "search", testid: "search", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200,
          oninput: type, value: prefix }),
        h("span", { class: "note", role: "status" }, isCurrent()
          && `${count(answer.connections.length, "connection")}${answer.next ? ", and more" : ""}`)),
      answer && skipped(answer.skipped ?? []), answer && !isCurrent() && page.isSlow() && loading("the connections"), isCurrent() && list()],
  };
}

const STATES = { restoring: "is being restored", leftAlone: "is left alone", starting: "is starting" };

function skipped(all) {
  const [list, left] = first(20, all, "partitions", "");
  return list.length > 0 && h("div", { testid: "skipped" }, list.map(({ partition, state }) =>
    h("p", {}, status("busy", `Partition ${partition} ${STATES[state] ?? state}: its connections are missing here.`))), left);
}

function row({ id, partition, collected_at: collected }) {
  const time = instant(collected);
  const cells = [h("a", { href: connectionAddress(id) }, id), partition, time && `${dayText(zone().date(time))} ${zone().time(time)}`];
  return Object.assign(cells, { attributes: { testid: "connection", key: id } });
}
