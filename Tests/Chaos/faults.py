"""What is done to workers, broker and topics, and when: all of it drawn from the seed before anything begins."""
import dataclasses, random
from worker import SESSION_SECONDS, TRANSACTION_SECONDS

# Those after which the broker's word is no longer what workers have heard come last, on their own.
KINDS = ("kill", "pause", "stop", "wipe", "broker", "cut", "disk", "stall", "topic", "swap", "trim", "offsets", "pipe",
         "rules", "forget", "clock", "recreate", "lose", "truncate")
# Those that begin when all is read, and have nothing else beside them.
ALONE = ("recreate",)
AT_THE_END = ("lose", "truncate")
# `dark` is of receivers, for dispatchers only.
OF_NO_WORKER = ("broker", "topic", "trim", "offsets", "rules", "forget", "dark", *ALONE, *AT_THE_END)
WAYS = {"cut": ("hold", "deaf", "reset"), "disk": ("kill", "stop", "leave"), "stall": ("offsets", "commit"),
        "topic": ("once", "twice", "replaced", "uncompacted"), "swap": ("kill", "stop"), "offsets": ("kill", "stop"), "forget": ("once", "kill"),
        "clock": ("ahead", "far ahead", "back"), "truncate": ("uploads", "state"),
        "recreate": ("uploads", "uploads stopped", "connections", "connections stopped", "state", "state stopped")}
HOUR = 3600
# So long after the time for faults the last ones may go on.
TAIL_SECONDS = 10


@dataclasses.dataclass(frozen=True)
class Fault:
    """`seconds` and `way` mean what the kind says; `pick`, from 0 to 1, chooses among what there is by then."""
    at: float
    kind: str
    victim: int
    seconds: float
    way: str
    pick: float = 0.0

    def __str__(self):
        where = "" if self.kind in OF_NO_WORKER else f" worker {self.victim}"
        way = f" ({self.way})" if self.way else ""
        return f"{self.kind}{where}{way}, {self.seconds:.1f} s"

    def among(self, rows):
        """The one of these that is meant."""
        return rows[min(int(self.pick * len(rows)), len(rows) - 1)]


def schedule(seed, seconds, workers, kinds, every):
    """Faults until then, save what would not be over soon after the end. Each kind comes once before any comes again, and of
    each kind each way."""
    draw = random.Random(f"faults {seed}")
    kinds = [kind for kind in kinds if kind not in AT_THE_END]
    rows, deck, ways, at, free = [], [], {}, every, [0.0] * workers
    while kinds and at < seconds:
        if not deck: deck = draw.sample(kinds, len(kinds))
        fault = drawn(deck.pop(), draw, at, victim(draw, at, free), ways)
        if fault.kind not in OF_NO_WORKER: free[fault.victim] = max(free[fault.victim], at) + fault.seconds
        if max(at, free[fault.victim]) < seconds + TAIL_SECONDS: rows.append(fault)
        at += every * (0.5 + draw.random())
    return rows


def victim(draw, at, free):
    """A worker that nothing is done to by then, if there is one; each waits for the end of what is done to it before."""
    least = min(max(at, time) for time in free)
    return draw.choice([number for number, time in enumerate(free) if max(at, time) == least])


def last(seed, workers, kinds):
    """The faults that come when all else is over and judged."""
    draw = random.Random(f"last faults {seed}")
    return [drawn(kind, draw, 0.0, draw.randrange(workers), {}) for kind in AT_THE_END if kind in kinds]


def drawn(kind, draw, at, victim, left):
    """`left` has the ways of each kind that are still to come."""
    if not left.get(kind): left[kind] = draw.sample(WAYS.get(kind, ("",)), len(WAYS.get(kind, ("",))))
    return Fault(at, kind, victim, round(length(kind, draw), 1), left[kind].pop(), round(draw.random(), 3))


def length(kind, draw):
    beyond_session = SESSION_SECONDS + 1 + 4 * draw.random()
    # An owner that is back before its session has ended, its transaction being over or not, is another case.
    stall = draw.choice((beyond_session, beyond_session, TRANSACTION_SECONDS + 6 * draw.random(), 4 * draw.random()))
    return {"pause": beyond_session, "cut": beyond_session, "stall": stall, "disk": 3 + 5 * draw.random(),
            "stop": draw.random(), "dark": 4 + 8 * draw.random(), "broker": 3 * draw.random(), "pipe": 5 + 5 * draw.random(),
            "clock": 4 + 6 * draw.random(), "swap": 2 + 3 * draw.random()}.get(kind, draw.random())


def jump(fault):
    """By how many seconds a clock is set: within what brokers take of a record's time, beyond that, or back."""
    seconds = {"ahead": 1_800 + fault.pick * 1_500, "far ahead": 2 * HOUR + fault.pick * 20 * HOUR,
               "back": -2 * HOUR - fault.pick * 20 * HOUR}[fault.way]
    return int(seconds)
