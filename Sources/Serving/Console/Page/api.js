// Asks the worker: at most two requests at once, with the token of this tab.

const MOST_AT_ONCE = 2;
const TIMEOUT = 20000;
const TOKEN = "fork-console-token";

let running = 0;
const waiting = [];

export const token = {
  get: () => sessionStorage.getItem(TOKEN),
  set: (text) => sessionStorage.setItem(TOKEN, text),
  remove: () => sessionStorage.removeItem(TOKEN),
};

/** An answer that is not 200, or none: `code` is the worker's, or `network`. */
export class Failure extends Error {
  constructor(message, code, { status, body, after } = {}) {
    super(message);
    Object.assign(this, { code, status, body, after });
  }
}

/**
 * Returns the JSON of a path such as `connections/conn-7/days`. Parameters without value are left out. `signal` ends the
 * request. `bearer` is a token to try.
 */
export async function ask(path, parameters = {}, { signal, bearer } = {}) {
  if (running < MOST_AT_ONCE) running += 1;
  else await new Promise((resolve) => { waiting.push(resolve); });
  try {
    signal?.throwIfAborted();
    return await request(path, parameters, signal, bearer ?? token.get());
  } finally {
    // Who waits takes over the place of this request.
    if (waiting.length > 0) waiting.shift()();
    else running -= 1;
  }
}

async function request(path, parameters, signal, bearer) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  const timeout = AbortSignal.timeout(TIMEOUT);
  let response;
  let body;
  try {
    const signals = AbortSignal.any([timeout, ...(signal ? [signal] : [])]);
    const headers = bearer ? { Authorization: `Bearer ${bearer}` } : {};
    response = await fetch(`../api/v1/${path}?${query}`, { signal: signals, headers, cache: "no-store", credentials: "omit", redirect: "error" });
    body = await response.json();
  } catch {
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) throw new Failure("The worker did not answer within 20 s.", "network");
    if (!response) throw new Failure("The worker cannot be reached.", "network");
  }
  const status = response.status;
  if (response.ok && body && !Array.isArray(body)) return body;
  const { code, message = `The worker answered ${status} without a reason.` } = body?.error ?? {};
  throw new Failure(message, code, { status, body, after: Number(response.headers.get("Retry-After")) || undefined });
}

/** A path below `connections`. Ids of documents have a slash. */
export const connectionPath = (...parts) => encodeURI(["connections", ...parts].join("/"));
