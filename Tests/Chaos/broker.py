"""One Apache Kafka, by scripts/kafka, and what is asked of it from outside."""
import collections, contextlib, logging, os, pathlib, struct, subprocess, threading, time
import kafka_client, wire

GROUP = "fork-worker"
UPLOADS, CONNECTIONS, JOBS, DEAD = "fork.uploads", "fork.connections", "fork.webhook-dispatch", "fork.dead-letter"
DOCUMENTS = "fork.connection."
# Documents in every form, for `startswith`.
ALL_DOCUMENTS = (DOCUMENTS, "fork.fhir.", "fork.omh.")
# What a broker that was just away has not answered in time is given up within so many seconds.
AFTERMATH_SECONDS = 30
# Until an administrator's request is done.
ADMIN_SECONDS = 20
SCRIPT = kafka_client.ROOT / "scripts" / "kafka"
SILENT = logging.getLogger("chaos-kafka")
SILENT.addHandler(logging.NullHandler())
SILENT.propagate = False


class Broker:
    def __init__(self, home, folder, proxied):
        self.kafka = kafka_client.load()
        self.name, self.folder, self.home = "chaos", folder, home
        self.environment = dict(os.environ, KAFKA_HOME=str(home), KAFKA_NODES_DIRECTORY=str(folder))
        self.proxied = [argument for port in proxied for argument in ("--proxied", str(port))]
        self.lock = threading.Lock()
        # When it was killed, and when it was back.
        self.absences = []
        self.start()
        lines = (folder / self.name / "env").read_text().splitlines()
        settings = dict(line.split("=", 1) for line in lines)
        self.servers = settings["KAFKA_BOOTSTRAP_SERVERS"]
        self.admin = self.kafka.admin.AdminClient(self.client())
        self.upstreams = {port: address(settings[f"PROXIED_{port}"]) for port in proxied}

    @property
    def data(self): return self.folder / self.name / "data"

    def _call(self, command, *more):
        done = subprocess.run([str(SCRIPT), command, "--name", self.name, *more], env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode: raise SystemExit(f"scripts/kafka {command}: {done.stderr.strip()}")

    def start(self):
        self._call("start", *self.proxied)
        if self.absences: self.absences[-1][1] = time.time()

    def kill(self):
        self.absences.append([time.time(), float("inf")])
        self._call("kill")

    def stop(self): self._call("stop")

    @contextlib.contextmanager
    def absence(self):
        """While it is there and something of it is not."""
        began = time.time()
        try: yield
        finally: self.absences.append([began, time.time()])

    def was_away(self, since):
        """Whether it, or something of it, was not there at some time since then, or shortly before."""
        return any(end > since - AFTERMATH_SECONDS for _, end in self.absences)

    def client(self, **more):
        return {"bootstrap.servers": self.servers, "log_level": 0, "logger": SILENT, **more}

    def topics(self):
        found = self.admin.list_topics(timeout=ADMIN_SECONDS).topics
        return {name: len(found[name].partitions) for name in found}

    def reader(self, group="chaos-reader", **more):
        return self.kafka.Consumer(self.client(**{"group.id": group, "enable.auto.commit": False, **more}))

    def committed(self, reader, partitions, seconds=2.0):
        """The group's offsets of the uploads, by partition; `reader` is a consumer of the group that never joins it."""
        asked = [self.kafka.TopicPartition(UPLOADS, number) for number in range(partitions)]
        return {row.partition: row.offset for row in reader.committed(asked, timeout=seconds) if row.offset >= 0}

    def ends(self, reader, topic, partitions, seconds=5.0):
        rows = [self.kafka.TopicPartition(topic, number) for number in range(partitions)]
        return {row.partition: reader.get_watermark_offsets(row, timeout=seconds)[1] for row in rows}

    def delete(self, topic):
        self.admin.delete_topics([topic], operation_timeout=ADMIN_SECONDS)[topic].result(ADMIN_SECONDS)

    def make(self, topic, settings, partitions=1):
        """Whether it was made: it may be there already."""
        new = self.kafka.admin.NewTopic(topic, partitions, config=settings)
        try: self.admin.create_topics([new], operation_timeout=ADMIN_SECONDS)[topic].result(ADMIN_SECONDS)
        except self.kafka.KafkaException as reason:
            if reason.args[0].code() == self.kafka.KafkaError.TOPIC_ALREADY_EXISTS: return False
            raise
        return True

    def settings(self, topic):
        """What was set for a topic itself."""
        resource = self.kafka.admin.ConfigResource(self.kafka.admin.ResourceType.TOPIC, topic)
        answer, = self.admin.describe_configs([resource]).values()
        own = self.kafka.admin.ConfigSource.DYNAMIC_TOPIC_CONFIG.value
        return {name: row.value for name, row in answer.result(ADMIN_SECONDS).items() if row.source == own}

    def alter(self, topic, settings):
        rows = [self.kafka.admin.ConfigEntry(name, value, incremental_operation=self.kafka.admin.AlterConfigOpType.SET)
                for name, value in settings.items()]
        resource = self.kafka.admin.ConfigResource(self.kafka.admin.ResourceType.TOPIC, topic, incremental_configs=rows)
        for answer in self.admin.incremental_alter_configs([resource]).values(): answer.result(ADMIN_SECONDS)

    def trim(self, topic, partition, offset):
        """Deletes the records before an offset."""
        place = self.kafka.TopicPartition(topic, partition, offset)
        for answer in self.admin.delete_records([place]).values(): answer.result(ADMIN_SECONDS)

    def forget_offsets(self, partitions):
        """Takes the members out of the group, whose processes have ended, and what it has committed of the uploads.

        Asked for in its own words, as the client's may end this process when the broker was killed meanwhile."""
        where, until = address(self.servers), time.time() + ADMIN_SECONDS
        while True:
            try:
                names = wire.instances(wire.ask(where, wire.describe_group(GROUP)))
                if names: check("leaving the group", wire.ask(where, wire.leave_group(GROUP, names)), 4)
                return check("deleting offsets", wire.ask(where, wire.delete_offsets(GROUP, UPLOADS, range(partitions))), 0)
            # Its coordinator may still be loading.
            except OSError:
                if time.time() > until: raise
            time.sleep(1)


def check(what, answer, place):
    """Whether the error code at this place of an answer is none."""
    code = struct.unpack_from(">h", answer, place)[0]
    if code: raise OSError(f"{what}: error {code}")


class OffsetWatch(threading.Thread):
    """Asks for the group's offsets all the time: they may never go back. Whoever holds `turn` keeps it from asking."""

    def __init__(self, broker, partitions):
        super().__init__(daemon=True)
        self.broker, self.partitions = broker, partitions
        self.samples, self.over, self.turn = [], threading.Event(), threading.Lock()
        # The place of each partition's first offset.
        self.starts = {}

    def run(self):
        reader = self.broker.reader(GROUP)
        while not self.over.wait(0.5):
            with self.turn:
                try: self.samples.append((time.time(), moved(self.broker.committed(reader, self.partitions), self.starts)))
                except self.broker.kafka.KafkaException: pass
        reader.close()

    def finish(self):
        self.over.set()
        self.join()
        return self.samples


class Feeder(threading.Thread):
    """Sends uploads at a steady pace, and keeps where each was acknowledged. Whoever holds `turn` keeps it from sending."""

    def __init__(self, broker, uploads, rate):
        super().__init__(daemon=True)
        self.broker, self.uploads, self.rate = broker, uploads, rate
        self.acknowledged, self.failed, self.turn = [], [], threading.Lock()
        # The place of each partition's first offset.
        self.starts = {}
        # Of each partition the connections that are in it.
        self.connections = collections.defaultdict(set)
        # Connections that are to have one more upload, which changes what they have.
        self.extra = collections.deque()
        self.over = threading.Event()
        self.renew()

    def renew(self):
        """A client that knows nothing of a topic that was deleted."""
        self.producer = self.broker.kafka.Producer(self.broker.client(**{
            "enable.idempotence": True, "linger.ms": 5, "partitioner": "murmur2_random", "message.timeout.ms": 300_000}))

    def run(self):
        began, sent = time.time(), 0
        while not self.over.is_set():
            waiting = time.time()
            with self.turn:
                began += time.time() - waiting
                due = int((time.time() - began) * self.rate) - sent
                self.send(due)
                sent += max(due, 0)
                self.send_extra()
                self.producer.poll(0.02)

    def send(self, count):
        for _ in range(count): self._produce(*self.uploads.next())

    def send_extra(self):
        while self.extra: self._produce(*self.uploads.change(self.extra.popleft()))

    def repeat(self, rows):
        """Sends uploads once more."""
        for row in rows: self._produce(row.key.encode(), row.value)
        self.flush()

    def _produce(self, key, value):
        while True:
            try: return self.producer.produce(UPLOADS, value, key, on_delivery=self._delivered)
            except BufferError: self.producer.poll(0.1)

    def _delivered(self, error, message):
        if error is not None: return self.failed.append(str(error))
        partition = message.partition()
        self.acknowledged.append((partition, message.offset() + self.starts.get(partition, 0)))
        if message.key(): self.connections[message.partition()].add(message.key().decode())

    def finish(self):
        self.over.set()
        if self.is_alive(): self.join()
        self.flush()

    def flush(self):
        if self.producer.flush(120): raise SystemExit("uploads are still not acknowledged after 120 s")


def moved(offsets, starts): return {number: offsets[number] + starts.get(number, 0) for number in offsets}


def address(text):
    host, port = text.rsplit(":", 1)
    return host, int(port)


def version(home):
    """The broker's version, from its jar: kafka_2.13-4.3.1.jar."""
    for jar in pathlib.Path(home, "libs").glob("kafka_2.*.jar"): return jar.stem.split("-", 1)[1]
    return "?"
