// What the page shows when it has nothing to show: what happened, what comes next, and what can be done.

import { button, h, p, s } from "./dom.js";

function state(name, title, sentences, ...actions) {
  const role = { error: "alert", loading: "status" }[name];
  return h("section", { class: "state", testid: `state-${name}`, role },
    h("h2", {}, title), sentences.filter(Boolean).map((sentence) => h("p", {}, sentence)), actions);
}

export const loading = (what) => state("loading", "Loading", [`The page waits for ${what}.`]);
export const empty = (title, ...sentences) => state("empty", title, sentences);

export function problemOf({ code, status, message, body, after }) {
  if (status === 401) return { kind: "locked" };
  if (status === 503) return { kind: "restoring", code, message, after: after ?? 1, ...body, ...body?.error };
  if (status === 403 && OPTIONS[code]) return { kind: "off", code };
  if (code === "unknownConnection") return { kind: body.elsewhere ? "elsewhere" : "unknown", ...body.elsewhere };
  return { kind: "error", message };
}

/** The state of a problem. `retry` asks at once, `lastTime` is the time of the numbers that are still shown. */
export const problemState = (problem, page) => ({ off, restoring, elsewhere, unknown, error })[problem.kind](problem, page);

const error = ({ message }, { retry, lastTime, subject }) => state("error", `Could not read ${subject}`,
  [message, lastTime ? `The numbers below are from ${lastTime}.` : "The page asks again every 5 s."],
  h("p", {}, button("Try again", retry)));

const unknown = () => empty("No such connection", "This worker has no connection with this id.",
  "A connection appears with its first upload. Upper and lower case differ.");

const OPTIONS = {
  healthDataOff: ["--console-token-file FILE --console-health-data", "The console of this worker shows no health data."],
  tokenNeeded: ["--console-token-file FILE", "Without a token file, the worker answers only its own machine, and no proxy."],
  hostUnknown: ["--console-host NAME", "The worker does not know the name by which you reached it."],
};

const off = ({ code }) => state("off", "Not open on this worker", [OPTIONS[code][1]],
  h("p", {}, "Options that open the view: ", h("code", {}, `fork-worker run ${OPTIONS[code][0]}`)));

const WAITS = { busy: "The worker is busy", leftAlone: "This partition is left alone", starting: "The worker is starting" };

function restoring({ code, message, restored, reason, after }, { retry }) {
  const share = Math.floor(restored * 100);
  return state("restoring", WAITS[code] ?? "This partition is being restored",
    [message, reason && `Reason: ${reason}`, `The page asks again in ${after} s.`],
    share >= 0 && p("bar", h("progress", { max: 100, value: share, label: "Restored" }), `${share} %`),
    code === "leftAlone" && command("doctor"), h("p", {}, button("Ask now", retry)));
}

export const elsewhere = ({ partition, instance, host }) => state("elsewhere", "Another worker has this connection",
  [`Partition ${partition} belongs to ${instance || "another worker"}${host ? ` on ${host}` : ""}.`,
    "Open the console of that worker to see this connection."]);

/** Asks for the token, if the worker needs one. `submit` returns a sentence if it is wrong. */
export function locked({ message, needsToken, submit }) {
  const check = async (event) => {
    event.preventDefault();
    const form = event.target;
    const sentence = await submit(form.elements.token?.value.trim() ?? "");
    if (!sentence) return;
    form.querySelector(".fault").textContent = sentence;
    form.elements.token?.focus();
  };
  return state("locked", "Locked",
    [message, needsToken && "Enter a token of --console-token-file. It stays in this tab until it is locked or closed."],
    h("form", { onsubmit: check },
      needsToken && [h("label", { for: "token" }, "Token"), h("input", {
        id: "token", name: "token", type: "password", autocomplete: "off", spellcheck: "false", "aria-describedby": "fault",
      })],
      h("button", { class: "button", type: "submit" }, "Unlock"),
      h("p", { class: "fault", id: "fault", role: "alert", "data-keep": true })));
}

const SIGNS = { ok: "M1.5 5.2 4 7.8 8.6 2.4", busy: "M8.4 5A3.4 3.4 0 1 1 5 1.6M5 0v3.2", bad: "M2 2l6 6M8 2l-6 6" };

/** Words with a sign: a check, an arrow or a cross. */
export const status = (kind, ...content) => h("span", { class: `status ${kind}` },
  s("svg", { class: "sign", viewBox: "0 0 10 10", "aria-hidden": "true" }, s("path", { d: SIGNS[kind] })), h("span", {}, content));

/** Settings by which a command finds the same cluster. */
let options = [];

export function learn(settings = []) {
  // The broker of a sandbox has an address by default.
  options = settings.filter(({ name, from, value }) => (from !== "default" || /^boot/.test(name)) && value && value !== "***"
    && ["bootstrap-servers", "topic-prefix", "output-topics"].includes(name));
}

const quoted = (text) => /^[\w.,:/=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export function command(name, ...rest) {
  const wanted = options.filter((option) => option.name !== "output-topics" || name === "documents");
  const text = ["fork-worker", name, ...rest.map(quoted), ...wanted.map((one) => `--${one.name} ${quoted(one.value)}`)].join(" ");
  const copy = async ({ currentTarget: pressed }) => {
    try {
      await navigator.clipboard.writeText(text);
      pressed.textContent = "Copied";
    } catch {
      // Without a secure context there is no clipboard: the person copies what is selected.
      getSelection().selectAllChildren(pressed.previousElementSibling);
      pressed.textContent = "Selected";
    }
  };
  return p("command", h("code", {}, text), button("Copy", copy, { class: "small", label: `Copy: ${text}` }));
}
