// Locks the page when nobody uses it: the token and all health data leave it.
//
// The clock decides, and not a timer: a computer that sleeps, or a tab in the background, may not run timers at all. So the time
// of the last key or pointer is compared whenever something happens, before that counts as use. It is kept beside the token,
// because a browser can restore a tab with its sessionStorage the next day.

import { token } from "./api.js";

const SEEN = "fork-console-seen";
const EVENTS = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"];

let limit = 900;
let seen = Number(sessionStorage.getItem(SEEN)) || Date.now();
let isGuarding = () => false;
let lock = () => {};

/** Begins to watch. `guarding` says whether there is something to lock, `whenIdle` locks. */
export function watch(guarding, whenIdle) {
  isGuarding = guarding;
  lock = whenIdle;
  for (const name of EVENTS) window.addEventListener(name, use, { capture: true, passive: true });
  for (const name of ["focus", "pageshow"]) window.addEventListener(name, check);
  document.addEventListener("visibilitychange", check);
  setInterval(check, 1000);
}

/** Sets the seconds after which the page locks, as the worker says. */
export function setLimit(seconds) {
  if (seconds > 0) limit = seconds;
}

/** Locks if the last use is too long ago. Returns whether it did. */
export function check() {
  const idle = (Date.now() - seen) / 1000;
  // A clock that was set back begins the time again.
  if (idle < 0) remember();
  if (idle < limit || !isGuarding()) return false;
  lock(`Locked after ${Math.round(limit / 60)} min without a key or pointer.`);
  return true;
}

function use() {
  if (!check()) remember();
}

/** Counts this moment as use. */
export function remember() {
  const now = Date.now();
  // A tab without a token has nothing to forget, so nothing is stored for it.
  if (token.get() && Math.abs(now - Number(sessionStorage.getItem(SEEN))) > 1000) sessionStorage.setItem(SEEN, String(now));
  seen = now;
}

/** Forgets the time with the token. */
export function forget() {
  token.remove();
  sessionStorage.removeItem(SEEN);
}
