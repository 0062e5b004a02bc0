// One connection: its calendar, a day of it, and what changed.

import { connectionPath } from "./api.js";
import { dayContent } from "./day.js";
import { button, h } from "./dom.js";
import { explanation } from "./explain.js";
import { connectionAddress, replace } from "./router.js";
import { about, calendar, changes, goesOn, gridOf } from "./side.js";
import { loading, status } from "./states.js";
import { addDays, addMonths, count, dayText, decimal, isDate, weekdayIndex } from "./words.js";
import { instant, zone } from "./zone.js";

export const title = "Connection";
export const subject = "the connection";

/** The most answers of 4 MiB that are read for a day, and the most documents that are read one by one. */
const MOST_PAGES = 6;
const MOST_SINGLE = 24;

const firstOf = (date) => `${date.slice(0, 7)}-01`;
const mondayOf = (date) => addDays(date, -weekdayIndex(date));

/** Makes the view. */
export function create(context) {
  let id;
  let date;
  /** The first day of the month of the calendar. */
  let month;
  let summary;
  let recent;
  /** Answers by what they are of: `days 2024-04-01`, `day 2024-04-17`, `week 2024-04-15`. */
  let known = new Map();
  const explained = explanation(context, () => id);

  const ask = (part, parameters) => context.ask(connectionPath(id, ...part), parameters);

  async function get(into, key, read) {
    if (!into.has(key)) into.set(key, await read());
    return into.get(key);
  }

  const readMonth = (first, into = known) => get(into, `days ${first}`, async () => {
    const { days } = await ask(["days"], gridOf(first));
    return new Map(days.map((day) => [day.date, day.documents]));
  });

  /** Reads a day; `after` is called when a part of it is there. */
  async function readDay(into, after) {
    const day = date;
    const listed = (await readMonth(firstOf(day), into)).get(day) ?? [];
    after();
    await get(into, `day ${day}`, () => readDocuments(ask, day, listed));
    after();
    await get(into, `week ${mondayOf(day)}`, async () => {
      const { documents } = await ask(["documents"], { type: "activitiesSummary", from: mondayOf(day), to: addDays(mondayOf(day), 6) });
      return new Map(documents.map((document) => [document.id.split("/")[1], document]));
    });
  }

  async function readSummary() {
    [summary, recent] = await Promise.all([ask([]), ask(["changes"])]);
  }

  async function load() {
    // With a date in the address, the day need not wait for the summary.
    await Promise.all([summary ?? readSummary(), date && readDay(known, context.draw)]);
    if (date) return;
    date = isDate(summary.last) ? summary.last : new Date().toJSON().slice(0, 10);
    month = firstOf(date);
    replace(connectionAddress(id, date));
    await readDay(known, context.draw);
  }

  /** What tells that something changed. The offset of the partition moves with the uploads of all connections. */
  const fingerprint = () => JSON.stringify([{ ...summary, at: undefined }, recent.changes[0]]);

  async function refresh() {
    const before = fingerprint();
    await readSummary();
    const day = known.get(`day ${date}`);
    if (before === fingerprint() && day && day.pending.length === 0) return;
    // What is shown stays until what follows is there.
    const fresh = new Map();
    await Promise.all([readDay(fresh, () => {}), month !== firstOf(date) && readMonth(month, fresh)]);
    known = fresh;
    explained.reread();
  }

  const go = (day) => { location.hash = connectionAddress(id, day); };

  async function turn(months) {
    month = addMonths(month, months);
    context.draw();
    try {
      await readMonth(month);
    } catch (error) {
      context.fail(error);
    }
    context.draw();
  }

  function body() {
    const listed = date && known.get(`days ${firstOf(date)}`);
    if (!summary && !listed) return undefined;
    const local = zone(summary?.time_zone);
    const day = known.get(`day ${date}`);
    const documents = listed?.get(date) ?? [];
    return h("div", { class: "layout" },
      h("div", { class: "side" }, month && calendar({ month, date, documents: known.get(`days ${month}`), turn, go }),
        summary && [about(summary, local), changes(recent, local), date && goesOn(id, date)]),
      h("div", { class: "content", "data-key": `content ${date}` }, summary && owed(summary, local),
        date && h("div", { class: "day" }, step("‹", "Day before", -1), h("h2", {}, dayText(date)), step("›", "Day after", 1),
          day && h("p", { class: "note" }, `${count(documents.length, "document")} · `, h("a", { href: "#json", onclick: openJSON }, "JSON"))),
        day ? dayContent({ id, date, day, listed: documents, local, explained, week: known.get(`week ${mondayOf(date)}`), monday: mondayOf(date) })
          : context.isSlow() && loading("the documents of this day")));
  }

  const step = (text, name, days) => button(text, () => go(addDays(date, days)), { class: "icon", "aria-label": name });

  return {
    load, refresh, body,
    go(route) {
      id = route.id;
      if (route.date && route.date === date) return;
      date = route.date;
      month = date && firstOf(date);
      explained.close();
    },
    isReady: () => summary !== undefined,
    heading: () => id,
    subtitle: () => summary && facts(summary),
    corner() {
      const day = known.get(`day ${date}`);
      const { topic, partition, offset } = day?.at ?? summary.at;
      return [day && published(day), h("span", { class: "note" }, `${topic} ${partition} : ${decimal(offset)}`)];
    },
    step: (days) => date && go(addDays(date, days)),
    close: () => explained.close(),
  };
}

