"""The records that workers wrote, as Kafka gives them back and as `transform` prints them: in one form, to be compared."""
import collections, hashlib, json, re, time
from broker import ALL_DOCUMENTS, DEAD, JOBS

# `content` stands for the value without what only tells of the last upload; None is a tombstone.
Revision = collections.namedtuple("Revision", "topic key upload content partition offset")
Job = collections.namedtuple("Job", "id connection data_type part uploads documents partition offset")
# `place` is that of the refused record: partition and offset of the uploads; `is_omitted`: its value was to be left out.
Letter = collections.namedtuple("Letter", "place code path value offset is_omitted", defaults=(False,))

HEAD, TAIL = re.compile(rb'^\{"collected_at":[^,{}"]+,'), re.compile(rb',"user_id":"[^"\\]*"\}$')


def content(value):
    """A digest of a document without `collected_at` and `user_id`, which say nothing about the samples."""
    if value is None: return None
    if HEAD.match(value) and TAIL.search(value): bare = b"{" + TAIL.sub(b"}", HEAD.sub(b"", value))
    else:
        bare = json.dumps(without_cause(json.loads(value)), separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    return hashlib.sha1(bare).hexdigest()


def without_cause(document):
    """A document without what only tells of the last upload; in another form it can be a list, and says nothing of that."""
    if not isinstance(document, dict): return document
    return {name: document[name] for name in document if name not in ("collected_at", "user_id")}


class Output:
    """All that became visible: revisions of documents in order, jobs, dead letters, and the last value of each key."""

    def __init__(self):
        self.revisions, self.jobs, self.letters = [], [], []
        self.live, self.places, self.last = {}, {}, {}

    def add(self, topic, partition, offset, key, value, headers, _=None):
        self.places.setdefault((topic, partition), []).append(offset)
        if topic.startswith(ALL_DOCUMENTS): self.add_revision(topic, partition, offset, key, value, headers)
        elif topic == JOBS: self.jobs.append(job(json.loads(value), partition, offset))
        # Else it is a mark: whoever is forgotten has marked the letters of before.
        elif topic == DEAD and "fork-error-code" in headers: self.letters.append(letter(value, headers, offset))

    def add_revision(self, topic, partition, offset, key, value, headers):
        upload = headers.get("fork-upload", b"").decode()
        self.revisions.append(Revision(topic, key, upload, content(value), partition, offset))
        if value is None: self.live.pop((topic, key), None)
        else: self.live[topic, key] = value


def job(value, partition, offset):
    documents = [(row["id"], row.get("document")) for row in value["documents"]]
    return Job(value["id"], value["connection_id"], value["data_type"], value["part"], tuple(value["uploads"]),
               documents, partition, offset)


def letter(value, headers, offset):
    place = (headers.get("fork-topic", b"").decode(), int(headers.get("fork-partition", b"-1")),
             int(headers.get("fork-offset", b"-1")))
    return Letter(place, headers.get("fork-error-code", b"").decode(), headers.get("fork-error-path", b"").decode(),
                  value or b"", offset, "fork-value-omitted" in headers)


def read(broker, topics, take, isolation="read_committed", seconds=300, begins=None):
    """Hands every record of these topics {name: partitions} to `take(topic, partition, offset, key, value, headers,
    milliseconds)`, those before the offsets `begins` {(topic, partition): offset} aside."""
    kafka = broker.kafka
    reader = broker.reader(**{"isolation.level": isolation, "enable.partition.eof": True,
                              "queued.max.messages.kbytes": 65536})
    begins = begins or {}
    places = [kafka.TopicPartition(name, number, begins.get((name, number), kafka.OFFSET_BEGINNING))
              for name in topics for number in range(topics[name])]
    reader.assign(places)
    left, until = {(place.topic, place.partition) for place in places}, time.time() + seconds
    while left and time.time() < until:
        for message in reader.consume(5_000, 0.5):
            if message.error() is None: hand_over(message, take)
            elif message.error().code() == kafka.KafkaError._PARTITION_EOF:
                left.discard((message.topic(), message.partition()))
            else: raise SystemExit(f"reading {message.topic()}: {message.error()}")
    reader.close()
    if left: raise SystemExit(f"not read to the end after {seconds} s: {sorted(left)[:5]}")


def hand_over(message, take):
    headers = {name: value or b"" for name, value in message.headers() or []}
    key = message.key()
    take(message.topic(), message.partition(), message.offset(), None if key is None else key.decode(errors="replace"),
         message.value(), headers, message.timestamp()[1])
