// The page: which view is shown, when it asks, and what it shows when there is no answer.

import { ask, Failure, token } from "./api.js";
import * as connection from "./connection.js";
import * as connections from "./connections.js";
import { begin, div, h, morph, p, settle } from "./dom.js";
import { find, listen, showHelp, topBar } from "./frame.js";
import * as lock from "./lock.js";
import * as walk from "./pictures/walk.js";
import * as refusals from "./refusals.js";
import { address, parse } from "./router.js";
import { learn, loading, locked, problemOf, problemState } from "./states.js";
import { now, zone } from "./words.js";
import * as worker from "./worker.js";

const VIEWS = { worker, refusals, connections, connection };
const EVERY = 5000;
const SLOW = 300;
const NO_TOKEN = "The worker asks for a token.";

/** Why the page is locked: `{ message, needsToken, isHere }`; `isHere` until the person goes to another view. */
let lockedBy;
/** The view: `{ key, route, life, model, run, problem, isSlow, readAt }`. `life` and `run` end requests. */
let shown;
let instance;
let timer;
let wantsFocus;
let isFirst = true;

const [main, top, skip] = ["main", "top", "skip"].map((id) => document.getElementById(id));
const isHealth = () => shown?.route.view.startsWith("connection") ?? false;
const isLocked = () => lockedBy != null && (lockedBy.isHere || isHealth());
const isGuarded = () => !isLocked() && (token.get() != null || isHealth());

function show(route, key) {
  shown?.life.abort();
  shown = { key, route, life: new AbortController() };
  wantsFocus = true;
}

function navigate() {
  const route = parse(location.hash);
  if (!route) return location.replace(address("worker"));
  const key = `${route.view} ${route.id}`;
  if (lockedBy) lockedBy.isHere = false;
  if (shown?.key !== key) show(route, key);
  shown.route = route;
  if (isLocked()) return draw();
  shown.model ??= VIEWS[route.view].create(pageOf(shown));
  shown.model.go(route);
  run("load");
}

/** What a view can do with the page. Requests of `askAside` outlast the next round of questions. */
const pageOf = (mine) => ({
  ask: (path, parameters) => ask(path, parameters, { signal: mine.run.signal }),
  askAside: (path, parameters) => ask(path, parameters, { signal: mine.life.signal }),
  isSlow: () => mine.isSlow,
  draw: () => mine === shown && draw(),
  reload: () => mine === shown && run("load"),
  fail: ({ status }) => mine === shown && status === 401 && lockUp(NO_TOKEN),
  meet,
});

function meet(answer) {
  instance = answer.instance;
  learn(answer.settings);
}

/** Asks for a view: `load` for what its address needs, `refresh` for what is shown. */
async function run(how = shown.model.isReady() ? "refresh" : "load") {
  const mine = shown;
  const own = new AbortController();
  const isCurrent = () => mine === shown && mine.run === own;
  clearTimeout(timer);
  mine.run?.abort();
  mine.run = own;
  mine.life.signal.addEventListener("abort", () => own.abort(), { signal: own.signal });
  const slow = setTimeout(() => {
    mine.isSlow = true;
    if (isCurrent()) draw();
  }, SLOW);
  if (how === "load") draw();
  try {
    await mine.model[how]();
    if (isCurrent()) Object.assign(mine, { problem: undefined, readAt: now() });
  } catch (error) {
    if (isCurrent()) fail(error);
  }
  clearTimeout(slow);
  if (!isCurrent()) return;
  mine.isSlow = false;
  draw();
  // A page in the background asks when it is seen again.
  timer = setTimeout(() => document.hidden || run(), mine.problem?.after * 1000 || EVERY);
}

const misread = ({ message }) => ({ kind: "error", message: `The page does not understand the answer: ${message}` });

function fail(error) {
  shown.run.abort();
  const problem = error instanceof Failure ? problemOf(error) : misread(error);
  if (problem.kind === "locked") return lockUp(NO_TOKEN);
  // Only trouble that passes leaves numbers on the page.
  if (["off", "elsewhere", "unknown"].includes(problem.kind)) {
    shown.model = VIEWS[shown.route.view].create(pageOf(shown));
    shown.model.go(shown.route);
  }
  shown.problem = problem;
}

