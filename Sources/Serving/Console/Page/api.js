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
 * request, also while it waits for its turn. `bearer` is a token to try.
 */
export async function ask(path, parameters = {}, { signal, bearer } = {}) {
  await turn(signal);
  try {
    return await request(path, parameters, signal, bearer ?? token.get());
  } finally {
    running -= 1;
    next();
  }
}

function turn(signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const begin = () => {
      signal?.removeEventListener("abort", cancel);
      resolve();
    };
    const cancel = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal.reason);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    waiting.push(begin);
    next();
  });
}

function next() {
  while (running < MOST_AT_ONCE && waiting.length > 0) {
    running += 1;
    waiting.shift()();
  }
}

async function request(path, parameters, signal, bearer) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  const timeout = AbortSignal.timeout(TIMEOUT);
  let response;
  let body;
  try {
    response = await fetch(`../api/v1/${path}${query.size > 0 ? `?${query}` : ""}`, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: bearer ? { Authorization: `Bearer ${bearer}` } : {},
      cache: "no-store", credentials: "omit", redirect: "error",
    });
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

/** A path below `connections`: the id of a connection, and perhaps the id of a document, which has a slash. */
export const connectionPath = (...parts) =>
  ["connections", ...parts].map((part) => part.split("/").map(encodeURIComponent).join("/")).join("/");
