// The page: which view is shown, when it asks, and what it shows when there is no answer.

import { ask, Failure, token } from "./api.js";
import { begin, settle } from "./budget.js";
import { learn } from "./commands.js";
import * as connection from "./connection.js";
import * as connections from "./connections.js";
import { h, morph } from "./dom.js";
import * as keys from "./keys.js";
import * as lock from "./lock.js";
import { refresh, listen as walk } from "./pictures/walk.js";
import * as refusals from "./refusals.js";
import { address, parse } from "./router.js";
import { loading, locked, problemOf, problemState } from "./states.js";
import { topBar } from "./top.js";
import * as worker from "./worker.js";
import { zone } from "./zone.js";

const VIEWS = { worker, refusals, connections, connection };
const EVERY = 5000;
const SLOW = 300;

/** The answer of `session`, once there is one. */
let session;
/** Why the page is locked: `{ message, isHere }`. `isHere` until the person goes to another view. */
let lockedBy;
/** The view: `{ key, route, model, turn, life, run, problem, isSlow, readAt }`. */
let shown;
/** The name of the worker, for the top of the page. */
let instance;
let timer;
let isFirst = true;
let wantsFocus = false;

const main = () => document.getElementById("main");
const isHealth = (route) => route?.view.startsWith("connection") ?? false;
const isLocked = () => lockedBy !== undefined && (lockedBy.isHere || isHealth(shown?.route));

/** Shows the view of the address. */
function navigate() {
  const route = parse(location.hash);
  if (!route) return location.replace(address("worker"));
  if (lockedBy) lockedBy.isHere = false;
  const key = `${route.view}/${route.id ?? ""}`;
  if (shown?.key === key) {
    shown.route = route;
    shown.model?.go(route);
  } else {
    shown?.life.abort();
    shown = { key, route, turn: 0, life: new AbortController() };
    wantsFocus = true;
  }
  if (isLocked()) return draw();
  startModel();
  run("load");
}

function startModel() {
  if (shown.model) return;
  const mine = shown;
  const context = {
    ask: (path, parameters) => ask(path, parameters, { signal: mine.run?.signal ?? mine.life.signal }),
    askAside: (path, parameters) => ask(path, parameters, { signal: mine.life.signal }),
    isSlow: () => mine.isSlow,
    draw: () => mine === shown && draw(),
    reload: () => mine === shown && run("load"),
    fail: (failure) => mine === shown && failure.status === 401 && lockUp("The worker asks for a token."),
    meet,
  };
  mine.model = VIEWS[mine.route.view].create(context);
  mine.model.go(mine.route);
}

/** Takes over what an answer of `worker` says about all views. */
function meet(answer) {
  instance = answer.instance;
  learn(answer.settings);
}

/** Asks for a view: `load` what its address needs, or `refresh` what is shown. */
async function run(how) {
  const mine = shown;
  const turn = (mine.turn += 1);
  const isCurrent = () => mine === shown && turn === mine.turn;
  clearTimeout(timer);
  mine.run?.abort();
  mine.run = new AbortController();
  mine.life.signal.addEventListener("abort", () => mine.run.abort(), { once: true, signal: mine.run.signal });
  const slow = setTimeout(() => {
    if (!isCurrent()) return;
    mine.isSlow = true;
    draw();
  }, SLOW);
  if (how === "load") draw();
  try {
    await mine.model[how]();
    if (!isCurrent()) return;
    mine.problem = undefined;
    mine.readAt = Date.now() / 1000;
  } catch (error) {
    if (!isCurrent()) return;
    fail(error);
  } finally {
    clearTimeout(slow);
    if (isCurrent() && mine.model) {
      mine.isSlow = false;
      draw();
      schedule();
    }
  }
}

function fail(error) {
  if (!(error instanceof Failure)) {
    shown.problem = { kind: "error", message: `The page could not read the answer: ${error.message}` };
    return;
  }
  const problem = problemOf(error);
  if (problem.kind === "locked") return lockUp(problem.message);
  // Only a fault that passes may leave numbers on the page.
  if (["off", "elsewhere", "unknown"].includes(problem.kind)) shown.model.forget?.();
  shown.problem = problem;
}

function schedule() {
  clearTimeout(timer);
  const wait = shown.problem?.kind === "restoring" ? shown.problem.after * 1000 : EVERY;
  timer = setTimeout(() => {
    // A page in the background asks when it is seen again.
    if (document.hidden || !shown?.model) return;
    run(shown.model.isReady() ? "refresh" : "load");
  }, wait);
}

/** Lets go of the token and of all that the page knows. */
function lockUp(message) {
  lock.forget();
  clearTimeout(timer);
  lockedBy = { message, isHere: true };
  if (shown) {
    shown.life.abort();
    shown = { key: shown.key, route: shown.route, turn: 0, life: new AbortController() };
  }
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  wantsFocus = true;
  draw();
}

