"""An invented person for the tests of the console page, with a watch, a ring, a phone and a glucose meter, and their uploads: the same
bytes on each run. `odd_people.py` prints them.
"""

import math
import random
import uuid
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

UTC = ZoneInfo("UTC")
VILNIUS = ZoneInfo("Europe/Vilnius")
NAMESPACE = uuid.UUID("B8C5C9F4-1A52-5C52-9B44-6D9C4E2B7A10")

WATCH = {"name": "Anna’s Apple Watch", "bundle_identifier": "com.apple.health.5D0A91C4", "version": "10.4", "product_type": "Watch6,9"}
PHONE = {"name": "Anna’s iPhone", "bundle_identifier": "com.apple.health.9C1B44E2", "version": "17.4.1", "product_type": "iPhone15,2"}
RING = {"name": "Oura", "bundle_identifier": "com.ouraring.oura", "version": "5.1", "product_type": "iPhone15,2"}
METER = {"name": "Libre", "bundle_identifier": "com.abbott.librelink", "version": "2.10"}
STAGES = {"bed": 0, "asleep": 1, "awake": 2, "core": 3, "deep": 4, "rem": 5}


def identifier(*parts):
    """Returns a UUID that depends on these parts only."""
    return str(uuid.uuid5(NAMESPACE, "/".join(str(part) for part in parts))).upper()


