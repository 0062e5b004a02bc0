"""The checker's verdicts, each seen to fail on an anomaly that was planted: python3 -m unittest discover Tests/Chaos"""
import json, struct, unittest
import checker, faults, figures, transactions, worker
from model import Accounts, COUNTS, Upload
from records import Job, Letter, Output, Revision, content
from transactions import Ends, Span
from uploads import Uploads, settings_of

TOPIC = "fork.connection.a"
ENDS = {(TOPIC, 0): Ends([Span(0, 1, "commit", 2, 7), Span(3, 3, "commit", 4, 7), Span(5, 5, "abort", 6, 7),
                          Span(7, 7, "none", None, -1)])}


def revision(offset, upload="U1", text="x", key="steps/d"):
    return Revision(TOPIC, key, upload, text, 0, offset)


def job(id="J", documents=(), uploads=("U1",), part=1, offset=0, type="steps"):
    return Job(id, "a", type, part, tuple(uploads), list(documents), 0, offset)


def document(**more): return json.dumps({"id": "heart/h", **more}).encode()


class LostWrites(unittest.TestCase):
    expected = {(TOPIC, "steps/d"): document(value=1, user_id="u")}

    def test_only_what_tells_of_the_last_upload_may_differ(self):
        live = {(TOPIC, "steps/d"): document(value=1, user_id="v", collected_at=7)}
        self.assertEqual(checker.lost_writes(self.expected, live), [])

    def test_a_missing_an_extra_and_a_different_document_are_named(self):
        self.assertIn("is missing", checker.lost_writes(self.expected, {})[0])
        self.assertIn("should be gone", checker.lost_writes({}, self.expected)[0])
        self.assertIn("is not what", checker.lost_writes(self.expected, {(TOPIC, "steps/d"): document(value=2)})[0])


class Duplicates(unittest.TestCase):
    def test_a_document_may_come_back_but_not_at_once(self):
        self.assertEqual(checker.duplicates([revision(0), revision(1, text="y"), revision(3)], [], []), [])
        self.assertEqual(len(checker.duplicates([revision(0), revision(1)], [], [])), 1)

    def test_a_tombstone_of_nothing_is_one_too_many(self):
        self.assertEqual(len(checker.duplicates([revision(0, text=None)], [], [])), 1)

    def test_a_deleted_topic_has_lost_what_a_tombstone_is_of(self):
        self.assertEqual(checker.duplicates([revision(0, text=None)], [], [], {TOPIC}), [])
        self.assertEqual(len(checker.duplicates([revision(0, text=None), revision(1, text=None)], [], [], {TOPIC})), 1)

    def test_what_filled_a_deleted_topic_may_be_published_again_with_the_rest(self):
        again = [revision(0), revision(1, "")]
        self.assertEqual(checker.duplicates(again, [], [], {TOPIC}), [])
        self.assertEqual(len(checker.duplicates(again, [], [])), 1)
        self.assertEqual(len(checker.duplicates([revision(0), revision(1)], [], [], {TOPIC})), 1)

    def test_jobs_and_refusals_come_once(self):
        self.assertEqual(checker.duplicates([], [job(), job(part=2)], []), [])
        self.assertEqual(len(checker.duplicates([], [job(), job(uploads=("U2",))], [])), 1)
        self.assertEqual(len(checker.duplicates([], [job(), job("K")], [])), 1)
        letters = [Letter(("fork.uploads", 0, 1), "noData", "", b"", offset) for offset in (0, 1)]
        self.assertEqual(len(checker.duplicates([], [], letters)), 1)


