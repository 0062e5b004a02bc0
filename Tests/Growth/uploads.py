"""Pieces of uploads: samples, workouts, ids and instants, the same from the same seed."""
import json, random, uuid

# 2024-03-01T00:00:00Z, in seconds since 2001-01-01; uploads are collected a month later.
START = 730944000
COLLECTED_AT = START + 31 * 86400
STEPS = "HKQuantityTypeIdentifierStepCount"
HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
SLEEP = "HKCategoryTypeIdentifierSleepAnalysis"
WORKOUT = "HKWorkoutTypeIdentifier"
MOTION = "CMMotionActivity"


class Upload:
    """Makes one row's uploads: every id comes from a seed of its own, so that a row costs the same whichever are run."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def id(self):
        return str(uuid.UUID(int=self.dice.getrandbits(128)))

    def sample(self, type, start, end=None, **members):
        sample = {"id": self.id(), "type": type, "start_date": start, "end_date": start if end is None else end}
        sample.update(members)
        return sample

    def steps(self, start, end=None, **members):
        return self.sample(STEPS, start, end, **{"value": 10, "unit": "count", **members})

    def heart_rate(self, start, **members):
        return self.sample(HEART_RATE, start, **{"value": 61, "unit": "count/min", **members})

    def sleep(self, start, end, **members):
        return self.sample(SLEEP, start, end, **{"value": 3, **members})

    def workout(self, start, end, **members):
        return self.sample(WORKOUT, start, end, **{"workout_activity_type": 37, **members})

    def motion(self, start, *activities, **members):
        sample = {"id": self.id(), "type": MOTION, "start_date": start, "activities": list(activities)}
        return {**sample, "confidence": 2, **members}

    def line(self, samples=(), deleted=(), collected_at=COLLECTED_AT, connection="c", **members):
        upload = {"upload_id": self.id(), "connection_id": connection, "collected_at": collected_at,
                  "samples": list(samples), "deleted": [{"id": id} for id in deleted], **members}
        return json.dumps(upload, separators=(",", ":"))

    def samples_text(self, text, deleted="[]"):
        """An upload whose samples are written already, for what no dictionary can hold."""
        return (f'{{"upload_id":"{self.id()}","connection_id":"c","collected_at":{COLLECTED_AT},'
                f'"samples":{text},"deleted":{deleted}}}')

    def time_ordered_ids(self, count):
        """UUIDs of version 7 from one millisecond: the leading 48 bits are the same."""
        return [str(uuid.UUID(int=0x018E1234ABCD << 80 | 7 << 76 | 2 << 62
                              | (self.dice.getrandbits(12) << 64) | self.dice.getrandbits(62))) for _ in range(count)]

    def neighbours(self, count):
        """Ids that differ in their last bits only."""
        first = self.dice.getrandbits(128) >> 24 << 24
        return [str(uuid.UUID(int=first + number)) for number in range(count)]


def source(number):
    return {"name": f"Source {number}", "bundle_identifier": f"com.example.source{number}", "version": "1"}


def history(make, count, days=390, each=100):
    """Uploads of what `make(start)` gives for instants spread evenly over so many days before the uploads are collected."""
    first = COLLECTED_AT - days * 86400
    starts = [first + days * 86400 * number // count for number in range(count)]
    return [[make(start) for start in starts[at:at + each]] for at in range(0, count, each)]
