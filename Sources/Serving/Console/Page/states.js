// What the page shows when it has nothing to show: each state says what happened and what comes next.

import { h, s } from "./dom.js";
import { decimal } from "./format.js";
import { command } from "./commands.js";

/** A state: a heading, sentences, and what can be done. */
function state(testid, title, sentences, ...actions) {
  const role = testid === "state-error" ? "alert" : testid === "state-loading" ? "status" : undefined;
  return h("section", { class: `state ${testid}`, "data-testid": testid, "data-key": testid, role },
    h("h2", {}, title), sentences.filter(Boolean).map((sentence) => h("p", {}, sentence)), actions);
}

export const loading = (what) => state("state-loading", "Loading", [`The page waits for ${what}.`]);

export const empty = (title, ...sentences) => state("state-empty", title, sentences);

/** Why there is no answer, as `{ kind, … }`, from a failure of api.js. */
export function problemOf(failure) {
  const { code, status, message, body, retryAfter } = failure;
  if (status === 401) return { kind: "locked", message: "The worker asks for a token." };
  if (code === "healthDataOff" || code === "tokenNeeded" || code === "hostUnknown") return { kind: "off", code };
  if (status === 503) return { kind: "restoring", code, message, restored: body.restored, reason: body.reason ?? body.error?.reason, after: retryAfter ?? 1 };
  if (code === "unknownConnection") return body.elsewhere ? { kind: "elsewhere", elsewhere: body.elsewhere } : { kind: "unknown" };
  return { kind: "error", message: message || "The page could not read the answer." };
}

/** The state of a problem. `retry` asks again at once, `lastTime` is the time of the numbers that are still shown. */
export function problemState(problem, { retry, lastTime, what = "the worker" }) {
  switch (problem.kind) {
  case "off": return off(problem.code);
  case "restoring": return restoring(problem, retry);
  case "elsewhere": return elsewhere(problem.elsewhere);
  case "unknown": return empty("No such connection", "This worker has no connection with this id.", "A connection appears with its first upload. The search compares the beginning of an id, in upper and lower case.");
  default: return error(problem.message, retry, lastTime, what);
  }
}

const error = (message, retry, lastTime, what) => state("state-error", `Could not read ${what}`,
  [message, lastTime ? `The numbers below are from ${lastTime}.` : "The page asks again every 5 s."],
  h("p", {}, h("button", { type: "button", class: "button", onclick: retry }, "Try again")));

const OPTIONS = {
  healthDataOff: ["--console-health-data", "The worker was started without health data in the console. This option opens the view. It needs --console-token-file."],
  tokenNeeded: ["--console-token-file FILE", "Without a token file, the worker answers only its own machine, and no proxy. This option opens the console to others."],
  hostUnknown: ["--console-host NAME", "The worker does not know the name by which you reached it. This option allows the name."],
};

function off(code) {
  const [option, sentence] = OPTIONS[code];
  return state("state-off", "Not open on this worker", [sentence], h("p", {}, "Option of ", h("code", {}, "fork-worker run"), ": ", h("code", {}, option)));
}

function restoring({ code, message, restored, reason, after }, retry) {
  const title = { busy: "The worker is busy", leftAlone: "This partition is left alone", starting: "The worker is starting" }[code] ?? "This partition is being restored";
  const share = typeof restored === "number" ? Math.floor(restored * 100) : undefined;
  return state("state-restoring", title,
    [message, reason && reason !== message && `Reason: ${reason}`, `The page asks again in ${decimal(after)} s.`],
    share !== undefined && h("p", { class: "bar" }, h("progress", { max: 100, value: share, "aria-label": "Restored" }), `${share} %`),
    code === "leftAlone" && command("doctor", []),
    h("p", {}, h("button", { type: "button", class: "button", onclick: retry }, "Ask now")));
}

export function elsewhere({ partition, instance, host }) {
  return state("state-elsewhere", "Another worker has this connection",
    [`Partition ${partition} belongs to ${instance ? `the worker ${instance}` : "another worker"}${host ? ` on ${host}` : ""}.`, "Open the console of that worker to see this connection."]);
}

/** Asks for the token, or, where the worker has none, for a click. `submit` returns a sentence if the token is wrong. */
export function locked({ message, needsToken, submit }) {
  if (!needsToken) {
    return state("state-locked", "Locked", [message], h("form", { onsubmit: (event) => { event.preventDefault(); submit(""); } },
      h("button", { class: "button", type: "submit" }, "Unlock")));
  }
  const fault = h("p", { class: "fault", id: "token-fault", role: "alert", "data-keep": true });
  const check = async (event) => {
    event.preventDefault();
    const form = event.target;
    const box = form.elements.namedItem("token");
    const line = form.querySelector(".fault");
    line.textContent = "";
    const sentence = await submit(box.value.trim());
    if (!sentence) return;
    box.setAttribute("aria-invalid", "true");
    line.textContent = sentence;
    box.focus();
  };
  return state("state-locked", "Locked", [message, "Enter a token from the file of --console-token-file. It stays in this tab until it is locked or closed."],
    h("form", { onsubmit: check },
      h("label", { for: "token" }, "Token"),
      h("input", { id: "token", name: "token", type: "password", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true, "aria-describedby": "token-fault" }),
      h("button", { class: "button", type: "submit" }, "Unlock"), fault));
}

/** A small picture beside a word of a state: a check, an arrow or a cross. */
export function sign(kind) {
  const path = { ok: "M1.5 5.2 4 7.8 8.6 2.4", busy: "M8.4 5A3.4 3.4 0 1 1 5 1.6M5 0v3.2", bad: "M2 2l6 6M8 2l-6 6" }[kind];
  return s("svg", { class: "sign", viewBox: "0 0 10 10", "aria-hidden": "true" }, s("path", { d: path }));
}

/** A word with its sign. */
export const status = (kind, ...content) => h("span", { class: `status ${kind}` }, sign(kind), h("span", {}, content));