def text(instant):
    """Returns an instant as RFC 3339 in UTC."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def sample(kind, start, end, source, **fields):
    """Returns a sample whose id depends on its type, source and start."""
    key = identifier(kind, source["bundle_identifier"], text(start), text(end), fields.pop("key", ""))
    return {"id": key, "type": kind, "start_date": text(start), "end_date": text(end), "source": source} | fields


def quantity(name, start, end, value, unit, source, **fields):
    """Returns a quantity sample."""
    return sample(f"HKQuantityTypeIdentifier{name}", start, end, source, value=round(value, 3), unit=unit, **fields)


def upload(connection, number, collected, samples, **fields):
    """Returns an upload."""
    return {
        "schema": 1,
        "upload_id": identifier("upload", connection, number),
        "connection_id": connection,
        "app_id": "fork-demo-app",
        "user_id": "demoEndUserId",
        "collected_at": text(collected),
        "time_zone": "Europe/Vilnius",
        "samples": samples,
    } | fields


def night(chance, start, end, source, awakenings=4):
    """Returns the stages of a night: cycles of core and deep sleep, and of REM sleep that grows toward the morning."""
    stages, at, share = [], start, 0.0
    last = None

    def add(name, minutes):
        nonlocal at, last
        until = min(at + timedelta(seconds=round(minutes * 60)), end)
        if until > at:
            stages.append(sample("HKCategoryTypeIdentifierSleepAnalysis", at, until, source, value=STAGES[name], key=name))
            at, last = until, name

    add("awake", chance.uniform(7, 14))
    woken = 0
    while at < end - timedelta(minutes=10):
        share = (at - start) / (end - start)
        add("core", chance.uniform(14, 30))
        for _ in range(2):
            add("deep", chance.uniform(12, 32) * max(0.12, 1 - 1.2 * share))
            add("core", chance.uniform(4, 30))
        add("rem", chance.uniform(8, 18) + 26 * share)
        if woken < awakenings and chance.random() < 0.75:
            add("awake", chance.uniform(2, 7))
            woken += 1
    add("awake", 3)
    return stages


def nights(chance, zone, evening):
    """Returns the sleep that ends on the morning after a date, as three sources saw it."""
    down = datetime(*evening, 22, 50, tzinfo=zone) + timedelta(minutes=chance.uniform(0, 25))
    up = datetime(*evening, 6, 40, tzinfo=zone) + timedelta(days=1, minutes=chance.uniform(0, 25))
    down, up = down.astimezone(UTC), up.astimezone(UTC)
    bed = sample(
        "HKCategoryTypeIdentifierSleepAnalysis", down - timedelta(minutes=17), up + timedelta(minutes=8), PHONE, value=STAGES["bed"]
    )
    return (
        night(chance, down, up, WATCH) + night(chance, down + timedelta(minutes=6), up - timedelta(minutes=17), RING, awakenings=3) + [bed]
    )


def day(chance, date):
    """Returns what phone and watch count on a day: steps, distance, energy, flights and heart rates."""
    midnight = datetime(*date, tzinfo=VILNIUS)
    busy = [(7, 0.5), (8, 1.1), (9, 0.3), (12, 0.9), (13, 0.6), (15, 0.3), (17, 1.3), (18, 1.0), (19, 0.4), (21, 0.2)]
    samples = []
    lively = chance.uniform(0.5, 1.2)
    for hour, share in busy:
        for minute in (5, 20, 40):
            start = midnight + timedelta(hours=hour, minutes=minute)
            end = start + timedelta(minutes=10)
            steps = round(640 * share * lively * chance.uniform(0.6, 1.3))
            samples.append(quantity("StepCount", start, end, steps, "count", WATCH))
            samples.append(quantity("StepCount", start, end, round(steps * 0.93), "count", PHONE))
            samples.append(quantity("DistanceWalkingRunning", start, end, steps * 0.74, "m", WATCH))
            samples.append(quantity("ActiveEnergyBurned", start, end, steps * 0.041, "kcal", WATCH))
        if share > 0.9:
            start = midnight + timedelta(hours=hour, minutes=33)
            samples.append(quantity("FlightsClimbed", start, start + timedelta(minutes=1), chance.randint(1, 4), "count", PHONE))
    for index in range(24 * 6):
        start = midnight + timedelta(minutes=10 * index + chance.randint(0, 8))
        hour = start.hour
        rate = 52 + (4 if hour < 7 else 22) + (25 if hour in (8, 17, 18) else 0) + chance.gauss(0, 4)
        samples.append(quantity("HeartRate", start, start, rate, "count/min", WATCH))
    for hour in (1, 3, 5):
        at = midnight + timedelta(hours=hour, minutes=chance.randint(0, 50))
        samples.append(quantity("OxygenSaturation", at, at, chance.uniform(0.94, 0.99), "%", WATCH))
        samples.append(quantity("RespiratoryRate", at, at, chance.uniform(12.5, 16), "count/min", WATCH))
    return samples


def run(chance, start, minutes=54, gap=True):
    """Returns a run with heart rates, a pause, laps and a route; for two minutes there are no heart rates."""
    end = start + timedelta(minutes=minutes)
    pause = (start + timedelta(minutes=31, seconds=20), start + timedelta(minutes=33, seconds=5))
    key = identifier("run", text(start))
    events = [
        {"type": "HKWorkoutEventTypeLap", "start_date": text(start), "end_date": text(start + timedelta(minutes=18))},
        {
            "type": "HKWorkoutEventTypeLap",
            "start_date": text(start + timedelta(minutes=18)),
            "end_date": text(start + timedelta(minutes=36, seconds=30)),
        },
        {"type": "HKWorkoutEventTypePause", "start_date": text(pause[0])},
        {"type": "HKWorkoutEventTypeResume", "start_date": text(pause[1])},
    ]
    statistics = {
        "HKQuantityTypeIdentifierDistanceWalkingRunning": {"sum": 10214, "unit": "m"},
        "HKQuantityTypeIdentifierActiveEnergyBurned": {"sum": 612, "unit": "kcal"},
    }
    workout = {
        "id": key,
        "type": "HKWorkoutTypeIdentifier",
        "start_date": text(start),
        "end_date": text(end),
        "source": WATCH,
        "workout_activity_type": "HKWorkoutActivityTypeRunning",
        "events": events,
        "statistics": statistics,
        "metadata": {
            "HKWeatherTemperature": {"value": 61, "unit": "degF"},
            "HKWeatherHumidity": {"value": 58, "unit": "%"},
            "HKIndoorWorkout": False,
        },
    }
    samples = [workout]
    rate, seconds = 97.0, 0
    while seconds < minutes * 60:
        at = start + timedelta(seconds=seconds)
        aim = 150 + 16 * math.sin(seconds / 700) + (22 if 1650 < seconds < 1880 else 0)
        if pause[0] <= at <= pause[1]:
            aim = 112
        rate += (aim - rate) * 0.035 + chance.gauss(0, 1.1)
        if not (gap and 41 * 60 < seconds < 43 * 60):
            samples.append(quantity("HeartRate", at, at, round(rate), "count/min", WATCH, workout_id=key))
        seconds += 5
    samples.append(
        {
            "id": identifier("route", text(start)),
            "type": "HKWorkoutRouteTypeIdentifier",
            "workout_id": key,
            "start_date": text(start),
            "end_date": text(end),
            "source": WATCH,
            "locations": route(start, minutes * 60, pause),
        }
    )
    return samples


def route(start, seconds, pause):
    """Returns a loop through the town, a point every three seconds."""
    points, total = [], seconds // 3
    for index in range(total):
        at = start + timedelta(seconds=3 * index)
        if pause[0] < at < pause[1]:
            continue
        turn = 2 * math.pi * (0.02 + 0.93 * index / total)
        reach = 1 + 0.16 * math.sin(3 * turn) + 0.05 * math.sin(11 * turn) + 0.02 * math.sin(29 * turn)
        points.append(
            {
                "timestamp": text(at),
                "latitude": round(54.6872 + 0.0098 * reach * math.sin(turn), 6),
                "longitude": round(25.2797 + 0.0262 * reach * math.cos(turn), 6),
                "altitude": round(31 + 12 * math.sin(2 * turn) + math.sin(17 * turn), 1),
                "speed": 3.2,
                "horizontal_accuracy": 4.5,
                "vertical_accuracy": 3,
            }
        )
    return points


def motion(date):
    """Returns a day of a phone's motion processor and, for an hour, of a watch's."""
    midnight = datetime(*date, tzinfo=VILNIUS)
    events = [
        (0, 0, ["stationary"], 2),
        (7, 12, ["walking"], 2),
        (7, 31, ["stationary", "automotive"], 2),
        (8, 4, ["walking"], 1),
        (8, 12, ["stationary"], 2),
        (12, 2, ["walking"], 2),
        (12, 40, ["stationary"], 2),
        (16, 40, ["cycling"], 2),
        (17, 3, ["running"], 2),
        (17, 58, ["walking"], 1),
        (18, 20, ["stationary"], 2),
        (23, 30, ["walking"], 0),
    ]
    samples = [
        sample(
            "CMMotionActivity",
            midnight + timedelta(hours=h, minutes=m),
            midnight + timedelta(hours=h, minutes=m),
            PHONE,
            activities=kinds,
            confidence=sure,
            key="motion",
        )
        for h, m, kinds, sure in events
    ]
    for hour, minute, kinds in ((17, 4, ["running"]), (17, 57, ["walking"]), (18, 18, ["stationary"])):
        at = midnight + timedelta(hours=hour, minutes=minute)
        samples.append(sample("CMMotionActivity", at, at, WATCH, activities=kinds, confidence=2, key="motion"))
    return [{name: value for name, value in entry.items() if name != "end_date"} for entry in samples]


def glucose(chance, date):
    """Returns a day of a glucose meter, with two hours without readings."""
    midnight = datetime(*date, tzinfo=VILNIUS)
    samples = []
    for index in range(96):
        hour = index / 4
        if 21.3 < hour < 22.8:
            continue
        value = 5.1 + sum(2.9 * math.exp(-((hour - meal) ** 2) / 1.1) for meal in (9.1, 13.4, 20.3)) + chance.gauss(0, 0.13)
        at = midnight + timedelta(minutes=15 * index)
        samples.append(quantity("BloodGlucose", at, at, value, "mmol<180.1558800000541>/L", METER))
    return samples


def details(date):
    """Returns what only tables show: a symptom, a meal, a blood pressure, rings and a quiet time."""
    midnight = datetime(*date, tzinfo=VILNIUS)
    at = midnight + timedelta(hours=14, minutes=30)
    pressure = [
        quantity("BloodPressureSystolic", at, at, 121, "mmHg", PHONE),
        quantity("BloodPressureDiastolic", at, at, 78, "mmHg", PHONE),
    ]
    meal = [quantity("DietaryEnergyConsumed", at, at, 418, "kcal", PHONE), quantity("DietaryProtein", at, at, 21, "g", PHONE)]
    return [
        sample("HKCategoryTypeIdentifierHeadache", at, at + timedelta(hours=2), PHONE, value=3, metadata={"HKWasUserEntered": True}),
        sample(
            "HKCategoryTypeIdentifierMindfulSession",
            midnight + timedelta(hours=7),
            midnight + timedelta(hours=7, minutes=12),
            WATCH,
            value=0,
        ),
        sample("HKCorrelationTypeIdentifierBloodPressure", at, at, PHONE, objects=pressure),
        sample("HKCorrelationTypeIdentifierFood", at, at, PHONE, objects=meal, metadata={"HKFoodType": "Soup"}),
        quantity(
            "StepCount",
            midnight + timedelta(hours=20),
            midnight + timedelta(hours=20, minutes=30),
            2500,
            "count",
            PHONE,
            metadata={"HKWasUserEntered": True},
        ),
    ]


def anna(connection="conn-7f3a"):
    """Returns nineteen days of a person with a watch, a ring, a phone and a glucose meter."""
    chance = random.Random(connection)
    uploads, number = [], 0
    for date in range(1, 21):
        morning = datetime(2024, 4, date, 8, 15, tzinfo=VILNIUS)
        if date not in (9, 18):
            before = (morning - timedelta(days=1)).date()
            number += 1
            uploads.append(upload(connection, number, morning, nights(chance, VILNIUS, (before.year, before.month, before.day))))
        samples = day(chance, (2024, 4, date))
        if date in (3, 6, 10, 13, 17, 20):
            samples += run(chance, datetime(2024, 4, date, 17, 4, tzinfo=VILNIUS))
        if date == 17:
            samples += motion((2024, 4, 17)) + glucose(chance, (2024, 4, 17)) + details((2024, 4, 17))
        number += 1
        uploads.append(upload(connection, number, morning.replace(hour=23, minute=50), samples))
    return uploads


SETTINGS = [
    {
        "connection_id": "conn-7f3a",
        "app_id": "fork-demo-app",
        "user_id": "demoEndUserId",
        "time_zone": "Europe/Vilnius",
        "callback_url": "https://hooks.example.com/fork?key=1",
        "background_delivery": ["sleep", "steps"],
    }
]
