// Locks the page when nobody uses it. The clock decides, because a computer that sleeps runs no timers: the time of the last use is
// compared before a key or pointer counts as use. It is kept beside the token, because a browser can restore a tab on the next day.

import { token } from "./api.js";

const SEEN = "fork-console-seen";

let limit = 900;
let seen = Number(sessionStorage.getItem(SEEN)) || Date.now();
let isGuarding = () => false;
let lock = () => {};

export function watch(guarding, whenIdle) {
  isGuarding = guarding;
  lock = whenIdle;
  let place;
  const use = ({ type, screenX, screenY }) => {
    // A browser reports a pointer that rests when the page moves below it.
    if (type === "pointermove" && place === (place = `${screenX} ${screenY}`)) return;
    if (!check()) remember();
  };
  for (const name of ["keydown", "pointerdown", "pointermove"]) addEventListener(name, use, { capture: true, passive: true });
  for (const name of ["focus", "pageshow", "visibilitychange"]) addEventListener(name, check);
  setInterval(check, 1000);
}

export const setLimit = (seconds) => { limit = seconds || limit; };

export const idleText = () => `Locked after ${Math.round(limit / 60)} min without a key or pointer.`;

export const isIdle = () => Date.now() - seen >= limit * 1000;

function check() {
  // A clock that was set back begins the time again.
  if (Date.now() < seen) remember();
  if (!isIdle() || !isGuarding()) return false;
  lock(idleText());
  return true;
}

export function remember() {
  seen = Date.now();
  if (token.get()) sessionStorage.setItem(SEEN, seen);
}

export function forget() {
  token.remove();
  sessionStorage.removeItem(SEEN);
}
