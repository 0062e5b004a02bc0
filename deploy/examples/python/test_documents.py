"""What a service that reads documents may count on, tried on a sandbox.

    python3 -m unittest test_documents
"""
import json, unittest, uuid

from sandbox import Sandbox

WATCH = {"name": "Apple Watch", "bundle_identifier": "com.apple.health.3F2A7C10", "version": "10.4", "product_type": "Watch6,9"}
DAY = "steps/2024-04-16"


def steps(count, hour, **more):
    """A sample of steps on an April day, of one hour."""
    return {
        "id": str(uuid.uuid4()).upper(), "type": "HKQuantityTypeIdentifierStepCount", "value": count, "unit": "count",
        "start_date": f"2024-04-16T{hour:02}:00:00+03:00", "end_date": f"2024-04-16T{hour + 1:02}:00:00+03:00",
        "source": WATCH, **more}


class DocumentTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.sandbox = cls.enterClassContext(Sandbox())

    def send(self, connection, **members):
        self.sandbox.upload(
            connection, upload_id=str(uuid.uuid4()).upper(), collected_at="2024-04-16T20:00:00Z", **members)

    def versions(self, connection):
        """The document of a day's steps in every version that is published; None where it is gone."""
        for record in self.sandbox.records(self.sandbox.documents_topic(connection)):
            if record.key().decode() != DAY: continue
            if record.value() is None: yield None; continue
            document = json.loads(record.value())
            self.assertEqual((document["id"], document["connection_id"]), (DAY, connection))
            yield document["data"][0]["data"]["steps"][0]["value"]["quantity"]

    def test_a_late_sample_corrects_its_day(self):
        self.send("late", samples=[steps(1200, 8)])
        versions = self.versions("late")
        self.assertEqual(next(versions), 1200)
        self.send("late", samples=[steps(800, 6)])
        self.assertEqual(next(versions), 2000)

    def test_a_day_without_samples_is_deleted(self):
        sample = steps(500, 9)
        self.send("gone", samples=[sample])
        versions = self.versions("gone")
        self.assertEqual(next(versions), 500)
        self.send("gone", deleted=[{"id": sample["id"]}])
        self.assertIsNone(next(versions))

    def test_what_is_wrong_is_a_dead_letter_and_the_rest_counts(self):
        self.send("wrong", samples=[steps(10, 10), steps(20, 11, unit="furlong")])
        letter = next(r for r in self.sandbox.records(self.sandbox.place["dead_letter"]) if r.key() == b"wrong")
        headers = {name: value.decode() for name, value in letter.headers()}
        self.assertEqual(headers["fork-error-path"], "/samples/1")
        self.assertEqual(next(self.versions("wrong")), 10)


if __name__ == "__main__": unittest.main()
