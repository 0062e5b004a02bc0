// Views are addresses after `#`, so that links, back and reload work.

import { isDate } from "./format.js";

const VIEWS = ["worker", "refusals", "connections"];
const ID = /^[A-Za-z0-9_-]{1,200}$/;

/** Returns `{ view, id, date, parameters }` of an address such as `#/connections/conn-7/2024-04-17`; undefined if it is none. */
export function parse(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view, id, date, ...rest] = path.split("/").map(decode);
  const parameters = Object.fromEntries(new URLSearchParams(query));
  if (!VIEWS.includes(view) || rest.length > 0 || (date && !isDate(date))) return undefined;
  if (!id) return { view, parameters };
  return view === "connections" && ID.test(id) ? { view: "connection", id, date: date || undefined, parameters } : undefined;
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a view. */
export function address(view, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  return `#/${view}${query.size > 0 ? `?${query}` : ""}`;
}

/** The address of a connection, and of a day of it. */
export const connectionAddress = (id, date) => `#/connections/${encodeURIComponent(id)}${date ? `/${date}` : ""}`;

/** Changes the address without a step in the history. */
export const replace = (hash) => history.replaceState(null, "", hash);
