"""Topics that are recreated, and lost state: the histories that are good and those that are not."""
import collections, contextlib, json, pathlib, re, tempfile, threading, types, unittest
import checker, loss, recreation
from broker import CONNECTIONS, DEAD, JOBS, moved, UPLOADS
from faults import Fault
from history import History
from loss import Loss
from model import COUNTS, Upload
from recreation import HAS_STATE, LACKS_STATE, Recreation, STATE, WRITTEN
from records import Job, Letter

TOPIC = "fork.connection.a"


def upload(offset, id="U"):
    return Upload(0, offset, "a", json.dumps({"upload_id": id, "connection_id": "a", "samples": []}).encode())


def letter(offset, at): return Letter((UPLOADS, 0, offset), "noData", "", b"", at)


class Places(unittest.TestCase):
    """Of two topics of uploads, one after the other: two uploads, then two more."""

    def setUp(self):
        self.history = History()
        self.history.keep([upload(0, "U0"), upload(1, "U1")])
        self.history.recreated({0: 2}, {(DEAD, 0): 5, (JOBS, 1): 8}, logs={7: 100})
        self.there = self.history.keep([upload(0, "U2"), upload(1, "U3")])

    def test_a_topic_continues_the_one_before(self):
        self.assertEqual([row.id for row in self.history.uploads()], ["U0", "U1", "U2", "U3"])
        self.assertEqual(self.there, {(0, 2), (0, 3)})
        # What is read once more is what it was.
        self.history.keep([upload(1, "U3")])
        self.history.recreated({0: 2}, {}, logs={})
        self.history.keep([upload(0, "U4")])
        self.assertEqual([(row.offset, row.id) for row in self.history.uploads()][3:], [(3, "U3"), (4, "U4")])

    def test_an_upload_that_was_not_consumed_is_named_in_either_topic(self):
        def faults(committed):
            return checker.unseen([(0, place) for place in range(4)], self.history.uploads(), committed,
                                  types.SimpleNamespace(living=list), {})
        self.assertEqual(faults(self.history.committed({0: 2})), [])
        self.assertEqual(faults(self.history.committed({0: 1})), ["unseen: 0 3 is not consumed"])
        # As if the new topic's offset were the old one's.
        self.assertEqual(len(faults({0: 2})), 2)

    def test_a_refusal_of_each_topic_is_expected_once(self):
        expected = [letter(0, None), letter(2, None)]
        found = [self.history.letter(row) for row in (letter(0, 4), letter(0, 5))]
        self.assertEqual(checker.other_letters(expected, found) + checker.duplicates([], [], found), [])
        # Both were written before the topic was recreated: the second one is not that of the new topic.
        found = [self.history.letter(row) for row in (letter(0, 3), letter(0, 4))]
        self.assertIn("refused 2 times", checker.duplicates([], [], found)[0])
        self.assertIn("is missing", checker.other_letters(expected, found)[0])

    def test_a_job_has_its_id_once_in_each_topic(self):
        def jobs(*offsets):
            return [self.history.job(Job("J", "a", "steps", 1, (f"U{place}",), [], 1, place)) for place in offsets]
        self.assertEqual(checker.duplicates([], jobs(7, 8), []), [])
        self.assertIn("is there 2 times", checker.duplicates([], jobs(8, 9), [])[0])
        self.assertIn("is there 2 times", checker.duplicates([], jobs(0, 7), [])[0])

    def test_refused_settings_keep_their_place(self):
        row = Letter((CONNECTIONS, 0, 0), "noData", "", b"", 9)
        self.assertEqual(self.history.letter(row), row)

    def test_an_upload_is_accounted_for_once_in_each_topic(self):
        counts = dict.fromkeys(COUNTS, 0)
        counted, total = {(0, place): counts for place in range(4)}, dict(counts)

        def logged(*rows):
            return [(self.history.logged(7, {"partition": 0, "offset": offset, "byte": byte}), counts) for offset, byte in rows]
        good = logged((0, 0), (1, 99), (0, 100), (1, 300))
        self.assertEqual(checker.wrong_accounts(counted, good, total), [])
        # What was read of the old topic was counted again from it.
        bad = checker.wrong_accounts(counted, logged((0, 0), (1, 99), (1, 99)), total)
        self.assertEqual(bad, ["accounting: (0, 1) was counted 2 times"])

    def test_offsets_begin_again_only_with_the_topic(self):
        looks = [(1, {0: 2}), (2, moved({0: 0}, self.history.starts)), (3, moved({0: 1}, self.history.starts))]
        self.assertEqual(checker.non_monotonic(looks, [], {}, {}), [])
        self.assertEqual(len(checker.non_monotonic([(1, {0: 2}), (2, {0: 1})], [], {}, {})), 1)
        looks.append((4, moved({0: 0}, self.history.starts)))
        self.assertEqual(len(checker.non_monotonic(looks, [], {}, {})), 1)


