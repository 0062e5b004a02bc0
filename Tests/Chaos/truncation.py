"""The newest records of a log are lost, as after an unclean election: workers must see it, and publish nothing wrong."""
import struct, time
import transactions
from broker import DOCUMENTS, Feeder, GROUP, UPLOADS

STATE = "fork.state"
# So many records are lost at least: more than come afterwards, else nobody could tell.
LEAST = 4
SENTENCE_SECONDS, QUIET_SECONDS = 60, 3


def ends(data):
    """(position, next offset, whether a transaction ends here) after each batch of a log."""
    at = 0
    for first, last, attributes, _, _ in transactions.batches(data):
        at += 12 + struct.unpack_from(">i", data, at + 8)[0]
        yield at, last + 1, attributes & transactions.CONTROL or not attributes & transactions.TRANSACTIONAL


def cut(folder, least=LEAST):
    """Takes the last records off a partition's log, of which no process has hold; gives its end before and after."""
    file = max(row for row in folder.glob("*.log") if row.stat().st_size)
    found = list(ends(file.read_bytes()))
    high = found[-1][1]
    kept = [row for row in found if row[2] and row[1] <= high - least]
    if not kept: return high, high
    with open(file, "r+b") as opened: opened.truncate(kept[-1][0])
    # What the broker makes of the log, and would believe rather than read it again.
    for pattern in ("*.index", "*.timeindex", "*.txnindex", "*.snapshot"):
        for other in folder.glob(pattern): other.unlink()
    return high, kept[-1][1]


class Truncation:
    """Comes when all is read and judged, since afterwards Kafka no longer has what workers were told that it has."""

    def __init__(self, run, uploads):
        self.run, self.broker = run, run.broker
        closed = {row["connection_id"] for row in run.settings if row.get("closed")}
        # Of each connection that still publishes, its partition.
        self.places = {row.key: row.partition for row in uploads if row.id and row.key not in closed}

    def perform(self, fault):
        """What must not be."""
        began, run = time.time(), self.run
        partition, topic = self.places[fault.among(sorted(self.places))], UPLOADS if fault.way == "uploads" else STATE
        mine = sorted(name for name, place in self.places.items() if place == partition)
        others = sorted(name for name, place in self.places.items() if place != partition)[:1]
        before = self.heights(mine)
        self.broker.kill()
        high, low = cut(self.broker.data / f"{topic}-{partition}")
        self.broker.start()
        if high == low:
            run.note(fault, began, "nothing could be cut")
            return []
        if fault.pick > 0.5: run.workers[fault.victim].disk.wipe()
        for worker in run.workers: worker.start()
        feeder = Feeder(self.broker, run.uploads, 0)
        feeder.extra.extend([mine[0], *others])
        feeder.send_extra()
        feeder.flush()
        wrong = self.wait(partition, topic, {self.places[name] for name in others})
        time.sleep(QUIET_SECONDS)
        if self.heights(mine) != before: wrong.append("documents were published after that")
        for worker in run.workers:
            status = worker.stop()
            if status != 0: wrong.append(f"worker {worker.number}: SIGTERM ended with {status}: {worker.last_words()}")
        run.note(fault, began, None)
        return [f"truncate: {topic} {partition}, cut from {high} to {low}: {sentence}" for sentence in wrong]

    def heights(self, names):
        """Where the topics of these connections end."""
        topics, reader = self.broker.topics(), self.broker.reader()
        found = {DOCUMENTS + name for name in names} & topics.keys()
        try: return {name: self.broker.ends(reader, name, topics[name]) for name in found}
        finally: reader.close()

    def wait(self, partition, topic, others):
        """Until a worker has said what is lost, and the uploads of other partitions are taken."""
        until, reader = time.time() + SENTENCE_SECONDS, self.broker.reader(GROUP)
        try:
            ends = self.broker.ends(reader, UPLOADS, self.run.options.partitions)
            while time.time() < until:
                time.sleep(0.5)
                committed = self.broker.committed(reader, self.run.options.partitions, SENTENCE_SECONDS)
                is_taken = all(committed.get(number, 0) >= ends[number] for number in others)
                if is_taken and self.is_said(partition, topic): return []
        finally: reader.close()
        return ["the uploads of another partition were not taken" if not is_taken else "no worker said what was lost"]

    def is_said(self, partition, topic):
        """Whether a worker leaves the partition alone, naming what does not go on where it should."""
        return any(event["event"] == "partition_left_alone" and event["partition"] == partition and topic in event["reason"]
                   and event["at"] >= worker.starts[-1] for worker in self.run.workers for event in worker.events())
