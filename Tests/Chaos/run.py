"""One run: feeds workers while things go wrong, then reads everything and gives a verdict."""
import collections, concurrent.futures, json, signal, time
import clock, hanging, kafka_client
from broker import Broker, CONNECTIONS, Feeder, GROUP, OffsetWatch, UPLOADS
from clock import Clock
from disk import Disk
from faults import ALONE, last, schedule
from forgetting import Forgetting
from history import History
from loss import Loss
from nemesis import Nemesis
from network import Proxy, free_ports
from truncation import Truncation
from uploads import Uploads, settings_of
from worker import Worker

CATCH_UP_SECONDS = 180


class Run:
    nemesis_class = Nemesis

    def __init__(self, options, folder):
        self.options, self.folder, self.began = options, folder, time.time()
        self.wrong, self.done, self.missed = [], collections.Counter(), collections.Counter()
        self.uploads = Uploads(options.seed, options.connections)
        self.settings = settings_of(self.uploads.names)
        self.forgetting, self.history = Forgetting(self), History()
        self.disks, self.workers, self.broker = [], [], None

    def say(self, text): print(f"{time.time() - self.began:7.1f} s  {text}", flush=True)

    def begin(self):
        """Broker, proxies, disks, and the topics as a first worker makes them; settings lie there before any upload."""
        options = self.options
        ports = free_ports(2 * options.workers)
        ports, pages = ports[:options.workers], ports[options.workers:]
        self.broker = Broker(options.kafka, self.folder / "kafka", ports)
        self.proxies = [Proxy(port) for port in ports]
        for port, proxy in zip(ports, self.proxies): proxy.upstream = self.broker.upstreams[port]
        self.disks = [Disk(self.folder / f"worker-{number}") for number in range(options.workers)]
        if not all(disk.is_mounted for disk in self.disks):
            self.leave_out("disk", f"no file system can be mounted here: {self.disks[0].reason}")
        self.shim = clock.build(self.folder) if "clock" in options.faults else None
        if not self.shim: self.leave_out("clock", "there is no C compiler")
        library = kafka_client.library_path(options.librdkafka)
        self.workers = [self.worker(number, ports[number], pages[number], library) for number in range(options.workers)]
        self.workers[0].start()
        self.wait_for("ready", 60)
        self.workers[0].stop()
        producer = Feeder(self.broker, None, 0).producer
        for row in self.settings: producer.produce(CONNECTIONS, as_json(row), row["connection_id"].encode())
        producer.flush(30)

    def leave_out(self, kind, reason):
        if kind not in self.options.faults: return
        self.say(f"skipped: {kind}, {reason}")
        self.options.faults.remove(kind)

    def worker(self, number, port, page, library):
        more = ["--create-topics", "--partitions", str(self.options.partitions), "--lanes", str(1 + number % 2),
                "--assignment", self.options.assignment]
        log = self.folder / f"worker-{number}.log"
        wall = Clock(self.folder / f"worker-{number}.clock", self.shim)
        return Worker(number, str(self.options.worker), f"127.0.0.1:{port}", self.disks[number], log, library, wall,
                      f"127.0.0.1:{page}", more)

    def wait_for(self, event, seconds):
        until = time.time() + seconds
        while not any(row["event"] == event for row in self.workers[0].events()):
            if not self.workers[0].is_alive(): raise SystemExit(f"the first worker ended: {self.workers[0].last_words()}")
            if time.time() > until: raise SystemExit(f"the first worker did not say {event} within {seconds} s")
            time.sleep(0.1)

    def disturb(self):
        """Feeds and disturbs for the time that was asked for."""
        options = self.options
        for worker in self.workers: worker.start()
        self.feeder, self.watch = Feeder(self.broker, self.uploads, options.rate), OffsetWatch(self.broker, options.partitions)
        self.feeder.start()
        self.watch.start()
        self.nemesis = self.nemesis_class(self, self.note)
        seconds, began, waiting = options.minutes * 60, time.time(), []
        faults = schedule(options.seed, seconds, options.workers, options.faults, options.every)
        # Its threads stay until the end, as workers die with the thread that has started them.
        self.pool = concurrent.futures.ThreadPoolExecutor(max_workers=3 * options.workers)
        for fault in faults:
            while time.time() - began < fault.at: self.supervise()
            if fault.kind in ALONE: began += self.alone(fault, waiting)
            else: waiting.append(self.pool.submit(self.nemesis.perform, fault))
        while time.time() - began < seconds or not all(row.done() for row in waiting): self.supervise()
        for row in waiting: row.result()
        self.feeder.finish()

    def alone(self, fault, waiting):
        """Does what bears nothing else beside it, and returns how many seconds that took."""
        began = time.time()
        while not all(row.done() for row in waiting): self.supervise()
        self.nemesis.perform(fault)
        return time.time() - began

    def note(self, fault, began, reason):
        (self.missed if reason else self.done)[fault.kind, fault.way] += 1
        self.say(f"{'missed: ' if reason else ''}{fault}{f', {reason!r}' if reason else ''}; "
                 f"begun {time.time() - began:.1f} s ago, drawn for {fault.at:.1f} s")

    def supervise(self):
        for worker in self.workers:
            if not worker.is_alive() and worker.lock.acquire(blocking=False):
                try: worker.revive(self.nemesis.wrong)
                finally: worker.lock.release()
        time.sleep(0.2)

    def settle(self):
        """Nothing goes wrong any more: what waits for that is done, and each deleted topic gets a change, to come back."""
        self.forgetting.finish(self.wrong)
        names = sorted(name.rsplit(".", 1)[1] for name in self.nemesis.emptied)
        self.feeder.extra.extend(name for name in names if name not in self.forgetting.names)
        self.rest()

    def rest(self):
        """Whether all that was sent comes to be committed, and workers to rest."""
        before = len(self.wrong)
        self.feeder.extra.extend(self.of_partitions_without_offset())
        self.feeder.send_extra()
        self.feeder.flush()
        self.catch_up()
        return len(self.wrong) == before

    def is_open(self, name):
        """Whether uploads of a connection change its documents."""
        is_closed = any(row["connection_id"] == name and row.get("closed") for row in self.settings)
        return name not in self.forgetting.names and not is_closed

    def of_partitions_without_offset(self):
        """A connection of each partition whose committed offset was deleted: the worker goes on by its state, and commits with
        the next upload only, which may never come once feeding is over."""
        reader = self.broker.reader(GROUP)
        try: committed = self.committed(reader)
        finally: reader.close()
        for number, names in sorted(self.feeder.connections.items()):
            known = sorted(name for name in names if name in self.uploads.names and name not in self.forgetting.names)
            if number not in committed and known: yield known[0]

    def committed(self, reader):
        """The group's offsets; its coordinator may still be loading."""
        until = time.time() + CATCH_UP_SECONDS
        while True:
            try: return self.broker.committed(reader, self.options.partitions, 60)
            except self.broker.kafka.KafkaException:
                if time.time() > until: raise
            self.supervise()

    def catch_up(self):
        """Until the group has committed all that there is, and rests; gives the offsets up to which it has."""
        reader, until, committed = self.broker.reader(GROUP), time.time() + CATCH_UP_SECONDS, {}
        try:
            ends = self.broker.ends(reader, UPLOADS, self.options.partitions, 60)
            while time.time() < until:
                self.supervise()
                try: committed = self.broker.committed(reader, self.options.partitions)
                except self.broker.kafka.KafkaException: continue
                if all(committed.get(number, 0) >= ends[number] for number in ends):
                    if all(worker.is_at_rest() for worker in self.workers): return committed
        finally: reader.close()
        rows = hanging.left_open(self.broker)
        if rows: raise hanging.Void(f"the broker does not end a transaction: {rows}")
        behind = {number: ends[number] - committed.get(number, 0) for number in ends}
        restless = [worker.number for worker in self.workers if not worker.is_at_rest()]
        # Their logs then tell what each thread is at.
        for worker in self.workers: worker.signal(signal.SIGABRT)
        time.sleep(3)
        self.wrong.append(f"stuck: {sum(behind.values())} uploads are not consumed after {CATCH_UP_SECONDS} s: {behind}; "
                          f"workers that do not rest: {restless}")
        return committed

    def lose_all(self):
        """All workers die and all state directories are lost; a tail of uploads then meets only restored state."""
        for worker in self.workers:
            with worker.lock:
                worker.kill()
                worker.disk.wipe()
                worker.start()
                self.nemesis.kills.append((worker.number, "wipe", worker.starts[-1]))
        self.feeder.send(self.options.connections * 5)
        self.feeder.flush()

    def end(self):
        self.samples = self.watch.finish()
        for worker in self.workers:
            status = worker.stop()
            if status != 0: self.wrong.append(f"worker {worker.number}: SIGTERM ended with {status}: {worker.last_words()}")
        self.forgetting.look(self.wrong)

    def do_the_last(self, uploads):
        """What comes when all is read."""
        for fault in last(self.options.seed, self.options.workers, self.options.faults):
            self.wrong += (Loss(self) if fault.kind == "lose" else Truncation(self, uploads)).perform(fault)

    def close(self, keep):
        for worker in self.workers:
            if worker.is_alive(): worker.kill()
        for disk in self.disks: disk.close()
        if self.broker and keep: self.broker.kill()
        elif self.broker: self.broker.stop()


def as_json(row):
    return json.dumps(row, separators=(",", ":")).encode()
