"""Uploads made from a seed: late, twice, replaced, deleted before and after they came, and some that are refused."""
import datetime, json, random, uuid

DAYS = 120
FIRST = datetime.datetime(2024, 3, 1, tzinfo=datetime.timezone.utc)
COLLECTED = "2024-08-01T08:00:00Z"
ZONES = ("Europe/Vilnius", "America/New_York", "Asia/Kolkata", "UTC")
WATCH = {"name": "Watch", "bundle_identifier": "org.example.watch", "product_type": "Watch6,9"}
PHONE = {"name": "Phone", "bundle_identifier": "org.example.phone", "product_type": "iPhone15,2"}
STEPS, HEART = "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"
DISTANCE = "HKQuantityTypeIdentifierDistanceWalkingRunning"
SLEEP, WORKOUT = "HKCategoryTypeIdentifierSleepAnalysis", "HKWorkoutTypeIdentifier"
# Their samples stand in documents under their own ids, so that each can be looked for.
NAMED_IN_DOCUMENTS = (HEART, SLEEP)


def settings_of(names):
    """Settings of connections: every second one has webhooks, every fourth other forms, one allows nothing but sleep, one is
    closed."""
    rows = []
    for number, name in enumerate(names):
        row = {"connection_id": name, "app_id": "chaos", "user_id": f"user-{number}"}
        if number % 2 == 0: row["callback_url"] = "https://example.org/hook"
        if number % 4 == 1: row["formats"] = ["fhir", "omh"]
        if number % 8 == 2: row["formats"] = ["omh"]
        if number % 20 == 7: row["allowed_types"] = ["sleep"]
        if number % 20 == 11: row["closed"] = True
        rows.append(row)
    return rows


class Uploads:
    """An endless row of uploads. `next()` gives (key, value): the same for the same seed."""

    def __init__(self, seed, connections):
        self.random, self.changes = random.Random(f"uploads {seed}"), random.Random(f"changes {seed}")
        self.names = [f"chaos-{number:03d}" for number in range(connections)]
        self.zones = {name: ZONES[number % len(ZONES)] for number, name in enumerate(self.names)}
        self.known = {name: [] for name in self.names}
        # Deleted before they come.
        self.pendingDeletions = {name: [] for name in self.names}
        self.sent = {name: None for name in self.names}
        self.count = self.versions = 0

    def next(self):
        self.count += 1
        name = self.random.choice(self.names[:self.shown()])
        draw = self.random.random()
        if draw < 0.02: return self.poison(name)
        if draw < 0.05 and self.sent[name]: return name.encode(), self.sent[name]
        value = json.dumps(self.upload(name), separators=(",", ":")).encode()
        self.sent[name] = value
        return name.encode(), value

    def shown(self):
        """How many connections there are so far: new ones come all the time, and need new topics."""
        return min(len(self.names), max(4, len(self.names) // 8) + self.count // 50)

    def upload(self, name):
        samples = [self.sample(name) for _ in range(self.random.randint(1, 6))]
        upload = {"schema": 1, "upload_id": self.id(), "connection_id": name, "app_id": "chaos", "user_id": "u",
                  "collected_at": COLLECTED, "time_zone": self.zones[name], "samples": samples}
        deleted = self.deletions(name)
        if deleted: upload["deleted"] = [{"id": gone} for gone in deleted]
        return upload

    def change(self, name):
        """An upload that changes documents of any connection, and nothing of what is drawn: one night's sample."""
        begin = FIRST + datetime.timedelta(days=self.changes.randrange(DAYS), minutes=self.changes.randrange(300))
        ids = [str(uuid.UUID(int=self.changes.getrandbits(128), version=4)).upper() for _ in range(2)]
        sample = {"id": ids[0], "source": WATCH, "type": SLEEP, "value": 3, "start_date": self.instant(begin),
                  "end_date": self.instant(begin + datetime.timedelta(minutes=20))}
        return name.encode(), json.dumps({
            "schema": 1, "upload_id": ids[1], "connection_id": name, "app_id": "chaos", "user_id": "u",
            "collected_at": COLLECTED, "time_zone": self.zones[name], "samples": [sample]}).encode()

    def sample(self, name):
        """A new sample, or one that was sent before: the same, or a later version, or one that is deleted already."""
        draw = self.random.random()
        if draw < 0.10 and self.known[name]: return self.random.choice(self.known[name])
        if draw < 0.14 and self.known[name]: return self.later_version(self.random.choice(self.known[name]))
        sample = self.fresh()
        if draw < 0.17 and self.pendingDeletions[name]: sample["id"] = self.pendingDeletions[name].pop()
        if draw > 0.99: return self.refused(sample)
        self.known[name].append(sample)
        if len(self.known[name]) > 400: self.known[name].pop(self.random.randrange(400))
        return sample

    def fresh(self):
        start = FIRST + datetime.timedelta(minutes=self.random.randrange(DAYS * 24 * 60))
        sample = {"id": self.id(), "source": self.random.choice((WATCH, PHONE))}
        kind, length = self.random.random(), datetime.timedelta(minutes=self.random.randint(2, 40))
        if kind < 0.35: sample.update(type=STEPS, unit="count", value=self.random.randint(1, 900))
        elif kind < 0.45: sample.update(type=DISTANCE, unit="m", value=self.random.randint(1, 2_000))
        elif kind < 0.65:
            length = datetime.timedelta()
            sample.update(type=HEART, unit="count/min", value=self.random.randint(45, 170))
        elif kind < 0.97:
            start = start.replace(hour=self.random.choice((22, 23, 0, 1, 2, 3, 4, 5)))
            sample.update(type=SLEEP, value=self.random.randint(0, 5))
        else: sample.update(type=WORKOUT, workout_activity_type=self.random.choice((13, 37, 52)))
        sample.update(start_date=self.instant(start), end_date=self.instant(start + length))
        return sample

    def later_version(self, sample):
        self.versions += 1
        later = dict(sample, version=self.versions)
        if sample["type"] in (STEPS, DISTANCE, HEART): later["value"] = self.random.randint(1, 900)
        if sample["type"] == SLEEP: later["value"] = self.random.randint(0, 5)
        if sample["type"] == WORKOUT: later["workout_activity_type"] = self.random.choice((13, 37, 52))
        return later

    def refused(self, sample):
        if self.random.random() < 0.5: return dict(sample, type="HKQuantityTypeIdentifierNothing")
        return dict(sample, type=STEPS, unit="count", value=-1)

    def deletions(self, name):
        gone = []
        if self.random.random() < 0.08 and self.known[name]: gone.append(self.random.choice(self.known[name])["id"])
        if self.random.random() < 0.04:
            gone.append(self.id())
            self.pendingDeletions[name].append(gone[-1])
        return gone

    def poison(self, name):
        """What no one can process; each is unlike all others."""
        kind = self.random.randrange(4)
        if kind == 0: return name.encode(), f"no json {self.count}".encode()
        if kind == 1: return name.encode(), None
        if kind == 2: return name.encode(), json.dumps({"schema": 1, "connection_id": name, "n": self.count}).encode()
        stranger = json.dumps(self.upload(name), separators=(",", ":")).encode()
        return b"stranger", stranger

    def id(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4)).upper()

    @staticmethod
    def instant(time): return time.strftime("%Y-%m-%dT%H:%M:%SZ")
