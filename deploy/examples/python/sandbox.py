"""A fork-worker sandbox for tests: copy this file, it needs nothing but confluent-kafka."""
import json, os, subprocess, time

from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition


class Sandbox:
    """A broker with a worker on it, which lives as long as the `with` block, and no longer than this process."""

    def __init__(self, *options):
        program = os.environ.get("FORK_WORKER", "fork-worker")
        command = [program, "sandbox", *options]
        # Its standard input is a pipe that only this process holds: where the test crashes, the sandbox goes with it.
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line: raise RuntimeError(f"the sandbox has ended with status {self.process.wait()}")
        self.place = json.loads(line)
        # All records of a connection belong into one partition, the same of uploads and settings: use one partitioner.
        self.producer = Producer(
            {"bootstrap.servers": self.place["bootstrap_servers"], "partitioner": "murmur2_random", "linger.ms": 0})

    def __enter__(self): return self

    def __exit__(self, *_):
        # A client complains where its broker goes first.
        del self.producer
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def documents_topic(self, connection):
        """The topic of a connection's documents, where the sandbox runs with its defaults."""
        return f"{self.place['topic_prefix']}connection.{connection}"

    def upload(self, connection, **members):
        """Sends what a phone would send, and waits until the broker has it."""
        upload = {"schema": 1, "connection_id": connection, "time_zone": "Europe/Vilnius", **members}
        self.producer.produce(self.place["uploads"], key=connection, value=json.dumps(upload))
        if self.producer.flush(10): raise TimeoutError("the broker has not taken the upload within 10 s")

    def records(self, topic, seconds=10):
        """Every record of a topic from its beginning, as they come; TimeoutError where none has come for so long."""
        consumer = Consumer({
            "bootstrap.servers": self.place["bootstrap_servers"], "group.id": "test", "fetch.wait.max.ms": 20,
            "isolation.level": "read_committed"})
        try:
            # Assigned by hand: to join a group takes three seconds.
            end = time.monotonic() + seconds
            # A connection's topic is there with its first document.
            while topic not in (topics := consumer.list_topics(timeout=10).topics):
                if time.monotonic() > end: raise TimeoutError(f"there is no topic {topic} after {seconds} s")
                time.sleep(0.05)
            consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in topics[topic].partitions])
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                message = consumer.poll(0.1)
                if message is None or message.error(): continue
                yield message
                end = time.monotonic() + seconds
            raise TimeoutError(f"nothing more has come to {topic} within {seconds} s")
        finally:
            consumer.close()
