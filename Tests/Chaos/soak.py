"""A long quiet run: what is fed, what the process takes meanwhile, and whether that still grows."""
import random, time

EPOCH = 978_307_200
DAY = 86_400
# How fast the days of the uploads pass: one in three minutes.
SPEED = 480
SAMPLES = 100
RETENTION_DAYS = 4
KIB = 1024


class Days:
    """Uploads of connections that become more and more, a hundred samples each, of days that pass quickly.

    Everything lies in the past, so that `collected_at` may go on with the days."""

    def __init__(self, seed, seconds, connections, each_second):
        self.dice, self.began = random.Random(seed), time.time()
        self.first = self.began - EPOCH - (seconds + 600) * SPEED
        self.start, self.each_second = connections, each_second
        self.turn, self.sent, self.seen = 0, 0, {}

    @property
    def connections(self): return self.start + int((time.time() - self.began) * self.each_second)

    def next(self):
        self.turn = (self.turn + 1) % self.connections
        now = self.first + (time.time() - self.began) * SPEED
        since = max(self.seen.get(self.turn, now - DAY / 4), now - DAY)
        self.seen[self.turn] = now
        name = f"soak-{self.turn}"
        samples = ",".join(self.samples(since, now))
        deleted = f',"deleted":[{{"id":"{self.identity(self.sent - 5, 3)}"}}]' if self.dice.random() < 0.005 else ""
        value = (f'{{"schema":1,"upload_id":"{self.identity(self.sent, 0xFFFF)}","connection_id":"{name}",'
                 f'"collected_at":{now:.3f},"time_zone":"Europe/Vilnius","samples":[{samples}]{deleted}}}')
        self.sent += 1
        return name.encode(), value.encode()

    def identity(self, upload, sample):
        return f"{max(upload, 0):08X}-{sample:04X}-4000-8000-0123456789AB"

    def samples(self, since, now):
        step = (now - since) / SAMPLES
        for number in range(SAMPLES):
            at = since + number * step
            head = f'{{"id":"{self.identity(self.sent, number)}","start_date":{at:.3f},"end_date":{at + step * 0.9:.3f},'
            value = self.dice.randrange(40, 160)
            if number % 20 == 0:
                yield (f'{head}"type":"HKCategoryTypeIdentifierSleepAnalysis","value":{value % 6},{WATCH}}}')
            elif number % 3 == 0:
                yield (f'{head}"type":"HKQuantityTypeIdentifierStepCount","value":{value},"unit":"count",{PHONE}}}')
            elif number % 3 == 1:
                yield (f'{head}"type":"HKQuantityTypeIdentifierHeartRate","value":{value},"unit":"count/min",{WATCH}}}')
            else:
                yield (f'{head}"type":"HKQuantityTypeIdentifierActiveEnergyBurned","value":{value / 10},"unit":"kcal",'
                       f'{WATCH}}}')


WATCH = ('"source":{"name":"Watch","bundle_identifier":"com.apple.health.1","version":"10.4","product_type":"Watch6,9"},'
         '"device":{"name":"Apple Watch","manufacturer":"Apple Inc.","model":"Watch","hardwareVersion":"Watch6,9"}')
PHONE = ('"source":{"name":"Phone","bundle_identifier":"com.apple.health.2","version":"17.4",'
         '"product_type":"iPhone15,2"}')


class Memory:
    """What a process has resident, looked at every ten seconds: (seconds since the start, bytes, anonymous bytes)."""

    def __init__(self, pid):
        self.pid, self.began, self.rows = pid, time.time(), []

    def look(self):
        fields = {}
        with open(f"/proc/{self.pid}/status") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name in ("VmRSS", "RssAnon"): fields[name] = int(value.split()[0]) * KIB
        self.rows.append((time.time() - self.began, fields["VmRSS"], fields["RssAnon"]))


def by_minute(rows):
    """Per minute: mean and greatest of what is resident, and the mean of what is anonymous."""
    minutes = {}
    for at, resident, anonymous in rows: minutes.setdefault(int(at // 60), []).append((resident, anonymous))
    return [(minute, mean([row[0] for row in some]), max(row[0] for row in some), mean([row[1] for row in some]))
            for minute, some in sorted(minutes.items())]


def growth(rows, seconds):
    """By how many bytes the mean of the last third of the last so many seconds exceeds that of their first third."""
    end = rows[-1][0]
    first = [row[1] for row in rows if end - seconds <= row[0] < end - seconds * 2 / 3]
    last = [row[1] for row in rows if row[0] >= end - seconds / 3]
    return mean(last) - mean(first) if first and last else float("inf")


def mean(numbers): return sum(numbers) / len(numbers)
