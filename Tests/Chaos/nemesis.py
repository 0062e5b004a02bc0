"""Carries faults out."""
import concurrent.futures, contextlib, signal, threading, time
import faults, network
from broker import DOCUMENTS, GROUP, UPLOADS
from recreation import Recreation

# For how long a stall waits for a commit, a deleted topic for its return, a full pipe for work that goes on.
TRAP_SECONDS, RETURN_SECONDS, WORK_SECONDS = 20, 40, 90
# So many commits show that a worker goes on.
COMMITS = 3
RULES = ([], ["--sleep-threshold", "25min"], ["--source-priority", "iPhone,Watch"])


class Missed(Exception):
    """What was to be disturbed did not come, or the broker was not there."""


class Nemesis:
    """`note(fault, began, missed)` is told of each fault when it is over, and why it did nothing if so; `wrong` gathers what must not be."""

    def __init__(self, run, note):
        self.run, self.note = run, note
        self.broker, self.workers, self.proxies = run.broker, run.workers, run.proxies
        self.kills, self.wrong = [], []
        # Topics of documents that were deleted; the rules in their order.
        self.emptied, self.rules = set(), [RULES[0]]
        self.rules_lock = threading.Lock()

    def targets(self, fault):
        """Whose locks are held meanwhile, always in this order: else two faults could wait for each other."""
        if fault.kind in ("broker", "trim"): return [self.broker]
        if fault.kind == "rules": return [self.rules_lock]
        if fault.kind == "swap": return sorted(self.pair(fault), key=lambda worker: worker.number)
        if fault.kind == "offsets": return [*self.workers, self.broker]
        return [] if fault.kind in faults.OF_NO_WORKER else [self.workers[fault.victim]]

    def perform(self, fault):
        """Waits until nothing else is done to the same victims."""
        with contextlib.ExitStack() as held:
            for target in self.targets(fault): held.enter_context(getattr(target, "lock", target))
            began, missed = time.time(), None
            try: getattr(self, "do_" + fault.kind)(self.workers[fault.victim], fault)
            except (Missed, OSError, concurrent.futures.TimeoutError, self.broker.kafka.KafkaException) as reason:
                missed = reason
            self.note(fault, began, missed)

    def pair(self, fault):
        first, count = fault.victim, len(self.workers)
        return [self.workers[first], self.workers[(first + 1) % count]]

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

    def do_stall(self, worker, fault):
        """Stopped where it has sent its offsets, and not committed."""
        proxy, trap = self.proxies[worker.number], network.Trap(fault.way, lambda: worker.signal(signal.SIGSTOP))
        proxy.set(trap)
        try:
            if not trap.sprung.wait(TRAP_SECONDS): raise Missed("no commit came")
            time.sleep(fault.seconds)
        finally:
            proxy.let_go()
            # It may have sprung at the last moment.
            worker.signal(signal.SIGCONT)

    def do_stop(self, worker, fault):
        if not worker.is_alive(): raise Missed("it had ended")
        self.stop(worker)
        time.sleep(fault.seconds)
        worker.start()

    def stop(self, worker):
        """SIGTERM, which must end well. While broker or topic are away it can end no transaction: it must say so."""
        began = time.time()
        status, words = worker.stop(), worker.last_words()
        is_said = status == 1 and ("neither committed nor aborted" in words or "did not end in time" in words)
        if status != 0 and not (is_said and self.broker.was_away(began)):
            self.wrong.append(f"worker {worker.number}: SIGTERM ended with {status}: {words}")

    def end(self, worker, way):
        if way == "kill" or not worker.is_alive(): worker.kill()
        else: self.stop(worker)

    def do_broker(self, broker, fault):
        self.broker.kill()
        time.sleep(fault.seconds)
        self.broker.start()

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

    def do_pipe(self, worker, fault):
        """Nobody reads what it logs: it must go on."""
        worker.revive(self.wrong)
        outlet, began, before = worker.outlet, time.time(), self.proxies[worker.number].commits
        outlet.shut()
        try:
            while time.time() < began + fault.seconds or self.proxies[worker.number].commits < before + COMMITS:
                if not worker.is_alive(): raise Missed("it ended")
                if time.time() > began + WORK_SECONDS:
                    self.wrong.append(f"worker {worker.number} stood still while nobody read its standard error")
                    break
                time.sleep(0.2)
        finally: outlet.open()

    def do_clock(self, worker, fault):
        worker.clock.set(faults.jump(fault))
        time.sleep(fault.seconds)
        worker.clock.set(0)

    def do_swap(self, worker, fault):
        """Two workers work with each other's state for a while, and then with their own, which is old by then."""
        pair = self.pair(fault)
        # One that has none yet would take the name of its place, which the other's state brings along.
        if not all(worker.disk.has_name for worker in pair): raise Missed("one of them has no state yet")
        for turn in range(2):
            for one in pair: self.end(one, fault.way)
            pair[0].disk.exchange(pair[1].disk)
            for one in pair: one.start()
            if turn == 0: time.sleep(fault.seconds)

    def do_topic(self, _, fault):
        """Documents' topic deleted; and again, once it is back; or made again by somebody else."""
        names = sorted(name for name in self.broker.topics() if name.startswith(DOCUMENTS)
                       and name.removeprefix(DOCUMENTS) not in self.run.forgetting.names)
        if not names: raise Missed("there is none yet")
        name = fault.among(names)
        if fault.way in ("replaced", "uncompacted"): return self.replace(name, "delete" if fault.way == "uncompacted" else "compact")
        self.delete(name)
        if fault.way == "once": return
        until = time.time() + RETURN_SECONDS
        while name not in self.broker.topics():
            if time.time() > until: raise Missed("it did not come back in time for a second time")
            time.sleep(0.2)
        time.sleep(fault.seconds)
        self.delete(name)

    def delete(self, name):
        self.emptied.add(name)
        # Whoever has records for it waits for it to come back: a commit that has begun to send them can't be aborted then.
        with self.broker.absence(): self.broker.delete(name)
        # The next change makes it again.
        self.run.feeder.extra.append(name.removeprefix(DOCUMENTS))

    def replace(self, name, policy):
        """Somebody makes it again before a worker does. One that is not compacted takes nothing until it is corrected."""
        self.emptied.add(name)
        with self.broker.absence():
            try:
                self.broker.delete(name)
                is_made = self.broker.make(name, {"cleanup.policy": policy})
            finally: self.run.feeder.extra.append(name.removeprefix(DOCUMENTS))
            if not is_made: raise Missed("a worker made it again first")
            if policy == "compact": return
            until = time.time() + RETURN_SECONDS
            while not (is_named := self.is_named(name)) and time.time() < until: time.sleep(0.2)
            self.correct(name)
            if not is_named: raise Missed("nobody has named it in time")

    def is_named(self, name):
        return any(row["event"] == "documents_owed" and row["topic"] == name and "has cleanup.policy=delete" in row["reason"]
                   for worker in self.workers for row in worker.events())

    def correct(self, name):
        """Insists: the documents of a topic that stays as it is would be owed until the end."""
        until = time.time() + WORK_SECONDS
        while True:
            try: return self.broker.alter(name, {"cleanup.policy": "compact"})
            except self.broker.kafka.KafkaException:
                if time.time() > until: raise
            time.sleep(1)

    def do_trim(self, _, fault):
        """What was consumed is deleted from the uploads."""
        reader = self.broker.reader(GROUP)
        try: committed = self.broker.committed(reader, self.run.options.partitions, RETURN_SECONDS)
        finally: reader.close()
        if not committed: raise Missed("nothing is consumed yet")
        partition = fault.among(sorted(committed))
        self.run.history.keep_all(self.broker)
        self.broker.trim(UPLOADS, partition, committed[partition])

    def do_recreate(self, _, fault):
        """A topic that workers read is deleted and made again, and an operator decides."""
        if not Recreation(self.run, self.wrong).perform(fault): raise Missed("not all was read in time")

    def do_offsets(self, _, fault):
        """The group has committed nothing: the state knows better."""
        for worker in self.workers: self.end(worker, fault.way)
        try: self.broker.forget_offsets(self.run.options.partitions)
        finally:
            for worker in self.workers: worker.start()

    def do_rules(self, _, fault):
        """One worker after the other starts with other rules."""
        rules = RULES[(RULES.index(self.rules[-1]) + 1) % len(RULES)]
        self.rules.append(rules)
        for worker in self.workers:
            with worker.lock:
                self.end(worker, "stop")
                worker.rules = rules
                worker.start()
            time.sleep(fault.seconds)

    def do_forget(self, _, fault):
        """A person is forgotten while all goes on; the command may be killed meanwhile, and called again."""
        self.run.forgetting.begin(fault)