class AbortedReads(unittest.TestCase):
    def test_records_of_aborted_open_or_no_transactions_are_named(self):
        fine = {(TOPIC, 0): [0, 1, 3]}
        self.assertEqual(checker.aborted_reads(fine, ENDS, [], [], {}), [])
        for offset, word in ((5, "abort"), (7, "none"), (9, "no record")):
            self.assertIn(word, checker.aborted_reads({(TOPIC, 0): [offset]}, ENDS, [], [], {})[0])

    def test_a_revision_must_be_a_state_that_the_document_had(self):
        possible = [revision(None, "U1", "x"), revision(None, "U2", "y"), revision(None, "U3", "x")]
        places = {"U1": 10, "U2": 20, "U3": 30}
        fine = [revision(0, "U1", "x"), revision(1, "U3", "x")]
        self.assertEqual(checker.impossible(fine, [possible], places), [])
        # What a later upload of the same commit took back leaves the earlier one's name.
        self.assertEqual(checker.impossible([revision(0, "U1", "y")], [possible], places), [])
        self.assertEqual(len(checker.impossible([revision(0, "U1", "half")], [possible], places)), 1)
        self.assertEqual(len(checker.impossible([revision(0, "U3", "y")], [possible], places)), 1)
        self.assertEqual(len(checker.impossible([revision(0, "U3", "x"), revision(1, "U1", "y")], [possible], places)), 1)

    def test_while_rules_change_a_revision_may_be_by_any_of_them_at_its_time(self):
        first = [revision(None, "U1", "x"), revision(None, "U3", "z")]
        second = [revision(None, "U1", "a"), revision(None, "U2", "b")]
        places = {"U1": 10, "U2": 20, "U3": 30}
        # There, back, and there again; then an upload that changes nothing by the second rules, which hold again after it.
        turns = [revision(0, "U1", "x"), revision(1, "", "a"), revision(2, "", "x"), revision(3, "U3", "z"), revision(4, "", "b")]
        self.assertEqual(checker.impossible(turns, [first, second], places), [])
        self.assertEqual(len(checker.impossible(turns, [first], places)), 2)
        # What is not there by the other rules is deleted; what it was before the last upload does not come back.
        self.assertEqual(checker.impossible([*turns, revision(5, "", None)], [first, second, []], places), [])
        self.assertEqual(len(checker.impossible([*turns, revision(5, "", "a")], [first, second], places)), 1)


class Unseen(unittest.TestCase):
    def setUp(self):
        sample = {"id": "S1", "type": "HKQuantityTypeIdentifierHeartRate", "start_date": "t", "value": 60}
        body = {"upload_id": "U1", "connection_id": "a", "samples": [sample]}
        self.uploads = [Upload(0, 0, "a", json.dumps(body).encode())]
        self.accounts = Accounts([{"connection_id": "a"}])
        self.accounts.of(self.uploads[0])
        self.live = {(TOPIC, "heart/h"): document(data=[{"data": {"x": [{"id": "S1"}]}}])}

    def faults(self, acknowledged=((0, 0),), committed=1, live=None):
        live = self.live if live is None else live
        return checker.unseen(list(acknowledged), self.uploads, {0: committed}, self.accounts, live)

    def test_an_upload_is_there_consumed_and_shown(self):
        self.assertEqual(self.faults(), [])
        self.assertIn("is not there", self.faults(acknowledged=[(0, 0), (0, 1)])[0])
        self.assertIn("is not consumed", self.faults(committed=0)[0])
        self.assertIn("is in no document", self.faults(live={})[0])


class NonMonotonic(unittest.TestCase):
    offsets = {"U1": 10, "U2": 20}

    def test_committed_offsets_never_go_back(self):
        self.assertEqual(checker.non_monotonic([(1, {0: 5}), (2, {0: 5}), (3, {0: 6})], [], {}, {}), [])
        self.assertEqual(len(checker.non_monotonic([(1, {0: 5}), (2, {0: 4})], [], {}, {})), 1)

    def test_a_transaction_speaks_of_later_uploads_than_the_one_before(self):
        within = [revision(0, "U2"), revision(1, "U1")]
        self.assertEqual(checker.non_monotonic([], within, ENDS, self.offsets), [])
        after = [revision(0, "U2"), revision(3, "U1")]
        self.assertEqual(len(checker.non_monotonic([], after, ENDS, self.offsets)), 1)
        of_rules = [revision(0, "U2"), revision(3, "")]
        self.assertEqual(checker.non_monotonic([], of_rules, ENDS, self.offsets), [])


