// The week of a day: totals as bars from zero, and the heart rate from least to greatest.

import { derived, itemOf } from "./document.js";
import { h, section } from "./dom.js";
import { bars } from "./pictures/marks.js";
import { sentence } from "./pictures/scale.js";
import { addDays, decimal, measure, shortDay, spanText, valueText, weekday } from "./words.js";

const QUANTITY = "HKQuantityTypeIdentifier";
/** The type of document, the title, the identifier in the summary of a day, the key in the document, and the color. */
const CARDS = [
  ["steps", "Steps", "StepCount", "steps", "green"], ["distance", "Distance", "DistanceWalkingRunning", "distance", "sky"],
  ["calories", "Energy", "ActiveEnergyBurned", "calories", "orange"], ["flightsClimbed", "Flights", "FlightsClimbed", "flightsClimbed", "violet"],
  ["heart", "Heart", "HeartRate", undefined, "red"],
];

/** The section of the week; nothing before the answer is there, and without data. */
export function week({ date, day, monday, week: summaries, explained }) {
  if (!summaries) return undefined;
  const dates = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const find = (id) => day.documents.find((document) => document.id === id);
  const cards = CARDS.map(([type, title, name, key, tint]) => {
    const identifier = QUANTITY + name;
    const points = dates.map((one) => {
      const list = itemOf(summaries.get(one)).data?.[identifier];
      const [main, low] = [derived(list, key ? "sum" : "maximum")?.value, key ? undefined : derived(list, "minimum")?.value];
      return { date: one, v: main?.quantity, low: low?.quantity, unit: main?.unit };
    });
    const known = points.filter(({ v }) => v !== undefined);
    if (known.length === 0) return undefined;
    const { unit } = known[0];
    const write = (value) => valueText(value, unit, identifier);
    const text = ({ v, low }) => v !== undefined && (key ? write(v) : `${decimal(low)}–${write(v)}`);
    const today = known.find((point) => point.date === date);
    const [number, after] = !today ? ["–"] : key ? measure(today.v, unit, identifier) : [text(today).split(" ")[0], "bpm"];
    const own = find(`${type}/${date}`);
    const [document, figure] = own ? [own, key] : [find(`activitiesSummary/${date}`), identifier];
    return bars({
      testid: `week-${type}`, name: `${title} of the week`, points, selected: date, tint,
      label: `${title} of seven days: ${sentence(known.flatMap(({ v, low = v }) => [low, v]), write)}.`,
      caption: [h("span", { class: "name" }, title), h("span", { class: "stat" }, number, after && [" ", h("small", {}, after)]),
        today && document && explained.button({ document, figure: `/data/0/data/${figure}`, what: `${title.toLowerCase()} ${text(today)}`, owner: "week",
          unit, key: identifier, isTotal: key !== undefined })],
      columns: { Day: (point) => shortDay(point.date), [`#${title}`]: text },
    });
  });
  const without = dates.filter((one) => !summaries.has(one)).map(weekday);
  return cards.some(Boolean) && section({ testid: "week", title: `Week of ${spanText(monday, dates[6])}`,
    beside: `${shortDay(date)} in color${without.length > 0 ? `; ${without.join(", ")} without data` : ""}` },
  h("div", { class: "cards" }, cards), explained.slot("week"));
}
