// One connection: its calendar, a day of it, and what changed.

import { connectionPath, Failure } from "./api.js";
import { calendar, gridOf } from "./calendar.js";
import { about, changes, goesOn } from "./aside.js";
import { dayContent } from "./day.js";
import { readDay } from "./read.js";
import { explanation } from "./explain.js";
import { h } from "./dom.js";
import { addDays, addMonths, count, dayText, decimal, isDate, weekdayIndex } from "./format.js";
import { connectionAddress, replace } from "./router.js";
import { loading, status } from "./states.js";
import { instant, zone } from "./zone.js";

export const title = "Connection";
export const subject = "the connection";

/** Makes the view. */
export function create(context) {
  let id;
  let date;
  /** The first day of the month that the calendar shows. */
  let month;
  let summary;
  let recent;
  /** Answers of `days` by the first day of a month, of documents by date, and of summaries by the first day of a week. */
  let months = new Map();
  let days = new Map();
  let weeks = new Map();
  const explained = explanation(context, () => id);

  const path = (...rest) => connectionPath(id, ...rest);
  const mondayOf = (day) => addDays(day, -weekdayIndex(day));
  const firstOf = (day) => `${day.slice(0, 8)}01`;

  async function readMonth(first) {
    if (months.has(first)) return months.get(first);
    const { from, to } = gridOf(first);
    const answer = await context.ask(path("days"), { from, to });
    months.set(first, new Map((answer.days ?? []).map((day) => [day.date, day.documents])));
    return months.get(first);
  }

  async function readWeek(monday) {
    if (weeks.has(monday)) return;
    const answer = await context.ask(path("documents"), { type: "activitiesSummary", from: monday, to: addDays(monday, 6) });
    weeks.set(monday, new Map(answer.documents.map((document) => [document.id.split("/")[1], document])));
  }

  async function readDate(day) {
    const listed = (await readMonth(firstOf(day))).get(day) ?? [];
    context.draw();
    if (!days.has(day)) days.set(day, await readDay(context.ask, path, day, listed));
    context.draw();
    await readWeek(mondayOf(day));
  }

  async function readSummary() {
    [summary, recent] = await Promise.all([context.ask(path()), context.ask(path("changes"))]);
  }

  async function load() {
    // Two requests at once: with a date in the address, the day need not wait for the summary.
    await Promise.all([summary ? undefined : readSummary(), date ? readDate(date) : undefined]);
    if (!date) {
      date = isDate(summary.last) ? summary.last : new Date().toJSON().slice(0, 10);
      month = firstOf(date);
      replace(connectionAddress(id, date));
      await readDate(date);
    }
    if (month !== firstOf(date)) await readMonth(month);
  }

  /** What tells that something changed; the offset of the partition moves with the uploads of all connections. */
  const fingerprint = () => JSON.stringify([{ ...summary, at: undefined }, recent?.changes?.[0]]);

  /** Reads the small answers, and the documents again if something changed since. */
  async function refresh() {
    const before = fingerprint();
    await readSummary();
    const isCurrent = days.has(date) && days.get(date).pending.length === 0;
    if (isCurrent && before === fingerprint()) return;
    // What is shown stays until its successor is there.
    const old = { months, days, weeks };
    months = new Map();
    days = new Map();
    weeks = new Map();
    try {
      const shown = old.days.get(date);
      await Promise.all([readQuietly(), month && readMonth(month)]);
      if (shown && JSON.stringify(shown) !== JSON.stringify(days.get(date))) explained.reread();
    } catch (error) {
      ({ months, days, weeks } = old);
      throw error;
    }
  }

  async function readQuietly() {
    const listed = (await readMonth(firstOf(date))).get(date) ?? [];
    days.set(date, await readDay(context.ask, path, date, listed));
    await readWeek(mondayOf(date));
  }

  const go = (day) => { location.hash = connectionAddress(id, day); };

  async function turn(months_) {
    month = addMonths(month, months_);
    context.draw();
    try {
      await readMonth(month);
      context.draw();
    } catch (error) {
      if (!(error instanceof Failure)) return;
      context.fail(error);
      month = firstOf(date);
      context.draw();
    }
  }

  function body() {
    if (!summary && !months.size) return undefined;
    const local = zone(summary?.time_zone);
    const listed = months.get(firstOf(date ?? ""))?.get(date) ?? [];
    const day = days.get(date);
    return h("div", { class: "layout", "data-key": "layout" },
      h("div", { class: "side" },
        month && calendar({ month, date, documents: months.get(month), turn, go }),
        summary && about(summary, local), recent && changes(recent, local), summary && date && goesOn(id, date)),
      h("div", { class: "content", "data-key": `content ${date}` },
        summary && owedNote(summary),
        date && h("div", { class: "day" },
          h("button", { type: "button", class: "icon", "aria-label": "Day before", onclick: () => go(addDays(date, -1)) }, "‹"),
          h("h2", {}, dayText(date)),
          h("button", { type: "button", class: "icon", "aria-label": "Day after", onclick: () => go(addDays(date, 1)) }, "›"),
          day && h("p", { class: "note" }, `${count(listed.length, "document")} · `, h("a", { href: "#json", onclick: openJSON }, "JSON"))),
        day
          ? dayContent({ id, date, day, listed, local, week: weeks.get(mondayOf(date)), monday: mondayOf(date), explained, ask: context.askAside })
          : context.isSlow() && loading("the documents of this day")));
  }

  return {
    load, refresh, body,
    go(route) {
      id = route.id;
      if (route.date === date && date) return;
      date = route.date;
      month = date && firstOf(date);
      explained.close();
    },
    isReady: () => summary !== undefined,
    forget() { summary = undefined; months = new Map(); days = new Map(); weeks = new Map(); recent = undefined; },
    heading: () => id,
    subtitle: () => summary && h("p", { class: "sub" }, facts(summary)),
    corner: () => h("p", { class: "corner" }, published(days.get(date)), placeOf(days.get(date)?.at ?? summary.at)),
    step: (number) => date && go(addDays(date, number)),
    close: () => explained.close(),
  };
}

