"""What uploads make, one after the other, without a broker.

    python3 -m unittest test_driver
"""
import json, tempfile, unittest, uuid

from driver import Driver

WATCH = {"name": "Apple Watch", "bundle_identifier": "com.apple.health.3F2A7C10", "version": "10.4", "product_type": "Watch6,9"}


def steps(count, hour, **more):
    """A sample of steps on an April day, of one hour."""
    return {
        "id": str(uuid.uuid4()).upper(), "type": "HKQuantityTypeIdentifierStepCount", "value": count, "unit": "count",
        "start_date": f"2024-04-16T{hour:02}:00:00+03:00", "end_date": f"2024-04-16T{hour + 1:02}:00:00+03:00",
        "source": WATCH, **more}


def upload(**members):
    return {
        "schema": 1, "upload_id": str(uuid.uuid4()).upper(), "connection_id": "conn-7", "time_zone": "Europe/Vilnius",
        "collected_at": "2024-04-16T20:00:00Z", **members}


def day(made):
    """The steps of the day in the document that an upload makes; None if it deletes the document."""
    [document] = [record["value"] for record in made["documents"] if record["key"] == "steps/2024-04-16"]
    return document and document["data"][0]["data"]["steps"][0]["value"]["quantity"]


class DriverTests(unittest.TestCase):
    def test_each_upload_changes_the_day_before_the_next_is_fed(self):
        sample = steps(1200, 8)
        with Driver() as driver:
            self.assertEqual(day(driver.feed(upload(samples=[sample]))), 1200)
            self.assertEqual(day(driver.feed(upload(samples=[steps(800, 6)]))), 2000)
            self.assertEqual(driver.feed(upload(samples=[sample]))["documents"], [])
            self.assertEqual(day(driver.feed(upload(deleted=[{"id": sample["id"]}]))), 800)

    def test_a_refusal_says_why_and_the_rest_counts(self):
        with Driver() as driver:
            made = driver.feed(upload(samples=[steps(10, 10), steps(20, 11, type="HKQuantityTypeIdentifierMoonPhase")]))
        [letter] = made["dead_letters"]
        self.assertEqual(letter["headers"]["fork-error-path"], "/samples/1")
        self.assertIn("`HKQuantityTypeIdentifierMoonPhase` is not an identifier", letter["headers"]["fork-error-message"])
        self.assertEqual(day(made), 10)

    def test_a_connection_with_a_callback_url_gets_jobs(self):
        with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as settings:
            json.dump({"connection_id": "conn-7", "callback_url": "https://example.org/hook"}, settings)
            settings.flush()
            with Driver("--connections", settings.name) as driver:
                [job] = [record["value"] for record in driver.feed(upload(samples=[steps(10, 10)]))["jobs"]
                         if record["value"]["data_type"] == "steps"]
        self.assertEqual(job["connection_id"], "conn-7")

    def test_a_wrong_option_is_an_error_with_its_reason(self):
        with Driver("--no-such-option") as driver, self.assertRaisesRegex(RuntimeError, "no such option"):
            driver.feed(upload(samples=[]))


if __name__ == "__main__": unittest.main()
