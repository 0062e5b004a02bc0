// Asks the worker: at most two requests at once, with the token of this tab.

const BASE = "../api/v1/";
const MOST_AT_ONCE = 2;
const TIMEOUT = 20000;
const TOKEN = "fork-console-token";

let running = 0;
const waiting = [];

/** The token of this tab. It is in `sessionStorage` and nowhere else. */
export const token = {
  get: () => sessionStorage.getItem(TOKEN),
  set: (text) => sessionStorage.setItem(TOKEN, text),
  remove: () => sessionStorage.removeItem(TOKEN),
};

/** An answer that is not 200, or none: `code` is the worker's, or `network`, `timeout` or `unreadable`. */
export class Failure extends Error {
  constructor(code, message, { status = 0, body = {}, retryAfter } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/**
 * Returns the JSON of a path such as `connections/conn-7/days`. Parameters that are undefined are left out. `signal` ends the
 * request, also while it waits for its turn. `bearer` asks with a token that is not kept yet.
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
    const entry = () => {
      signal?.removeEventListener("abort", cancel);
      resolve();
    };
    const cancel = () => {
      waiting.splice(waiting.indexOf(entry), 1);
      reject(signal.reason);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    waiting.push(entry);
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
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ""));
  const address = `${BASE}${path}${query.size > 0 ? `?${query}` : ""}`;
  const timeout = AbortSignal.timeout(TIMEOUT);
  const signals = signal ? AbortSignal.any([signal, timeout]) : timeout;
  let response;
  let body;
  try {
    response = await fetch(address, { signal: signals, headers: bearer ? { Authorization: `Bearer ${bearer}` } : {}, cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer" });
    body = await response.json();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) throw new Failure("timeout", "The worker did not answer within 20 s.");
    if (!response) throw new Failure("network", "The worker cannot be reached.");
    throw new Failure("unreadable", `The worker answered ${response.status} without JSON.`, { status: response.status });
  }
  if (response.ok) return body;
  const { code = "unknown", message = `The worker answered ${response.status}.` } = body?.error ?? {};
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  throw new Failure(code, message, { status: response.status, body, retryAfter });
}

/** A path below `connections`, with the id of a connection and perhaps a document. */
export function connectionPath(id, ...rest) {
  return ["connections", id, ...rest].map((part) => part.split("/").map(encodeURIComponent).join("/")).join("/");
}
