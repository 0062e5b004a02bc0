// Local times of a time zone. Instants are seconds since 2001-01-01T00:00:00Z, as in documents.

const EPOCH = 978307200;
const zones = new Map();

/** The instant of an RFC 3339 text; undefined if there is none. */
export function instant(text) {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time / 1000 - EPOCH;
}

/** Now, by the clock of this computer. */
export const now = () => Date.now() / 1000 - EPOCH;

/** Returns the zone of a name or an offset such as `+03:00`. */
export function zone(name = "UTC") {
  if (!zones.has(name)) zones.set(name, new Zone(name));
  return zones.get(name);
}

class Zone {
  constructor(name) {
    this.name = name;
    this.offsets = new Map();
    const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(name) ?? [];
    if (sign) this.fixed = Number(`${sign}1`) * (hours * 3600 + minutes * 60);
    else try {
      this.format = new Intl.DateTimeFormat("sv", { timeZone: name, dateStyle: "short", timeStyle: "medium" });
    } catch {
      this.fixed = 0;
      this.name = `UTC (this browser does not know ${name})`;
    }
  }

  /** Seconds to add to UTC. Clocks change at a quarter of an hour. */
  offset(time) {
    if (this.fixed !== undefined) return this.fixed;
    const quarter = Math.floor(time / 900) * 900;
    let offset = this.offsets.get(quarter);
    if (offset === undefined) {
      // Swedish times are `2024-04-17 08:15:00`.
      offset = (instant(`${this.format.format((quarter + EPOCH) * 1000).replace(" ", "T")}Z`) ?? quarter) - quarter;
      if (this.offsets.size > 5000) this.offsets.clear();
      this.offsets.set(quarter, offset);
    }
    return offset;
  }

  local(time) {
    const date = new Date(Math.floor(time + this.offset(time) + EPOCH) * 1000);
    return Number.isNaN(+date) ? "" : date.toJSON();
  }

  /** `2024-04-17` */
  date(time) { return this.local(time).slice(0, -14); }
  /** `00:15` */
  time(time) { return this.local(time).slice(-13, -8); }
  /** `00:15:02` */
  seconds(time) { return this.local(time).slice(-13, -5); }
  /** `00:15–07:02` */
  span(start, end) { return start === end ? this.time(start) : `${this.time(start)}–${this.time(end)}`; }
  /** `00:15:02–00:16:00` */
  exactSpan(start, end) { return start === end ? this.seconds(start) : `${this.seconds(start)}–${this.seconds(end)}`; }

  /** The first instant of a local date. */
  startOf(date) {
    const midnight = instant(`${date}T00:00:00Z`);
    let time = midnight - this.offset(midnight - this.offset(midnight));
    for (let quarters = 0; quarters < 12 && this.date(time) < date; quarters += 1) time += 900;
    while (this.date(time - 1) === date) time -= 900;
    return time;
  }
}