class Recreating(unittest.TestCase):
    """The operator's steps, with a broker and workers that note what is asked of them and say what they are told to say."""

    def setUp(self):
        self.calls, self.says, self.published = [], {}, []
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        log = pathlib.Path(folder.name, "log")
        log.write_bytes(b"line\n")
        self.worker = types.SimpleNamespace(number=0, more=(), starts=[0], log=log, start=self.start, events=self.events)
        broker = types.SimpleNamespace(
            absence=contextlib.nullcontext, delete=lambda name: self.calls.append("delete"), settings=lambda name: {"a": "b"},
            make=lambda name, settings, partitions: self.calls.append(f"make {name} {settings} {partitions}") or True,
            topics=lambda: {UPLOADS: 2, TOPIC: 1, DEAD: 1}, reader=lambda: types.SimpleNamespace(close=lambda: None),
            ends=lambda _, name, __, ___: {0: 3, 1: 0} if name == UPLOADS else {0: 8})
        feeder = types.SimpleNamespace(
            turn=threading.Lock(), extra=collections.deque(), connections={0: {"stranger", "a"}, 1: {"b"}}, flush=lambda: None,
            send_extra=self.send, renew=lambda: None, repeat=lambda rows: self.calls.append(f"repeat {[row.id for row in rows]}"),
            producer=types.SimpleNamespace(produce=lambda name, value, key, *_, timestamp: self.calls.append(
                f"settings {key.decode()} {timestamp}")))
        self.history = History()
        self.history.keep_all = lambda _: self.history.keep([upload(0, "U0")])
        self.run_ = types.SimpleNamespace(
            broker=broker, workers=[self.worker], feeder=feeder, watch=types.SimpleNamespace(turn=threading.Lock()),
            history=self.history, rest=lambda: self.calls.append("rest") or True, supervise=lambda: None,
            options=types.SimpleNamespace(partitions=2), uploads=types.SimpleNamespace(names=["a", "b"]),
            is_open=lambda name: True, nemesis=types.SimpleNamespace(stop=lambda _: self.calls.append("stop")))
        for name, value in (("QUIET_SECONDS", 0), ("NAMED_SECONDS", -1), ("records", types.SimpleNamespace(read=self.read)),
                            ("time", types.SimpleNamespace(time=lambda: 0, sleep=lambda _: None))):
            self.addCleanup(setattr, recreation, name, getattr(recreation, name))
            setattr(recreation, name, value)

    def start(self): self.calls.append(" ".join(["start", *self.worker.more]))

    def send(self):
        while self.run_.feeder.extra: self.calls.append(f"change {self.run_.feeder.extra.popleft()}")

    def events(self):
        for event, words in self.says.items():
            yield {"event": event, "partition": 0, "at": 0, "reason": words, "message": words}

    def read(self, _, topics, take, begins=None):
        if CONNECTIONS in topics:
            for key, at in (("a", 1), ("b", 2), ("a", 3)): take(CONNECTIONS, 0, at, key, b"{}", {}, at)
        else:
            for topic in self.published: take(topic, 0, begins[topic, 0], "k", b"", {}, 0)

    def act(self, way):
        wrong = []
        Recreation(self.run_, wrong).perform(Fault(0, "recreate", 0, 0, way))
        return wrong

    def made(self, topic): return ["delete", f"make {topic} {{'a': 'b'}} 2"]

    ADOPTED = ["stop", "start --adopt-state", "rest", "stop", "start", "rest"]

    def test_uploads_are_read_from_the_first_record_once_that_is_adopted(self):
        self.says["partition_left_alone"] = f"{UPLOADS} [0] is another one"
        self.assertEqual(self.act("uploads"), [])
        self.assertEqual(self.calls, ["rest", *self.made(UPLOADS), "change a", *self.ADOPTED])
        self.assertEqual(self.run_.feeder.starts, {0: 3, 1: 0})
        self.assertEqual(self.history.eras[-1][1:], ({(TOPIC, 0): 8, (DEAD, 0): 8}, {0: 5}))
        self.calls.clear()
        self.assertEqual(self.act("uploads stopped"), [])
        # It holds more than it did when workers look at it first.
        self.assertEqual(self.calls, ["rest", "stop", *self.made(UPLOADS), "repeat ['U0']", "change a", "start", *self.ADOPTED])

    def test_settings_are_written_again_as_they_were(self):
        self.says["partition_left_alone"] = f"{CONNECTIONS} [0] is another one"
        self.assertEqual(self.act("connections"), [])
        again = ["settings b 2", "settings a 1", "settings a 3"]
        self.assertEqual(self.calls, ["rest", *self.made(CONNECTIONS), "change a", *again, *self.ADOPTED])
        self.calls.clear()
        self.assertEqual(self.act("connections stopped"), [])
        self.assertEqual(self.calls, ["rest", "stop", *self.made(CONNECTIONS), "start", "change a", *again, *self.ADOPTED])

    def test_what_is_waited_for_is_in_the_messages_of_the_worker(self):
        sources = pathlib.Path(__file__).parents[2] / "Sources"
        # Long texts go on in the next line after a backslash.
        text = "".join(re.sub(r"\\\n\s*", "", path.read_text()) for path in sources.rglob("*.swift"))
        for words in (HAS_STATE, LACKS_STATE, WRITTEN): self.assertIn(words, text)

    def test_the_state_is_written_back_by_those_that_have_it(self):
        self.says = {"partition_left_alone": f"{STATE} [0]: {HAS_STATE} 9", "state_adopted": WRITTEN}
        self.assertEqual(self.act("state"), [])
        written = ["start", "stop", "start --adopt-state", "stop", "start", "rest"]
        self.assertEqual(self.calls, ["rest", *self.made(STATE), "change a", "stop", *written])
        self.calls.clear()
        self.assertEqual(self.act("state stopped"), [])
        self.assertEqual(self.calls, ["rest", "stop", *self.made(STATE), "change a", *written])

    def test_a_topic_that_nobody_names_is_an_anomaly(self):
        for way, words in (("uploads", UPLOADS), ("connections", CONNECTIONS), ("state", STATE)):
            self.says = {"partition_left_alone": "something else"}
            wrong = self.act(way)
            self.assertIn(f"no worker said {words!r} of [0]", wrong[0])
            self.assertIn("something else", wrong[0])

    def test_a_state_that_is_lacking_or_not_written_back_is_an_anomaly(self):
        self.says = {"partition_left_alone": f"{STATE} [0] has no state of that", "state_adopted": "adopted"}
        wrong = self.act("state stopped")
        self.assertEqual([sentence.split("'")[1] for sentence in wrong], [HAS_STATE, WRITTEN])

    def test_what_is_published_before_anybody_has_decided_is_an_anomaly(self):
        self.published = [TOPIC]
        for way in ("uploads", "connections stopped", "state"):
            self.assertTrue(any("published before an operator has decided: {'fork.connection.a': 1}" in row for row in self.act(way)))

    def test_nothing_is_done_before_all_is_read(self):
        self.run_.rest = lambda: False
        self.assertFalse(Recreation(self.run_, []).perform(Fault(0, "recreate", 0, 0, "state")))
        self.assertEqual(self.calls, [])


