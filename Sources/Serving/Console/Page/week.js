// The week of a day: totals as bars from zero, and the heart rate from least to greatest.

import { derived, itemOf, TOTALS } from "./document.js";
import { div, h, section, span } from "./dom.js";
import { bars } from "./pictures/charts.js";
import { sentence } from "./pictures/scale.js";
import { addDays, measure, num, shortDay, spanText, valueText, weekday } from "./words.js";

const CARDS = [["steps", "Steps", "green"], ["distance", "Distance", "sky"], ["calories", "Energy", "orange"],
  ["flightsClimbed", "Flights", "violet"],
  ["heart", "Heart", "red"]];

/** The section of the week; nothing before the answer is there, and without data. */
export function week({ date, day, monday, week: summaries, explained }) {
  if (!summaries) return undefined;
  const dates = Array.from({ length: 7 }, (_, i) => addDays(monday, i));
  const find = (id) => day.documents.find((doc) => doc.id === id);
  const cards = CARDS.map(([type, name, tint]) => {
    const isTotal = type in TOTALS;
    const key = `HKQuantityTypeIdentifier${TOTALS[type] ?? "HeartRate"}`;
    const points = dates.map((one) => {
      const list = itemOf(summaries.get(one)).data?.[key];
      const main = derived(list, isTotal ? "sum" : "maximum")?.value;
      return { date: one, v: main?.quantity, unit: main?.unit, low: isTotal ? undefined : derived(list, "minimum")?.value.quantity };
    });
    const known = points.filter(({ v }) => v != null);
    if (known.length === 0) return undefined;
    const { unit } = known[0];
    const write = (value) => valueText(value, unit, key);
    const textOf = ({ v, low }) => v != null && (isTotal ? write(v) : `${num(low)}–${write(v)}`);
    const today = known.find((point) => point.date === date);
    const [number, after] = !today ? ["–"] : isTotal ? measure(today.v, unit, key) : textOf(today).split(" ");
    const own = find(`${type}/${date}`);
    const doc = own ?? find(`activitiesSummary/${date}`);
    return bars({
      testid: `week-${type}`, name: `${name} of the week`, points, selected: date, tint,
      label: `${name} of seven days: ${sentence(known.flatMap(({ v, low = v }) => [low, v]), write)}.`,
      columns: { Day: (point) => shortDay(point.date), [`#${name}`]: textOf },
      caption: [span("name", name), span("stat", number, after && [" ", h("small", {}, after)]),
        today && doc && explained.button({ doc, member: own ? type : key, owner: "week", name, text: textOf(today), unit, key, isTotal })],
    });
  });
  const without = dates.filter((one) => !summaries.has(one)).map(weekday);
  return cards.some(Boolean) && section({ testid: "week", title: `Week of ${spanText(monday, dates[6])}`,
    beside: `${shortDay(date)} in color${without.length > 0 ? `; ${without.join(", ")} without data` : ""}` },
  div("cards", cards), explained.slot("week"));
}
