// Reads the documents of a day.

/** The most answers of 4 MiB that are read for one day, and the most documents that are read one by one. */
const MOST_PAGES = 6;
const MOST_SINGLE = 24;

/** Types without which a day cannot be understood come first when they have to be read one by one. */
const FIRST = ["sleep", "workouts", "motion", "steps", "distance", "calories", "flightsClimbed", "activitiesSummary"];

/**
 * Returns `{ at, documents, frozen, pending, differs, missing }` of a day. `listed` says which documents the day has: a night belongs to
 * the day on which it ends, and the span of a date also finds what begins on it.
 */
export async function readDay(ask, path, date, listed) {
  const wanted = new Map(listed.map((entry) => [entry.id, entry]));
  const day = { at: undefined, documents: [], frozen: listed.filter((entry) => entry.frozen).map(({ id }) => id), pending: [], differs: [], missing: [] };
  const found = new Set();
  if (wanted.size > day.frozen.length) {
    let after;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const answer = await ask(path("documents"), { from: date, to: date, after, limit: 1000 });
      day.at = answer.at;
      for (const document of answer.documents) {
        if (!wanted.has(document.id) || found.has(document.id)) continue;
        found.add(document.id);
        day.documents.push(document);
      }
      day.pending.push(...(answer.pending ?? []).filter((id) => wanted.has(id)));
      day.differs.push(...(answer.differs ?? []).filter((id) => wanted.has(id)));
      after = answer.next;
      if (!after) break;
    }
  }
  const rest = listed.filter(({ id, frozen }) => !frozen && !found.has(id)).sort((a, b) => rank(a) - rank(b));
  for (const { id } of rest.slice(0, MOST_SINGLE)) await readOne(ask, path, id, day);
  day.missing = rest.slice(MOST_SINGLE).map(({ id }) => id);
  return day;
}

const rank = ({ type }) => FIRST.includes(type) ? FIRST.indexOf(type) : FIRST.length;

async function readOne(ask, path, id, day) {
  try {
    const answer = await ask(path("documents", id));
    day.at ??= answer.at;
    if (answer.frozen) return day.frozen.push(id);
    day.documents.push(answer.document);
    if (answer.published === "pending") day.pending.push(id);
    if (answer.published === "differs") day.differs.push(id);
  } catch (error) {
    // The document was deleted since the list was read; the next answer has another list.
    if (error.code !== "unknownDocument") throw error;
  }
}
