// One connection: its calendar, a day of it, and what changed.

import { connectionPath } from "./api.js";
import { dayContent } from "./day.js";
import { PICTURED } from "./document.js";
import { button, div, h, note, soft } from "./dom.js";
import { explanation } from "./explain.js";
import { find } from "./frame.js";
import { connectionAddress, replace } from "./router.js";
import { about, calendar, changes, goesOn, gridOf } from "./side.js";
import { loading, status } from "./states.js";
import { addDays, addMonths, count, dayText, instant, isDate, num, weekdayIndex, zone } from "./words.js";

export const title = "Connection";

/** The most answers that are read for a day, and the most documents one by one. */
const MOST_PAGES = 6;
const MOST_SINGLE = 24;

const firstOf = (date) => `${date.slice(0, 7)}-01`;
const mondayOf = (date) => addDays(date, -weekdayIndex(date));

export function create(page) {
  let id;
  let date;
  /** The first day of the month of the calendar. */
  let month;
  let summary;
  let recent;
  /** Answers such as `days 2024-04-01`, `day 2024-04-17` and `week 2024-04-15`. */
  let known = new Map();
  const explained = explanation(page, () => id);

  const ask = (parts, parameters) => page.ask(connectionPath(id, ...parts), parameters);
  const go = (day) => { location.hash = connectionAddress(id, day); };

  async function get(into, key, read) {
    if (!into.has(key)) into.set(key, await read());
    return into.get(key);
  }

  const readMonth = (first, into = known) => get(into, `days ${first}`, async () => {
    const { days } = await ask(["days"], gridOf(first));
    return new Map(days.map((day) => [day.date, day.documents]));
  });

  /** Reads a day; `draw` is called when a part of it is there. */
  async function readDay(into = known, draw = page.draw) {
    const day = date;
    const monday = mondayOf(day);
    const listed = (await readMonth(firstOf(day), into)).get(day) ?? [];
    draw();
    await get(into, `day ${day}`, () => readDocuments(ask, day, listed));
    draw();
    await get(into, `week ${monday}`, async () => {
      const { documents } = await ask(["documents"], { type: "activitiesSummary", from: monday, to: addDays(monday, 6) });
      return new Map(documents.map((doc) => [doc.id.split("/")[1], doc]));
    });
  }

  async function readSummary() {
    [summary, recent] = await Promise.all([ask([]), ask(["changes"])]);
  }

  async function load() {
    // With a date in the address, the day need not wait for the summary.
    await Promise.all([summary ?? readSummary(), date && readDay()]);
    if (date) return;
    date = isDate(summary.last) ? summary.last : new Date().toJSON().slice(0, 10);
    month = firstOf(date);
    replace(connectionAddress(id, date));
    await readDay();
  }

  /** Changes with the connection. The offset of the partition moves with the uploads of all connections. */
  const fingerprint = () => JSON.stringify([{ ...summary, at: 0 }, recent.changes[0]]);

  async function refresh() {
    const before = fingerprint();
    await readSummary();
    if (before === fingerprint() && known.get(`day ${date}`)?.pending.length === 0) return;
    const fresh = new Map();
    await Promise.all([readDay(fresh, () => {}), month !== firstOf(date) && readMonth(month, fresh)]);
    known = fresh;
    explained.reread();
  }

  async function turn(months) {
    month = addMonths(month, months);
    page.draw();
    await readMonth(month).catch(page.fail);
    page.draw();
  }

  const step = (text, label, days) => button(text, () => go(addDays(date, days)), { class: "icon", label });

  function body() {
    const all = date && known.get(`days ${firstOf(date)}`);
    if (!summary && !all) return undefined;
    const local = zone(summary?.time_zone);
    const day = known.get(`day ${date}`);
    const listed = all?.get(date) ?? [];
    const monday = date && mondayOf(date);
    return h("div", { class: "layout" },
      div("side", month && calendar({ month, date, documents: known.get(`days ${month}`), turn, go }),
        summary && [about(summary, local), changes(recent, local), date && goesOn(id, date)]),
      h("div", { key: `content ${date}` }, summary && troubles(summary, local),
        date && div("day", step("‹", "Day before", -1), h("h2", {}, dayText(date)), step("›", "Day after", 1),
          day && note(`${count(listed.length, "document")} · `, h("a", { href: "#json", onclick: openJSON }, "JSON"))),
        day ? dayContent({ date, day, listed, explained, monday, horizon: summary?.horizon, week: known.get(`week ${monday}`) })
          : page.isSlow() && loading("the documents of this day")));
  }

  return {
    load, refresh, body,
    go(route) {
      id = route.id;
      if (route.date && route.date === date) return;
      date = route.date;
      month = date && firstOf(date);
      explained.close();
    },
    isReady: () => summary != null,
    heading: () => id,
    subtitle: () => summary && facts(summary),
    corner() {
      const day = known.get(`day ${date}`);
      const { topic, partition, offset } = day?.at ?? summary.at;
      return [day && published(day), soft(`${topic} ${partition} : ${num(offset)}`)];
    },
    step: (days) => date && go(addDays(date, days)),
    close: explained.close,
  };
}

