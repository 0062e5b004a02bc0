// Beside the days of a connection: the calendar, its settings, what changed, and commands that show more.

import { TOTALS } from "./document.js";
import { button, div, first, h, more, note, pairs, span } from "./dom.js";
import { command, status } from "./states.js";
import { addDays, addMonths, count, dayOfMonth, dayText, instant, monthText, num, shortDay, shortID, weekdayIndex } from "./words.js";

/** The dates of a month's page: whole weeks from Monday to Sunday. */
export function gridOf(month) {
  const last = addDays(addMonths(month, 1), -1);
  return { from: addDays(month, -weekdayIndex(month)), to: addDays(last, 6 - weekdayIndex(last)) };
}

const KINDS = [["Night", ["sleep"]], ["Day totals", [...Object.keys(TOTALS), "activitiesSummary"]], ["Workout", ["workouts"]], ["Other samples"]];
const kindOf = ({ type }) => (KINDS.find(([, types]) => types?.includes(type)) ?? KINDS[3])[0];
const dot = (kind) => h("i", { class: `kind of-${kind[0]}` });

/** The calendar. `documents` are lists by date; undefined while they are being read. */
export function calendar({ month, date, documents, turn, go }) {
  const arrow = (text, name, months) => button(text, () => turn(months), { class: "icon", label: `${name}: ${monthText(addMonths(month, months))}` });
  const days = Array.from({ length: dayOfMonth(addDays(addMonths(month, 1), -1)) }, (_, i) => addDays(month, i));
  const cell = (day, i) => {
    const listed = documents?.get(day) ?? [];
    const kinds = KINDS.map(([name]) => name).filter((name) => listed.some((one) => kindOf(one) === name));
    const isFrozen = kinds.length > 0 && listed.every(({ frozen }) => frozen);
    const says = kinds.length > 0 ? kinds.join(", ").toLowerCase() : "nothing";
    return button([h("b", {}, dayOfMonth(day)), span("kinds", kinds.map(dot))], () => go(day), {
      testid: `day-${day}`, class: `date${kinds.length === 0 ? " empty" : ""}${i === 0 ? ` from-${weekdayIndex(day)}` : ""}`,
      "aria-current": day === date && "date",
      label: `${dayOfMonth(day)} ${monthText(day)}${documents ? `: ${says}${isFrozen ? ", frozen" : ""}` : ""}`,
    });
  };
  return h("section", { class: "calendar", testid: "calendar", label: `Calendar of ${monthText(month)}` },
    div("month", arrow("‹", "Month before", -1), h("h2", {}, monthText(month)), arrow("›", "Month after", 1)),
    div("cells", [..."MTWTFSS"].map((letter) => h("span", { class: "weekday", "aria-hidden": "true" }, letter)), days.map(cell)),
    h("ul", { class: "legend" }, KINDS.map(([name]) => h("li", {}, dot(name), name))));
}

/** A part that is open at first if there is room for it beside the day. */
const fold = (testid, title, ...content) => h("details", { class: "fold", testid,
  open: testid !== "about" && matchMedia("(min-width: 64em)").matches },
  h("summary", {}, title), content);

export function about({ first: from, last, documents = {}, frozen, horizon, ...own }, local) {
  const total = Object.values(documents).reduce((sum, number) => sum + number, 0);
  return fold("about", "About this connection", pairs("pairs single", [
    ["Documents", `${num(total)}${from ? `, ${shortDay(from)} to ${dayText(last)}` : ""}`], frozen > 0 && ["Frozen", count(frozen, "document")],
    horizon && ["Horizon", dayText(local.date(instant(horizon)))], ["User", own.user_id ?? ""],
    ["Callback", own.callback_host ?? ""], ["Webhooks", own.background_delivery?.join(", ") ?? "all"]]));
}

const OPS = { upsert: ["ok", "written"], delete: ["bad", "deleted"] };

export function changes({ since, changes: all }, local) {
  const [list, left] = first(8, all, "changes", "");
  const when = (text) => `${shortDay(local.date(instant(text)))} ${local.seconds(instant(text))}`;
  const entry = ({ time, upload_id: upload, cause, jobs, documents = [] }) => h("li", { key: `${time} ${upload}` },
    h("p", {}, h("time", { datetime: time }, when(time)), " ", upload ? h("code", { title: upload }, `${upload.slice(0, 8)}…`) : cause),
    h("ul", {}, documents.slice(0, 4).map(({ id, op }) => h("li", {}, status(...OPS[op] ?? ["ok", op]), " ", h("span", { title: id }, shortID(id))))),
    documents.length > 4 && more(4, documents.length, "documents", ""), jobs > 0 && note(count(jobs, "webhook job")));
  return fold("changes", "Changes", note(`since ${when(since)}, when this worker took the partition`),
    all.length === 0 ? note("An upload that changes a document appears here.") : h("ol", {}, list.map(entry)), left);
}

export const goesOn = (id, date) => fold("commands", "In a terminal",
  note("The documents of this day, frozen ones too:"), command("documents", id, "--from", date, "--to", date),
  note("Webhook jobs that wait:"), command("dispatch", "list", "--connection", id),
  note("Refused data:"), command("dead-letters", "list", "--connection", id));
