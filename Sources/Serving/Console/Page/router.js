// Views are addresses after `#`, so that links, back and reload work.

import { isDate } from "./words.js";

/** Returns `{ view, id, date, parameters }` of an address such as `#/connections/conn-7/2024-04-17`, if it is one. */
export function parse(hash) {
  const [path, query] = hash.split("?");
  const [start, view, id, date, ...rest] = path.split("/");
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const isView = start === "#" && ["worker", "refusals", "connections"].includes(view) && rest.length === 0;
  if (isView && !id) return { view, parameters };
  const isConnection = isView && view === "connections" && /^[\w-]{1,200}$/.test(id) && (!date || isDate(date));
  return isConnection ? { view: "connection", id, date, parameters } : undefined;
}

export function address(view, parameters) {
  const query = new URLSearchParams(Object.entries(parameters ?? {}).filter(([, value]) => value));
  return `#/${view}${query.size > 0 ? `?${query}` : ""}`;
}

export const connectionAddress = (id, date) => `#/connections/${id}${date ? `/${date}` : ""}`;

export const replace = (hash) => history.replaceState(null, "", hash);