/**
 * Reads the documents of a day. `listed` says which it has: a night belongs to the day on which it ends, while a span of dates
 * also finds what begins on it.
 */
async function readDocuments(ask, date, listed) {
  const ids = (isFrozen) => listed.filter(({ frozen = false }) => frozen === isFrozen).map(({ id }) => id);
  const day = { documents: [], frozen: ids(true), pending: [], differs: [] };
  const wanted = new Set(ids(false));
  let after;
  for (let round = 0; wanted.size > 0 && (round === 0 || (after && round < MOST_PAGES)); round += 1) {
    const answer = await ask(["documents"], { from: date, to: date, after, limit: 1000 });
    for (const list of ["pending", "differs"]) day[list].push(...(answer[list] ?? []).filter((id) => wanted.has(id)));
    day.documents.push(...answer.documents.filter(({ id }) => wanted.delete(id)));
    day.at = answer.at;
    after = answer.next;
  }
  const rank = (id) => (PICTURED.indexOf(id.split("/")[0]) + 99) % 99;
  const rest = [...wanted].sort((a, b) => rank(a) - rank(b));
  for (const id of rest.slice(0, MOST_SINGLE)) await readOne(ask, id, day);
  day.missing = rest.slice(MOST_SINGLE);
  return day;
}

async function readOne(ask, id, day) {
  try {
    const { document: doc, published: state, frozen } = await ask(["documents", id]);
    if (frozen) return day.frozen.push(id);
    day.documents.push(doc);
    day[state]?.push(id);
  } catch (error) {
    // The document was deleted since the list was read.
    if (error.code !== "unknownDocument") throw error;
  }
}

function openJSON(event) {
  event.preventDefault();
  const fold = find("json");
  if (!fold) return;
  fold.open = true;
  fold.querySelector("summary").focus();
}

const timeText = (time, local) => `${dayText(local.date(time))} ${local.time(time)}`;

function facts({ time_zone: name, app_id: app, collected_at: collected, closed }) {
  const local = zone(name);
  return [local.name, app, collected && `last upload ${timeText(instant(collected), local)}`,
    closed && "closed: the worker refuses new uploads"].filter(Boolean).join(" · ");
}

function published({ differs, pending }) {
  const [kind, text] = differs.length > 0 ? ["bad", `${count(differs.length, "document")} not as published`]
    : pending.length > 0 ? ["busy", `${count(pending.length, "document")} not published yet`] : ["ok", "As published"];
  return h("span", { testid: "published" }, status(kind, text));
}

const troubles = ({ owed, rederiving }, local) => [
  owed && h("p", { testid: "owed-since" }, status("busy",
    `Owed since ${timeText(instant(owed.since), local)}: the topic ${owed.topic} does not accept the documents: ${owed.reason}`)),
  rederiving && h("p", {}, status("busy", "The worker derives this connection again. Until then, documents are not published yet."))];