class Others(unittest.TestCase):
    hooked, plain = [{"connection_id": "a", "callback_url": "https://x"}], [{"connection_id": "a"}]

    def test_jobs_fold_to_the_topic(self):
        first, second = job(documents=[("heart/h", {"id": "heart/h", "v": 1})]), job("K", [("heart/h", None)], offset=1)
        live = {(TOPIC, "heart/h"): document(v=1)}
        self.assertEqual(checker.other_jobs([first], live, self.hooked), [])
        self.assertEqual(checker.other_jobs([second, first], {}, self.hooked), [])
        self.assertEqual(len(checker.other_jobs([first], {}, self.hooked)), 1)
        self.assertEqual(len(checker.other_jobs([], live, self.hooked)), 1)
        self.assertEqual(len(checker.other_jobs([first], live, self.plain)), 1)

    def test_refusals_are_those_of_the_model(self):
        letter = Letter(("fork.uploads", 0, 1), "noData", "", b"", None)
        self.assertEqual(checker.other_letters([letter], [letter._replace(offset=4)]), [])
        self.assertIn("is missing", checker.other_letters([letter], [])[0])
        self.assertEqual(len(checker.other_letters([letter], [letter._replace(value=b"x")])), 2)

    def test_marks_among_dead_letters_are_not_letters(self):
        output = Output()
        output.add("fork.dead-letter", 0, 0, "a", b"x", {"fork-error-code": b"noData"})
        output.add("fork.dead-letter", 0, 1, "a", None, {"fork-parked": b"0:0"})
        self.assertEqual([letter.offset for letter in output.letters], [0])

    def test_who_is_forgotten_leaves_nothing_but_what_was_refused_before(self):
        def upload(offset, at): return Upload(0, offset, "a", b'{"upload_id":"U","connection_id":"a"}', at)
        def letter(offset, value=b"", code="connectionIsClosed", is_omitted=True):
            return Letter(("fork.uploads", 0, offset), code, "", value, offset, is_omitted)
        uploads, times = [upload(0, 5.0), upload(1, 6.5), upload(2, 8.0)], ({"a": 6.0}, {"a": 7.0})
        before = letter(0, b"{}", "noData", False)
        self.assertEqual(checker.not_forgotten(uploads, [before, letter(2)], *times), [])
        # Between order and obedience both are right.
        self.assertEqual(checker.not_forgotten(uploads, [letter(1), letter(2)], *times), [])
        self.assertIn("not passed over", checker.not_forgotten(uploads, [letter(0), letter(2)], *times)[0])
        self.assertIn("refused as []", checker.not_forgotten(uploads, [], *times)[0])
        self.assertIn("what it holds", checker.not_forgotten(uploads, [letter(2, b"{}")], *times)[0])


class Accounting(unittest.TestCase):
    counts = dict.fromkeys(COUNTS, 0) | {"samples_in": 2, "new": 1, "duplicates": 1}

    def test_each_upload_is_counted_once_and_rightly(self):
        place, total = (0, 0), dict(self.counts, uploads=1)
        self.assertEqual(checker.wrong_accounts({place: self.counts}, [(place, self.counts)], total), [])
        twice = checker.wrong_accounts({place: self.counts}, [(place, self.counts)] * 2, total)
        self.assertIn("counted 2 times", twice[0])
        other = dict(self.counts, new=2, duplicates=0)
        self.assertEqual(len(checker.wrong_accounts({place: self.counts}, [(place, other)], total)), 1)
        lost = dict(self.counts, new=0)
        self.assertIn("not the sum", checker.wrong_accounts({place: self.counts}, [(place, lost)], total)[0])
        self.assertEqual(len(checker.wrong_accounts({place: self.counts}, [], dict(total, new=5))), 1)

    def test_the_fate_of_a_sample_follows_from_the_uploads_before(self):
        def sample(id, **more): return {"id": id, "type": "T", "start_date": "t", **more}
        accounts = Accounts([{"connection_id": "a"}])
        def of(samples, deleted=()):
            body = {"upload_id": "U", "connection_id": "a", "samples": samples, "deleted": [{"id": id} for id in deleted]}
            return {name: count for name, count in accounts.of(Upload(0, 0, "a", json.dumps(body).encode())).items() if count}
        self.assertEqual(of([sample("1"), sample("1")]), {"samples_in": 2, "new": 1, "duplicates": 1})
        self.assertEqual(of([sample("1", version=2), sample("1", version=1)]),
                         {"samples_in": 2, "replaced": 1, "duplicates": 1})
        self.assertEqual(of([sample("2")], ["2"]), {"samples_in": 1, "deleted_before_arrival": 1, "deletions": 1})
        self.assertEqual(of([sample("3", value=-1)]), {"samples_in": 1, "refused": 1})


