// Local times of a time zone. Instants are Unix seconds.

const zones = new Map();

/** Seconds from 1970 to 2001, where documents begin to count. */
export const EPOCH = 978307200;

/** Returns the zone of a name or an offset such as `+03:00`. Equal names give one object. */
export function zone(name) {
  const key = name || "UTC";
  if (!zones.has(key)) zones.set(key, new Zone(key));
  return zones.get(key);
}

/** The Unix seconds of an RFC 3339 text; undefined if there is none. */
export function instant(text) {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time / 1000;
}

class Zone {
  constructor(name) {
    this.name = name;
    this.offsets = new Map();
    const fixed = /^([+-])(\d{2}):?(\d{2})$/.exec(name);
    if (fixed) {
      this.fixed = (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * 3600 + Number(fixed[3]) * 60);
      return;
    }
    const options = { hourCycle: "h23", era: "short", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
      second: "numeric" };
    try {
      this.format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: name });
    } catch {
      // The browser does not know the zone: times are then in UTC, and say so.
      this.fixed = 0;
      this.name = `UTC (this browser does not know ${name})`;
    }
  }

  /** Seconds to add to UTC. */
  offset(time) {
    if (this.fixed !== undefined) return this.fixed;
    // Clocks change at a quarter of an hour.
    const quarter = Math.floor(time / 900);
    let offset = this.offsets.get(quarter);
    if (offset === undefined) {
      const part = {};
      for (const { type, value } of this.format.formatToParts(quarter * 900000)) part[type] = value;
      const local = Date.UTC(Number(part.year), Number(part.month) - 1, Number(part.day), Number(part.hour), Number(part.minute), Number(part.second));
      offset = part.era === "BC" || Number.isNaN(local) ? 0 : local / 1000 - quarter * 900;
      if (this.offsets.size > 5000) this.offsets.clear();
      this.offsets.set(quarter, offset);
    }
    return offset;
  }

  local(time) {
    const local = new Date(Math.floor(time + this.offset(time)) * 1000);
    return Number.isNaN(local.getTime()) ? "" : local.toJSON();
  }

  /** `2024-04-17` */
  date(time) { return this.local(time).slice(0, -14); }
  /** `00:15` */
  time(time) { return this.local(time).slice(-13, -8); }
  /** `00:15:02` */
  seconds(time) { return this.local(time).slice(-13, -5); }
  /** `00:15–07:02`; with dates if they differ by more than a night. */
  span(start, end) { return start === end ? this.time(start) : `${this.time(start)}–${this.time(end)}`; }

  /** The first instant of a local date. */
  startOf(date) {
    const midnight = Date.parse(`${date}T00:00:00Z`) / 1000;
    let time = midnight - this.offset(midnight);
    time = midnight - this.offset(time);
    for (let quarters = 0; quarters < 12 && this.date(time) < date; quarters += 1) time += 900;
    for (let quarters = 0; quarters < 12 && this.date(time - 1) === date; quarters += 1) time -= 900;
    return time;
  }
}