function openJSON(event) {
  event.preventDefault();
  const fold = document.querySelector("[data-testid=json]");
  if (!fold) return;
  fold.open = true;
  fold.querySelector("summary").focus();
}

function facts({ time_zone: name, app_id: app, collected_at: collected, closed }) {
  const time = instant(collected);
  const local = zone(name);
  const parts = [local.name, app, time !== undefined && `last upload ${dayText(local.date(time))} ${local.time(time)}`, closed && "closed: the worker refuses new uploads"];
  return parts.filter(Boolean).join(" · ");
}

const placeOf = (at) => at && h("span", { class: "note" }, `${at.topic} ${at.partition} : ${decimal(at.offset)}`);

/** Whether the documents of a day are those that the worker published. */
function published(day) {
  if (!day) return undefined;
  const element = (kind, text) => h("span", { "data-testid": "published" }, status(kind, text));
  if (day.differs.length > 0) return element("bad", `${count(day.differs.length, "document")} differ from what was published`.replace("1 document differ", "1 document differs"));
  if (day.pending.length > 0) return element("busy", `${count(day.pending.length, "document")} not published yet`);
  return element("ok", "As published");
}

function owedNote({ owed, rederiving }) {
  if (!owed && !rederiving) return undefined;
  return h("section", { class: "state", "data-key": "owed", "aria-label": "State of this connection" },
    owed && h("p", { "data-testid": "owed-since" }, status("busy", `Owed since ${owed.since}: the topic ${owed.topic} does not take the documents: ${owed.reason}.`)),
    rederiving && h("p", {}, status("busy", "The worker derives this connection again, because its rules changed. Documents are pending until then.")));
}