class Reading(unittest.TestCase):
    def batch(self, base, attributes, producer, body=b"", delta=0):
        header = transactions.HEADER.pack(base, 49 + len(body), 0, 2, 0, attributes, delta, 0, 0, producer, 0, 0, 1)
        return header + body

    def marker(self, base, producer, kind):
        # Length, attributes, times and offsets, then the key: version and kind.
        return self.batch(base, 0x30, producer, bytes([20, 0, 0, 0, 8]) + struct.pack(">hh", 0, kind) + b"\0\0")

    def test_kafkas_log_tells_how_each_transaction_ended(self):
        import pathlib, tempfile
        with tempfile.TemporaryDirectory() as folder:
            data = (self.batch(0, 0x10, 5, delta=2) + self.batch(3, 0x10, 6) + self.marker(4, 6, 0) + self.marker(5, 5, 1)
                    + self.batch(6, 0, -1) + self.batch(7, 0x10, 5))
            # A batch that is still being written is no batch yet.
            pathlib.Path(folder, "0.log").write_bytes(data + self.batch(8, 0, 1)[:20])
            ends = Ends(transactions.spans(pathlib.Path(folder)))
        found = [ends.of(offset).end for offset in (0, 2, 3, 6, 7)]
        self.assertEqual(found, ["commit", "commit", "abort", "none", "open"])
        self.assertIsNone(ends.of(4))

    def test_a_digest_leaves_out_what_only_tells_of_the_last_upload(self):
        value = b'{"collected_at":1.5,"connection_id":"a","user_id":"u"}'
        self.assertEqual(content(value), content(value.replace(b"1.5", b"2").replace(b'"u"', b'"v"')))
        self.assertNotEqual(content(value), content(value.replace(b'"a"', b'"b"')))
        self.assertEqual(content(b'{"connection_id":"a"}'), content(value))
        self.assertIsNone(content(None))

    def test_output_keeps_the_last_value_of_each_key(self):
        output = Output()
        output.add(TOPIC, 0, 0, "k", b'{"connection_id":"a"}', {"fork-upload": b"U1"})
        self.assertEqual(list(output.live), [(TOPIC, "k")])
        output.add(TOPIC, 0, 1, "k", None, {"fork-upload": b"U2"})
        self.assertEqual((output.live, [row.upload for row in output.revisions]), ({}, ["U1", "U2"]))


class Drawing(unittest.TestCase):
    def test_one_seed_draws_one_run(self):
        rows = [faults.schedule(seed, 600, 3, faults.KINDS, 5) for seed in ("1", "1", "2")]
        self.assertEqual(rows[0], rows[1])
        self.assertNotEqual(rows[0], rows[2])
        kinds = set(faults.KINDS) - set(faults.AT_THE_END)
        self.assertEqual({row.kind for row in rows[0][:len(kinds)]}, kinds)
        ways = {kind: {row.way for row in rows[0] + rows[2] if row.kind == kind} for kind in kinds}
        self.assertEqual({kind: ways[kind] for kind in kinds & set(faults.WAYS)},
                         {kind: set(faults.WAYS[kind]) for kind in kinds & set(faults.WAYS)})
        # Each way comes before any comes again.
        for kind in ("topic", "recreate"):
            first = [row.way for row in rows[0] if row.kind == kind][:len(faults.WAYS[kind])]
            self.assertEqual(set(first), set(faults.WAYS[kind]))
        # A pause or a cut that the session survives tries nothing.
        longest = worker.SESSION_SECONDS
        self.assertTrue(all(row.seconds > longest for row in rows[0] if row.kind in ("pause", "cut")))
        self.assertGreaterEqual(longest, worker.TRANSACTION_SECONDS + 12)
        def uploads(seed): return [row.next() for row in [Uploads(seed, 10)] for _ in range(500)]
        self.assertEqual(uploads("1"), uploads("1"))
        self.assertNotEqual(uploads("1"), uploads("2"))

    def test_connections_come_one_after_the_other(self):
        source = Uploads("1", 40)
        names = [source.next()[0] for _ in range(4_000)]
        self.assertLessEqual(len(set(names[:50])), 8)
        self.assertEqual(set(source.names), {name.decode() for name in names} - {"stranger"})

    def test_what_is_drawn_has_every_fate(self):
        source = Uploads("1", 12)
        accounts, sums = Accounts(settings_of(source.names)), dict.fromkeys(COUNTS, 0)
        for offset in range(3_000):
            key, value = source.next()
            for name, count in accounts.of(Upload(0, offset, key.decode(), value)).items(): sums[name] += count
        self.assertTrue(all(sums.values()), sums)
        self.assertTrue(checker.is_balanced(sums))

    def test_what_was_done_is_counted_by_kind_and_way(self):
        done = {("topic", "twice"): 1, ("kill", ""): 3, ("topic", "once"): 2}
        self.assertEqual(figures.counts(done), "kill 3, topic 3 (once 2, twice 1)")
        self.assertEqual(figures.counts({}), "nothing")

    def test_recovery_is_measured_from_the_start_after_the_kill(self):
        def event(at, name, **more): return {"at": at, "event": name, **more}
        events = [event(9, "committed", upserts=1, deletes=0), event(10.5, "restored", records=7),
                  event(11, "committed", upserts=0, deletes=0), event(12, "committed", upserts=3, deletes=0),
                  event(13, "restored", records=100)]
        row, = figures.recoveries([(0, "kill", 10)], {0: [1, 10]}, {0: events})
        self.assertEqual((row.output, row.records), (2, 7))
        cut, = figures.recoveries([(0, "kill", 10)], {0: [1, 10, 11.5]}, {0: events})
        self.assertIsNone(cut.output)


if __name__ == "__main__": unittest.main()