/** Types without which a day cannot be understood. */
const FIRST = ["sleep", "workouts", "motion", "steps", "distance", "calories", "flightsClimbed", "activitiesSummary"];

/**
 * Returns `{ at, documents, frozen, pending, differs, missing }` of a day. `listed` says which documents it has: a night belongs
 * to the day on which it ends, while a span of dates also finds what begins on them.
 */
async function readDocuments(ask, date, listed) {
  const day = { documents: [], frozen: listed.filter(({ frozen }) => frozen).map(({ id }) => id), pending: [], differs: [] };
  const wanted = new Set(listed.filter(({ frozen }) => !frozen).map(({ id }) => id));
  let after;
  for (let page = 0; page < MOST_PAGES && wanted.size > 0 && (page === 0 || after); page += 1) {
    const answer = await ask(["documents"], { from: date, to: date, after, limit: 1000 });
    day.documents.push(...answer.documents.filter(({ id }) => wanted.delete(id)));
    for (const list of ["pending", "differs"]) day[list].push(...(answer[list] ?? []).filter((id) => listed.some((one) => one.id === id)));
    day.at = answer.at;
    after = answer.next;
  }
  const rank = (id) => (FIRST.indexOf(id.split("/")[0]) + 99) % 99;
  const rest = [...wanted].sort((a, b) => rank(a) - rank(b));
  for (const id of rest.slice(0, MOST_SINGLE)) await readOne(ask, id, day);
  day.missing = rest.slice(MOST_SINGLE);
  return day;
}

async function readOne(ask, id, day) {
  try {
    const { document, published: state, frozen } = await ask(["documents", id]);
    if (frozen) return day.frozen.push(id);
    day.documents.push(document);
    day[state]?.push(id);
  } catch (error) {
    // The document was deleted since the list was read.
    if (error.code !== "unknownDocument") throw error;
  }
}

function openJSON(event) {
  event.preventDefault();
  const fold = document.querySelector("[data-testid=json]");
  if (!fold) return;
  fold.open = true;
  fold.querySelector("summary").focus();
}

function facts({ time_zone: name, app_id: app, collected_at: collected, closed }) {
  const [local, time] = [zone(name), instant(collected)];
  return [local.name, app, time !== undefined && `last upload ${dayText(local.date(time))} ${local.time(time)}`,
    closed && "closed: the worker refuses new uploads"].filter(Boolean).join(" · ");
}

/** Whether the documents of a day are those that the worker published. */
function published({ differs, pending }) {
  const [kind, text] = differs.length > 0 ? ["bad", `${count(differs.length, "document")} not as published`]
    : pending.length > 0 ? ["busy", `${count(pending.length, "document")} not published yet`] : ["ok", "As published"];
  return h("span", { "data-testid": "published" }, status(kind, text));
}

function owed({ owed: debt, rederiving }, local) {
  const since = instant(debt?.since);
  return [debt && h("p", { "data-testid": "owed-since" }, status("busy",
    `Owed since ${since === undefined ? debt.since : `${dayText(local.date(since))} ${local.time(since)}`}: the topic ${debt.topic} does not take the documents: ${debt.reason}`)),
  rederiving && h("p", {}, status("busy", "The worker derives this connection again. Until then, documents are not published yet."))];
}
