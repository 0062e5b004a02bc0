// Beside the days of a connection: its settings, what changed, and the commands that go on.

import { command } from "./commands.js";
import { h } from "./dom.js";
import { count, dayText, decimal, shortDay } from "./format.js";
import { shortID } from "./names.js";
import { sign } from "./states.js";
import { instant } from "./zone.js";

/** Beside the day there is room for all of it; above the day, on a narrow screen, it is folded at first. */
const isWide = () => matchMedia("(min-width: 64em)").matches;

const MOST_CHANGES = 20;
const MOST_DOCUMENTS = 8;

/** The settings of a connection and the sum of its documents. */
export function about(summary, local) {
  const { first, last, documents = {}, frozen, horizon } = summary;
  const total = Object.values(documents).reduce((sum, number) => sum + number, 0);
  const horizonTime = instant(horizon);
  const rows = [
    ["Documents", first ? `${decimal(total)}, ${shortDay(first)} to ${dayText(last)}` : decimal(total)],
    frozen > 0 && ["Frozen", count(frozen, "document")],
    horizonTime !== undefined && ["Horizon", dayText(local.date(horizonTime))],
    summary.user_id && ["User", summary.user_id], summary.app_id && ["App", summary.app_id],
    summary.callback_host && ["Callback", summary.callback_host],
    summary.background_delivery && ["Webhooks", summary.background_delivery.length > 0 ? summary.background_delivery.join(", ") : "none"],
    ["Time zone", local.name], summary.closed && ["Closed", "yes"],
  ];
  return h("details", { class: "fold about", "data-key": "about" }, h("summary", {}, "About this connection"),
    h("dl", { class: "pairs single" }, rows.filter(Boolean).map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text)))));
}

const OPS = { upsert: ["ok", "written"], delete: ["bad", "deleted"] };

/** What uploads and changes of rules wrote since this worker took the partition. */
export function changes({ since, changes: list = [] }, local) {
  const time = instant(since);
  return h("details", { class: "fold changes", "data-testid": "changes", open: isWide() }, h("summary", {}, "Changes"),
    h("p", { class: "note" }, time === undefined ? "" : `since ${shortDay(local.date(time))} ${local.time(time)}, when this worker took the partition`),
    list.length === 0
      ? h("p", { class: "note" }, "Nothing changed since. A change appears when an upload changes a document.")
      : h("ol", { class: "plain" }, list.slice(0, MOST_CHANGES).map((change) => entry(change, local))),
    list.length > MOST_CHANGES && h("p", { class: "note" }, `${MOST_CHANGES} of ${decimal(list.length)} changes.`));
}

function entry({ time, upload_id: upload, cause, jobs, documents = [] }, local) {
  const at = instant(time);
  const shown = documents.slice(0, MOST_DOCUMENTS);
  return h("li", { "data-key": `${time} ${upload ?? cause}` },
    h("p", {}, h("time", { datetime: time }, `${shortDay(local.date(at))} ${local.seconds(at)}`), " ",
      upload ? h("code", { title: upload }, `${upload.slice(0, 8)}…`) : h("span", { class: "note" }, cause === "rules" ? "rules changed" : cause)),
    h("ul", { class: "plain" }, shown.map(({ id, op }) => {
      const [kind, word] = OPS[op] ?? ["ok", op];
      return h("li", {}, h("span", { class: `status ${kind}` }, sign(kind), word), h("span", { title: id }, shortID(id)));
    })),
    h("p", { class: "note" }, [documents.length > shown.length && `and ${count(documents.length - shown.length, "document")} more`, jobs > 0 && count(jobs, "webhook job")].filter(Boolean).join(" · ")));
}

/** Commands that show more of this connection. */
export function goesOn(id, date) {
  return h("details", { class: "fold goes-on", "data-key": "commands", open: isWide() }, h("summary", {}, "In a terminal"),
    h("p", { class: "note" }, "The documents of this day, frozen ones too:"), command("documents", [id, "--from", date, "--to", date]),
    h("p", { class: "note" }, "Webhook jobs that wait:"), command("dispatch", ["list", "--connection", id]),
    h("p", { class: "note" }, "Refused data:"), command("dead-letters", ["list", "--connection", id]));
}
