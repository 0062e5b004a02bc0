"""People with nights in which the clock changes, an offset as zone, hostile names, refused data, frozen days, and a crowd.

`odd_people.py` prints the uploads of all invented people, `odd_people.py --settings` their connection settings. `fork-worker
transform`, `send` and `import` take these lines.
"""

import json
import math
import random
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from people import PHONE, SETTINGS, UTC, VILNIUS, WATCH, anna, identifier, nights, quantity, sample, text, upload


def clock_changes():
    """Returns two nights in which the clock changes."""
    chance = random.Random("clock")
    spring = nights(chance, VILNIUS, (2024, 3, 30))
    autumn = nights(chance, VILNIUS, (2024, 10, 26))
    return [
        upload("conn-dst", 1, datetime(2024, 3, 31, 9, tzinfo=VILNIUS), spring),
        upload("conn-dst", 2, datetime(2024, 10, 27, 9, tzinfo=VILNIUS), autumn),
    ]


def hostile():
    """Returns uploads with names that look like markup, texts without end, and more marks than a page can draw."""
    chance = random.Random("hostile")
    midnight = datetime(2024, 4, 17, tzinfo=VILNIUS)
    names = ["<img src=x onerror=alert(1)>", "\u202eevil\u202c", "W" * 900, "</script><b>bold</b>", "مرحبا بالعالم"]
    sources = [{"name": name, "bundle_identifier": f"org.example.s{index}"} for index, name in enumerate(names)]
    samples = []
    for index in range(20_000):
        at = midnight + timedelta(seconds=4 * index)
        samples.append(quantity("HeartRate", at, at, 60 + 30 * math.sin(index / 900) + chance.gauss(0, 3), "count/min", WATCH))
    samples.append(
        quantity("HeartRate", midnight + timedelta(hours=11, seconds=1), midnight + timedelta(hours=11, seconds=1), 213, "count/min", WATCH)
    )
    for index in range(600):
        at = midnight + timedelta(seconds=140 * index)
        samples.append(quantity("BodyTemperature", at, at, 36.5 + chance.gauss(0, 0.2), "degC", sources[0]))
        samples.append(quantity("BloodGlucose", at, at, 95 + chance.gauss(0, 9), "mg/dL", sources[1]))
        samples.append(quantity("OxygenSaturation", at, at, 0.97 + chance.gauss(0, 0.005), "%", sources[2]))
    for index in range(700):
        at = midnight + timedelta(hours=-2, seconds=40 * index)
        samples.append(
            sample(
                "HKCategoryTypeIdentifierSleepAnalysis",
                at,
                at + timedelta(seconds=40),
                sources[index % 5],
                value=(3, 4, 5, 2)[index // 5 % 4],
            )
        )
    for index in range(30):
        at = midnight + timedelta(hours=9, minutes=20 * index)
        samples.append(
            {
                "id": identifier("short", index),
                "type": "HKWorkoutTypeIdentifier",
                "start_date": text(at),
                "end_date": text(at + timedelta(minutes=15)),
                "source": sources[index % 5],
                "workout_activity_type": "HKWorkoutActivityType" + ("Yoga" if index % 2 else "Walking"),
            }
        )
    return [
        upload("conn-hostile", index + 1, datetime(2024, 4, 17, 23, 55, tzinfo=VILNIUS), samples[index * 4000 : (index + 1) * 4000])
        for index in range(math.ceil(len(samples) / 4000))
    ]


def crowd(count=230):
    """Returns one short upload each for many connections."""
    uploads = []
    for index in range(count):
        at = datetime(2024, 4, 17, 12, index % 60, tzinfo=UTC)
        uploads.append(upload(f"crowd-{index:04}", 1, at, [quantity("StepCount", at, at, 10 + index, "count", PHONE)]))
    return uploads


def offset():
    """Returns a night in a zone that is an offset."""
    chance = random.Random("offset")
    zone = ZoneInfo("Etc/GMT-3")
    return [upload("conn-offset", 1, datetime(2024, 4, 17, 9, tzinfo=zone), nights(chance, zone, (2024, 4, 16)), time_zone="+03:00")]


def refused(count=204):
    """Returns uploads with samples that a worker refuses, each with one that counts: the unit, the type or the date is wrong."""
    uploads = []
    for index in range(count):
        at = datetime(2024, 4, 17, 12, tzinfo=UTC) + timedelta(minutes=index)
        wrong = [
            quantity("BodyMass", at, at, 70, "mL", PHONE),
            sample("HKQuantityTypeIdentifierNonsense", at, at, PHONE, value=1, unit="count"),
            quantity("StepCount", at - timedelta(days=500), at - timedelta(days=500), 9, "count", PHONE),
        ][index % 3]
        uploads.append(upload("conn-refused", index + 1, at, [quantity("StepCount", at, at, 10, "count", PHONE), wrong]))
    return uploads


def frozen():
    """Returns a day that is older than the horizon once the next upload has come."""
    days = [datetime(2022, 11, 30, 12, tzinfo=VILNIUS), datetime(2024, 4, 17, 12, tzinfo=VILNIUS)]
    return [upload("conn-frozen", index, at, [quantity("StepCount", at, at, 900, "count", PHONE)]) for index, at in enumerate(days, 1)]


def uploads():
    """Returns the uploads of all people."""
    return anna() + clock_changes() + hostile() + offset() + refused() + frozen() + crowd()


if __name__ == "__main__":
    for line in SETTINGS if "--settings" in sys.argv else uploads():
        print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