/** Tries a token. Returns a sentence if the worker does not take it. */
async function unlock(text) {
  if (text && !/^[A-Za-z0-9._~+/=-]{32,200}$/.test(text)) return "A token has 32 to 200 letters, digits or . _ ~ + / = - characters.";
  try {
    const answer = await ask("session", {}, { bearer: text || undefined });
    if (answer.token === "needed") return "The worker does not accept this token.";
    takeSession(answer);
    if (text && answer.token === "ok") token.set(text);
  } catch (error) {
    return error.message;
  }
  lock.remember();
  lockedBy = undefined;
  wantsFocus = true;
  navigate();
  return undefined;
}

function takeSession(answer) {
  session = answer;
  lock.setLimit(answer.idle_lock);
}

/** Draws the whole page anew and changes what differs. */
function draw() {
  const view = VIEWS[shown.route.view];
  document.title = `${view.title} · fork-worker`;
  begin();
  const top = topBar({ view: shown.route.view, instance, canLock: isGuarded(), lock: () => lockUp("Locked by the lock button."), help: keys.showHelp });
  const page = h("main", { id: "main", tabindex: -1 }, isLocked() ? lockedPage() : viewPage(view));
  settle();
  morph(document.getElementById("top"), top);
  morph(main(), page);
  refresh();
  if (wantsFocus) focusHeading();
}

const isGuarded = () => !isLocked() && (token.get() !== null || isHealth(shown?.route));

function lockedPage() {
  const needsToken = session?.token !== "none";
  return h("div", { class: "page", "data-key": "locked" },
    h("h1", { tabindex: -1 }, "Locked"),
    locked({ message: lockedBy.message, needsToken, submit: unlock }));
}

function viewPage(view) {
  const { model, problem, isSlow, readAt, route } = shown;
  let content;
  let shownProblem = problem;
  try {
    content = model?.body();
  } catch (error) {
    shownProblem = { kind: "error", message: `The page could not draw the answer: ${error.message}` };
  }
  const isReady = model?.isReady() ?? false;
  const retry = () => run(isReady ? "refresh" : "load");
  const lastTime = isReady && readAt !== undefined ? `${zone("UTC").seconds(readAt)} UTC` : undefined;
  return h("div", { class: "page", "data-testid": `view-${route.view}`, "data-key": shown.key },
    h("div", { class: "title", "data-key": "title" },
      h("div", {}, h("h1", { tabindex: -1 }, model?.heading() ?? view.title), model?.subtitle?.()),
      isReady && model.corner?.()),
    shownProblem && problemState(shownProblem, { retry, lastTime, what: view.subject }),
    isSlow && !isReady && !shownProblem && loading(view.subject),
    content);
}

function focusHeading() {
  const heading = main().querySelector("h1");
  if (!heading) return;
  wantsFocus = false;
  heading.focus({ preventScroll: isFirst });
  if (!isFirst) scrollTo(0, 0);
  if (isFirst) beginAtTop(heading);
  isFirst = false;
}

/** The first Tab of a new page goes to "Skip to content" and not behind the heading, as on any page. */
function beginAtTop(heading) {
  const first = (event) => {
    document.removeEventListener("keydown", first, true);
    if (event.key !== "Tab" || event.shiftKey || document.activeElement !== heading) return;
    event.preventDefault();
    document.getElementById("skip").focus();
  };
  document.addEventListener("keydown", first, true);
}

function go(view) {
  const hash = address(view);
  if (location.hash === hash) main().querySelector("h1")?.focus();
  else location.hash = hash;
}

function search() {
  if (shown.route.view !== "connections") go("connections");
  // The box is there once the view is drawn.
  const focus = () => document.querySelector("[data-testid=search]")?.focus();
  focus();
  addEventListener("hashchange", () => setTimeout(focus), { once: true });
}

async function start() {
  walk();
  lock.watch(isGuarded, lockUp);
  keys.listen({
    1: () => go("worker"), 2: () => go("refusals"), 3: () => go("connections"), "/": search,
    "[": () => shown.model?.step?.(-1), "]": () => shown.model?.step?.(1),
    l: () => isGuarded() && lockUp("Locked by the key l."), "?": keys.showHelp,
  }, () => shown.model?.close?.() ?? false);
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    main().focus();
  });
  addEventListener("hashchange", navigate);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && shown?.model && !isLocked()) run(shown.model.isReady() ? "refresh" : "load");
  });
  // A tab that a browser restored may hold a token that is too old.
  if (token.get() && lock.check()) lock.forget();
  try {
    takeSession(await ask("session"));
    // A token that the worker does not know any more is of no use.
    if (token.get() && session.token !== "ok") lock.forget();
  } catch {
    // The view asks next and says what is wrong.
  }
  navigate();
}

start();