class Losing(unittest.TestCase):
    def setUp(self):
        self.history, self.sent, self.value, self.other = History(), [], b'{"v":1}', None
        self.history.keep([upload(0, "U0"), upload(1, "U1"), upload(2, "U2")])
        self.history.keep_all = lambda _: {(0, 1)}
        model = types.SimpleNamespace(live={(TOPIC, "k"): b'{"v":1}'})
        self.run_ = types.SimpleNamespace(
            broker=types.SimpleNamespace(topics=lambda: {TOPIC: 1}), history=self.history, folder=None,
            feeder=types.SimpleNamespace(repeat=lambda rows: self.sent.extend(row.id for row in rows)),
            options=types.SimpleNamespace(worker="w"), settings=[{"connection_id": "a"}],
            forgetting=types.SimpleNamespace(names=[]), nemesis=types.SimpleNamespace(rules=[[]]))
        for name, value in (("Model", lambda *_: model), ("records", types.SimpleNamespace(read=self.read))):
            self.addCleanup(setattr, loss, name, getattr(loss, name))
            setattr(loss, name, value)

    def read(self, _, __, take):
        take(TOPIC, 0, 0, "k", self.value, {})
        if self.other: take(TOPIC, 0, 1, "other", self.other, {})

    def test_what_the_topic_no_longer_has_comes_from_an_archive(self):
        Loss(self.run_).send_again()
        self.assertEqual(self.sent, ["U0", "U2"])

    def test_documents_must_be_those_of_all_uploads(self):
        self.assertEqual(Loss(self.run_).faults(), [])
        # As where only a part of the uploads was read again.
        self.value = b'{"v":0}'
        self.assertEqual(len(Loss(self.run_).faults()), 1)

    def test_a_document_of_before_that_nothing_touches_stays_as_it_was(self):
        lost, self.other = Loss(self.run_), b'{"v":7}'
        lost.before = {(TOPIC, "other"): self.other}
        self.assertEqual(lost.faults(), [])
        lost.before = {(TOPIC, "other"): b'{"v":6}'}
        self.assertIn("should be gone", lost.faults()[0])
        lost.before = {}
        self.assertIn("should be gone", lost.faults()[0])


if __name__ == "__main__": unittest.main()
