"""How long it took until work went on after a kill, and what was read back, from the workers' own logs."""
import statistics


class Recovery:
    """One start after a kill. Times in seconds since the start of the new process; None: it never came to that."""

    def __init__(self, kind, started, events):
        self.kind = kind
        self.ready = self.output = None
        self.records = 0
        for event in events:
            since, what = event["at"] - started, event["event"]
            if what == "restored" and self.output is None: self.records += event["records"]
            if what == "ready": self.ready = since
            if what == "committed" and event["upserts"] + event["deletes"] and self.output is None: self.output = since


def recoveries(kills, starts, events):
    """Of each kill (worker, kind, time of the start after it); `starts` and `events` are those of each worker."""
    found = []
    for worker, kind, started in kills:
        until = min((at for at in starts[worker] if at > started), default=float("inf"))
        mine = [event for event in events[worker] if started <= event["at"] < until]
        found.append(Recovery(kind, started, mine))
    return found


def lines(found):
    rows = []
    for kind in sorted({row.kind for row in found}):
        mine = [row for row in found if row.kind == kind]
        outputs = [row.output for row in mine if row.output is not None]
        what = {"kill": "SIGKILL", "wipe": "SIGKILL and the state directory deleted"}[kind]
        rows.append(f"after {what}, {len(mine)} times: first new output after {spread(outputs, ' s')} from the start of "
                    f"the process, records replayed {spread([row.records for row in mine], '')}"
                    + (f"; {len(mine) - len(outputs)} were ended before that" if len(outputs) < len(mine) else ""))
    return rows


def spread(values, unit):
    if not values: return "none"
    middle, worst = statistics.median(values), max(values)
    digits = 2 if unit else 0
    return f"median {middle:,.{digits}f}{unit}, worst {worst:,.{digits}f}{unit}"


def counts(done):
    """How often each kind was done, and in which ways: `kill 3, topic 2 (once 1, twice 1)`."""
    kinds = {}
    for (kind, way), count in sorted(done.items()): kinds.setdefault(kind, {})[way] = count
    return ", ".join(f"{kind} {sum(ways.values())}{of_ways(ways)}" for kind, ways in kinds.items()) or "nothing"


def of_ways(ways): return "" if "" in ways else f" ({', '.join(f'{way} {count}' for way, count in ways.items())})"
