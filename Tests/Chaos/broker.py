"""One Apache Kafka, by scripts/kafka, and what is asked of it from outside."""
import logging, os, pathlib, subprocess, threading, time
import kafka_client

GROUP = "fork-worker"
UPLOADS, CONNECTIONS, JOBS, DEAD = "fork.uploads", "fork.connections", "fork.webhook-dispatch", "fork.dead-letter"
DOCUMENTS = "fork.connection."
SCRIPT = kafka_client.ROOT / "scripts" / "kafka"
SILENT = logging.getLogger("chaos-kafka")
SILENT.addHandler(logging.NullHandler())
SILENT.propagate = False


class Broker:
    def __init__(self, home, folder, proxied):
        self.kafka = kafka_client.load()
        self.name, self.folder = "chaos", folder
        self.environment = dict(os.environ, KAFKA_HOME=str(home), FORK_KAFKA_DIRECTORY=str(folder))
        self.proxied = [argument for port in proxied for argument in ("--proxied", str(port))]
        self.lock = threading.Lock()
        self.start()
        lines = (folder / self.name / "env").read_text().splitlines()
        settings = dict(line.split("=", 1) for line in lines)
        self.servers = settings["KAFKA_BOOTSTRAP_SERVERS"]
        self.upstreams = {port: address(settings[f"PROXIED_{port}"]) for port in proxied}

    @property
    def data(self): return self.folder / self.name / "data"

    def _call(self, command, *more):
        done = subprocess.run([str(SCRIPT), command, "--name", self.name, *more], env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode: raise SystemExit(f"scripts/kafka {command}: {done.stderr.strip()}")

    def start(self): self._call("start", *self.proxied)
    def kill(self): self._call("kill")
    def stop(self): self._call("stop")

    def client(self, **more):
        return {"bootstrap.servers": self.servers, "log_level": 0, "logger": SILENT, **more}

    def topics(self):
        found = self.kafka.admin.AdminClient(self.client()).list_topics(timeout=20).topics
        return {name: len(found[name].partitions) for name in found}

    def reader(self, group="chaos-reader", **more):
        return self.kafka.Consumer(self.client(**{"group.id": group, "enable.auto.commit": False, **more}))

    def committed(self, reader, partitions, seconds=2.0):
        """The group's offsets of the uploads, by partition; `reader` is a consumer of the group that never joins it."""
        asked = [self.kafka.TopicPartition(UPLOADS, number) for number in range(partitions)]
        return {row.partition: max(row.offset, 0) for row in reader.committed(asked, timeout=seconds)}

    def ends(self, reader, topic, partitions, seconds=5.0):
        rows = [self.kafka.TopicPartition(topic, number) for number in range(partitions)]
        return {row.partition: reader.get_watermark_offsets(row, timeout=seconds)[1] for row in rows}


class OffsetWatch(threading.Thread):
    """Asks for the group's offsets all the time: they may never go back."""

    def __init__(self, broker, partitions):
        super().__init__(daemon=True)
        self.broker, self.partitions = broker, partitions
        self.samples, self.over = [], threading.Event()

    def run(self):
        reader = self.broker.reader(GROUP)
        while not self.over.wait(0.5):
            try: self.samples.append((time.time(), self.broker.committed(reader, self.partitions)))
            except self.broker.kafka.KafkaException: pass
        reader.close()

    def finish(self):
        self.over.set()
        self.join()
        return self.samples


class Feeder(threading.Thread):
    """Sends uploads at a steady pace, and keeps where each was acknowledged."""

    def __init__(self, broker, uploads, rate):
        super().__init__(daemon=True)
        self.uploads, self.rate = uploads, rate
        self.acknowledged, self.failed = [], []
        self.over = threading.Event()
        self.producer = broker.kafka.Producer(broker.client(**{
            "enable.idempotence": True, "linger.ms": 5, "partitioner": "murmur2_random", "message.timeout.ms": 300_000}))

    def run(self):
        began, sent = time.time(), 0
        while not self.over.is_set():
            due = int((time.time() - began) * self.rate) - sent
            self.send(due)
            sent += max(due, 0)
            self.producer.poll(0.02)

    def send(self, count):
        for _ in range(count):
            key, value = self.uploads.next()
            while True:
                try:
                    self.producer.produce(UPLOADS, value, key, on_delivery=self._delivered)
                    break
                except BufferError: self.producer.poll(0.1)

    def _delivered(self, error, message):
        if error is not None: self.failed.append(str(error))
        else: self.acknowledged.append((message.partition(), message.offset()))

    def finish(self):
        self.over.set()
        if self.is_alive(): self.join()
        self.flush()

    def flush(self):
        if self.producer.flush(120): raise SystemExit("uploads are still not acknowledged after 120 s")


def address(text):
    host, port = text.rsplit(":", 1)
    return host, int(port)


def version(home):
    """The broker's version, from its jar: kafka_2.13-4.3.1.jar."""
    for jar in pathlib.Path(home, "libs").glob("kafka_2.*.jar"): return jar.stem.split("-", 1)[1]
    return "?"