function lockUp(message) {
  // `session` can say that the views of the worker need no token, while those of connections do.
  const needsToken = message === NO_TOKEN || token.get() != null;
  lock.forget();
  clearTimeout(timer);
  lockedBy = { message, needsToken, isHere: true };
  show(shown.route, shown.key);
  document.getElementById("help").close();
  draw();
}

/** Tries a token. Returns a sentence if the worker does not take it. */
async function unlock(text) {
  if ((text || lockedBy.needsToken) && !/^[\w.~+/=-]{32,200}$/.test(text)) return "A token has 32 to 200 letters, digits or . _ ~ + / = -";
  try {
    const answer = await ask("session", {}, { bearer: text });
    if (answer.token === "needed") return "The worker does not accept this token.";
    if (answer.token === "ok") token.set(text);
    lock.setLimit(answer.idle_lock);
  } catch (error) {
    return error.message;
  }
  lock.remember();
  lockedBy = undefined;
  show(shown.route);
  navigate();
}

function draw() {
  const { view } = shown.route;
  document.title = `${VIEWS[view].title} · fork-worker`;
  begin();
  const bar = topBar({ view, instance, lock: isGuarded() && (() => lockUp("Locked by the lock button.")) });
  const content = h("main", { id: "main", tabindex: -1 }, isLocked() ? lockedPage() : viewPage(VIEWS[view]));
  settle();
  morph(top, bar);
  morph(main, content);
  walk.refresh();
  if (wantsFocus) focusHeading();
}

const lockedPage = () => h("div", { class: "page", key: "locked" }, h("h1", { tabindex: -1 }, "Locked"),
  locked({ ...lockedBy, submit: unlock }));

function viewPage({ title }) {
  const subject = `the ${title.toLowerCase()}`;
  const { model, isSlow, readAt, route, key } = shown;
  let { problem } = shown;
  let content;
  try {
    content = model.body();
  } catch (error) {
    problem = misread(error);
  }
  const isReady = model.isReady();
  const lastTime = isReady && readAt && `${zone().seconds(readAt)} UTC`;
  return h("div", { class: "page", testid: `view-${route.view}`, key },
    div("title", h("div", {}, h("h1", { tabindex: -1 }, model.heading()), p("sub", model.subtitle())),
      isReady && p("corner", model.corner?.())),
    problem && problemState(problem, { retry: () => run(), lastTime, subject }),
    isSlow && !isReady && !problem && loading(subject), content);
}

function focusHeading() {
  const heading = main.querySelector("h1");
  wantsFocus = false;
  heading.focus({ preventScroll: isFirst });
  if (!isFirst) return scrollTo(0, 0);
  isFirst = false;
  // The first Tab of a new page goes to "Skip to content" and not behind the heading, as on any page.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.shiftKey || document.activeElement !== heading) return;
    event.preventDefault();
    skip.focus();
  }, { once: true, capture: true });
}

function go(view) {
  if (shown.route.view === view) main.querySelector("h1").focus();
  else location.hash = address(view);
}

function search() {
  if (shown.route.view === "connections") return find("search").focus();
  go("connections");
  addEventListener("hashchange", () => setTimeout(() => find("search")?.focus()), { once: true });
}

async function start() {
  const isStale = token.get() != null && lock.isIdle();
  if (isStale) lock.forget();
  addEventListener("hashchange", navigate);
  document.addEventListener("visibilitychange", () => document.hidden || !shown?.model || run());
  skip.onclick = (event) => {
    event.preventDefault();
    main.focus();
  };
  // Without an answer the view asks next, and shows what is wrong.
  const asked = ask("session").then((answer) => {
    lock.setLimit(answer.idle_lock);
    return answer.token === "ok" || lock.forget();
  }, () => {});
  await Promise.race([asked, new Promise((resolve) => { setTimeout(resolve, SLOW); })]);
  if (isStale) lockedBy = { message: lock.idleText(), needsToken: true };
  navigate();
  ask("worker").then(meet).then(draw, () => {});
  walk.listen();
  lock.watch(isGuarded, lockUp);
  listen({
    1: () => go("worker"), 2: () => go("refusals"), 3: () => go("connections"), "/": search, "?": showHelp,
    "[": () => shown.model?.step?.(-1), "]": () => shown.model?.step?.(1),
    l: () => isGuarded() && lockUp("Locked by the key l."),
  }, () => shown.model?.close?.());
}

start();
