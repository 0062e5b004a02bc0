"""An input topic or fork.state is deleted and made again while nothing else goes wrong, and an operator does what the runbook
says. Until then workers must name the topic and publish nothing; afterwards nothing may be missing, and nothing twice."""
import collections, time
import records
from broker import ALL_DOCUMENTS, CONNECTIONS, DEAD, JOBS, UPLOADS

STATE = "fork.state"
TOPICS = {"uploads": UPLOADS, "connections": CONNECTIONS, "state": STATE}
NAMED_SECONDS, QUIET_SECONDS = 90, 4
# By which the runbook tells a worker that has the state from one that lacks it.
HAS_STATE, LACKS_STATE = "the state directory holds state up to offset", "has no state of that"
WRITTEN = "written to the changelog"


class Recreation:
    """`wrong` gathers what must not be."""

    def __init__(self, run, wrong):
        self.run, self.broker, self.workers, self.wrong = run, run.broker, run.workers, wrong

    def perform(self, fault):
        """Whether it was done: all must be read and committed first, so that it is known what workers have read."""
        run, (way, *how) = self.run, fault.way.split()
        with run.feeder.turn:
            if not run.rest(): return False
            self.ends = self.ends_of(UPLOADS)
            {"uploads": self.uploads, "connections": self.connections, "state": self.state}[way](fault, "stopped" in how)
            return run.rest()

    def uploads(self, fault, is_stopped):
        """What was read stays in the state; the new topic is read from its first record."""
        run, known = self.run, self.with_records(self.ends)
        there = run.history.keep_all(self.broker)
        # Its offsets begin again: nobody looks at them until workers go on.
        with run.watch.turn:
            if is_stopped: self.stop_all()
            else: time.sleep(1)
            since, before = time.time(), self.heights()
            self.remake(UPLOADS)
            logs = {worker.number: worker.log.stat().st_size for worker in self.workers}
            run.history.recreated(self.ends, before, logs)
            run.feeder.starts = run.watch.starts = run.history.starts
            if is_stopped:
                # One partition has more than it had.
                full = fault.among(sorted(known))
                run.feeder.repeat(run.history.rows[place] for place in sorted(there) if place[0] == full)
                self.change(known)
                self.start_all()
            self.wait_for_names(known, UPLOADS, since)
            if not is_stopped: self.change(known)
            self.stay_quiet(before)
            self.adopt_all()

    def connections(self, _, is_stopped):
        """The settings are written again, connection by connection in another order."""
        rows = collections.defaultdict(list)
        records.read(self.broker, {CONNECTIONS: self.run.options.partitions}, lambda _, partition, __, key, value, ___, at:
                     rows[key].append((partition, key, value, at)))
        known = {row[0] for mine in rows.values() for row in mine}
        if is_stopped: self.stop_all()
        since, before = time.time(), self.heights()
        self.remake(CONNECTIONS)
        if is_stopped: self.start_all()
        self.wait_for_names(known, CONNECTIONS, since)
        self.change(known)
        self.stay_quiet(before)
        for key in sorted(rows, reverse=True):
            for partition, _, value, at in rows[key]:
                self.run.feeder.producer.produce(CONNECTIONS, value, key.encode(), partition, timestamp=at)
        self.run.feeder.flush()
        self.adopt_all()

    def state(self, _, is_stopped):
        """The state directories are the only copy, until they are written back."""
        known = self.with_records(self.ends)
        if is_stopped: self.stop_all()
        since, before = time.time(), self.heights()
        self.remake(STATE)
        # A worker that runs finds it when it commits.
        changed = self.change(known)
        if not is_stopped:
            self.wait_for_names(changed, STATE, since)
            self.stay_quiet(before)
            self.stop_all()
        self.start_all()
        self.wait_for_names(known, HAS_STATE, self.workers[0].starts[-1])
        self.stay_quiet(before)
        since = time.time()
        self.restart_all(["--adopt-state"])
        self.wait_for(known, "state_adopted", lambda row: WRITTEN in row["message"], since, WRITTEN)
        self.restart_all()

    def with_records(self, ends): return {number for number in ends if ends[number]}

    def ends_of(self, topic):
        reader = self.broker.reader()
        try: return self.broker.ends(reader, topic, self.broker.topics()[topic], 60)
        finally: reader.close()

    def remake(self, topic):
        """The same topic again, which lacks all that was in it."""
        settings = self.broker.settings(topic)
        with self.broker.absence():
            self.broker.delete(topic)
            if not self.broker.make(topic, settings, self.run.options.partitions):
                self.wrong.append(f"recreate: a worker made {topic} before anybody else")
        self.run.feeder.renew()

    def change(self, partitions):
        """One more upload of each partition that has a connection, which changes documents if that is not closed."""
        feeder, changed = self.run.feeder, set()
        for number in sorted(partitions):
            names = [name for name in feeder.connections[number] if name in self.run.uploads.names]
            if not names: continue
            feeder.extra.append(min(names, key=lambda name: (not self.run.is_open(name), name)))
            changed.add(number)
        feeder.send_extra()
        feeder.flush()
        return changed

    def heights(self):
        """Where each partition of the output ends."""
        topics, reader = self.broker.topics(), self.broker.reader()
        names = [name for name in topics if name.startswith(ALL_DOCUMENTS) or name in (JOBS, DEAD)]
        try: return {(name, number): end for name in names for number, end in self.broker.ends(reader, name, topics[name], 60).items()}
        finally: reader.close()

    def stay_quiet(self, before):
        """Nothing that was committed since then may become visible."""
        time.sleep(QUIET_SECONDS)
        found, topics = collections.Counter(), self.broker.topics()
        names = {name: topics[name] for name in topics if name.startswith(ALL_DOCUMENTS) or name in (JOBS, DEAD)}
        records.read(self.broker, names, lambda topic, *_: found.update([topic]), begins=before)
        if found: self.wrong.append(f"recreate: published before an operator has decided: {dict(found)}")

    def wait_for_names(self, partitions, words, since):
        self.wait_for(partitions, "partition_left_alone", lambda row: words in row["reason"], since, words)

    def wait_for(self, partitions, event, is_meant, since, words):
        """Until workers have said that of each of these partitions."""
        until = time.time() + NAMED_SECONDS
        while True:
            self.run.supervise()
            rows = [row for worker in self.workers for row in worker.events() if row["event"] == event and row["at"] >= since - 1]
            missing = partitions - {row["partition"] for row in rows if is_meant(row)}
            if not missing: return
            if time.time() > until: break
        others = [row.get("reason", "") for row in rows if row["partition"] in missing]
        self.wrong.append(f"recreate: no worker said {words!r} of {sorted(missing)} within {NAMED_SECONDS} s, but {others[-2:]}")

    def stop_all(self):
        for worker in self.workers: self.run.nemesis.stop(worker)

    def start_all(self, more=()):
        for worker in self.workers:
            worker.more = more
            worker.start()

    def restart_all(self, more=()):
        for worker in self.workers:
            self.run.nemesis.stop(worker)
            worker.more = more
            worker.start()

    def adopt_all(self):
        """All workers are started once with --adopt-state, and without it when all is read."""
        self.stop_all()
        self.start_all(["--adopt-state"])
        self.run.rest()
        self.restart_all()
