"""What is done to workers and broker, and when: all of it drawn from the seed before anything begins."""
import dataclasses, random, signal, time
from worker import SESSION_SECONDS

KINDS = ("kill", "pause", "stop", "wipe", "broker", "cut", "disk")


@dataclasses.dataclass(frozen=True)
class Fault:
    """`seconds` and `way` mean what the kind says."""
    at: float
    kind: str
    victim: int
    seconds: float
    way: str

    def __str__(self):
        where = "" if self.kind == "broker" else f" worker {self.victim}"
        way = f" ({self.way})" if self.way else ""
        return f"{self.kind}{where}{way}, {self.seconds:.1f} s"


def schedule(seed, seconds, workers, kinds, every):
    """Faults until then: each kind comes once before any comes again."""
    draw = random.Random(f"faults {seed}")
    rows, deck, at = [], [], every
    while at < seconds:
        if not deck: deck = draw.sample(list(kinds), len(kinds))
        kind = deck.pop()
        rows.append(Fault(at, kind, draw.randrange(workers), round(length(kind, draw), 1), way(kind, draw)))
        at += every * (0.5 + draw.random())
    return rows


def length(kind, draw):
    beyond_session = SESSION_SECONDS + 1 + 4 * draw.random()
    return {"pause": beyond_session, "cut": beyond_session, "disk": 3 + 5 * draw.random(), "stop": draw.random(),
            "broker": 3 * draw.random()}.get(kind, draw.random())


def way(kind, draw):
    choice = draw.randrange(3)
    if kind == "cut": return ("hold", "deaf", "reset")[choice]
    if kind == "disk": return ("kill", "stop", "leave")[choice]
    return ""


class Nemesis:
    """Carries faults out. `note(fault, began)` is told of each when it is over, `wrong` gathers what must not be."""

    def __init__(self, broker, workers, proxies, note):
        self.broker, self.workers, self.proxies, self.note = broker, workers, proxies, note
        self.kills, self.wrong = [], []

    def perform(self, fault):
        """Waits until nothing else is done to the same victim."""
        target = self.broker if fault.kind == "broker" else self.workers[fault.victim]
        with target.lock:
            began = time.time()
            getattr(self, "do_" + fault.kind)(target, fault)
            self.note(fault, began)

    def do_kill(self, worker, fault):
        worker.kill()
        time.sleep(fault.seconds)
        worker.start()
        self.kills.append((worker.number, fault.kind, worker.starts[-1]))

    def do_wipe(self, worker, fault):
        worker.kill()
        worker.disk.wipe()
        time.sleep(fault.seconds)
        worker.start()
        self.kills.append((worker.number, fault.kind, worker.starts[-1]))

    def do_pause(self, worker, fault):
        worker.signal(signal.SIGSTOP)
        time.sleep(fault.seconds)
        worker.signal(signal.SIGCONT)

    def do_stop(self, worker, fault):
        if not worker.is_alive(): return
        status = worker.stop()
        # While no broker answers it can end no transaction: it must say so.
        is_cut_off = status == 1 and self.broker.lock.locked() and "neither committed nor aborted" in worker.last_words()
        if status != 0 and not is_cut_off:
            self.wrong.append(f"worker {worker.number}: SIGTERM ended with {status}: {worker.last_words()}")
        time.sleep(fault.seconds)
        worker.start()

    def do_broker(self, broker, fault):
        broker.kill()
        time.sleep(fault.seconds)
        broker.start()

    def do_cut(self, worker, fault):
        proxy = self.proxies[worker.number]
        proxy.turn(fault.way)
        time.sleep(fault.seconds)
        proxy.turn("open")

    def do_disk(self, worker, fault):
        """A full disk alone, with a start on it, or with an end on it. What it does not survive, a start must mend."""
        worker.may_end_until = float("inf")
        worker.disk.fill()
        time.sleep(1)
        if fault.way == "kill": worker.kill()
        if fault.way == "stop": worker.stop()
        until = time.time() + fault.seconds
        while time.time() < until:
            worker.revive(self.wrong)
            time.sleep(0.5)
        worker.disk.free()
        worker.revive(self.wrong)
        worker.may_end_until = time.time() + 10
