"""Further rows of the growth table: workouts, sleep, what carries lists of its own, and what is refused."""
import json
from rows import DAY, HOUR, ROWS, row, spread
from uploads import COLLECTED_AT, START, STEPS, Upload, history, source


def event(at):
    return {"type": 1 + at % 2, "start_date": START + at, "end_date": START + at}


def activity(upload, at, **members):
    return {"id": upload.id(), "start_date": START + at, "end_date": START + at + 1, "workout_activity_type": 37, **members}


# One document at n and 4n: a piece of one that is cut costs three times as much, which is no growth.
@row("workout activities", 300)
def _(upload, n):
    return [upload.line([upload.workout(START, START + 2 * n, activities=[activity(upload, 2 * k) for k in range(n)])])]


@row("workout activities, newest first", 300)
def _(upload, n):
    activities = [activity(upload, 2 * k) for k in range(n)]
    return [upload.line([upload.workout(START, START + 2 * n, activities=activities[::-1])])]


@row("workout events", 600)
def _(upload, n): return [upload.line([upload.workout(START, START + n, events=[event(k) for k in range(n)])])]


@row("workout events, newest first", 600)
def _(upload, n): return [upload.line([upload.workout(START, START + n, events=[event(k) for k in range(n)][::-1])])]


@row("events of an activity", 600)
def _(upload, n):
    one = activity(upload, 0, events=[event(k) for k in range(n)])
    return [upload.line([upload.workout(START, START + n, activities=[{**one, "end_date": START + n}])])]


@row("events of activities", 20)
def _(upload, n):
    activities = [activity(upload, 2 * k, events=[event(2 * k + i % 2) for i in range(40)]) for k in range(n)]
    return [upload.line([upload.workout(START, START + 2 * n, activities=activities)])]


# In several parts at n already, too.
# Long enough to be cut at n/4: a document that is cut is encoded twice.
@row("activities and the workout's samples", 2400)
def _(upload, n):
    source = {"name": "Watch"}
    activities = [activity(upload, 2 * k) for k in range(n)]
    samples = [upload.heart_rate(START + 2 * k, source=source) for k in range(n)]
    return [upload.line(samples + [upload.workout(START, START + 2 * n, activities=activities, source=source)])]


@row("activities that overlap and the workout's samples", 300)
def _(upload, n):
    source = {"name": "Watch"}
    activities = [{**activity(upload, 2 * k), "end_date": START + 2 * n} for k in range(n)]
    samples = [upload.heart_rate(START + 2 * k, source=source) for k in range(n)]
    return [upload.line(samples + [upload.workout(START, START + 2 * n, activities=activities, source=source)])]


def statistics(upload):
    return {STEPS: {"sum": 1, "unit": "count"}}


@row("statistics of a workout", 2000)
def _(upload, n):
    one = '"%s":{"sum":1,"unit":"count"}' % STEPS
    text = json.dumps(upload.workout(START, START + 60))[:-1] + ',"statistics":{' + ",".join([one] * n) + "}}"
    return [upload.samples_text(f"[{text}]")]


@row("statistics of activities", 200)
def _(upload, n):
    activities = [activity(upload, k, statistics=statistics(upload)) for k in range(n)]
    return [upload.line([upload.workout(START, START + 2 * n, activities=activities)])]


def distance(upload, at, end, **members):
    return upload.sample("HKQuantityTypeIdentifierDistanceWalkingRunning", START + at, START + end, value=3, unit="m", **members)


def lap(at, end): return {"type": 3, "start_date": START + at, "end_date": START + end}


def strokes(upload, at, end):
    return upload.sample("HKQuantityTypeIdentifierSwimmingStrokeCount", START + at, START + end, value=9, unit="count")


@row("distance samples of a workout", 1500)
def _(upload, n):
    return [upload.line([upload.workout(START, START + 2 * n)] + [distance(upload, 2 * k, 2 * k + 2) for k in range(n)])]


@row("distance samples of a workout that overlap", 500)
def _(upload, n):
    return [upload.line([upload.workout(START, START + n)] + [distance(upload, k / 2, n - k / 2 + 1) for k in range(n)])]


@row("distance samples of a workout, of many sources", 300)
def _(upload, n):
    workout = upload.workout(START, START + 2 * n)
    samples = [distance(upload, k, n + k, source=source(k), workout_id=workout["id"]) for k in range(n)]
    return [upload.line([workout] + samples)]


# Each workout may have a hundred splits of some 200 bytes, and ten more for its sample.
@row("workouts with a distance beyond measure", 60, output=80)
def _(upload, n):
    def far(k):
        workout = upload.workout(START - HOUR * k, START - HOUR * k + 60)
        return [workout, {**distance(upload, -HOUR * k, 60 - HOUR * k), "value": 1e12}]
    return [upload.line([sample for k in range(n) for sample in far(k)])]


# Documents of more laps are cut into parts, which costs more for each lap.
@row("laps of a workout and strokes", 350)
def laps(upload, n):
    workout = upload.workout(START, START + 2 * n, workout_activity_type=46, events=[lap(2 * k, 2 * k + 2) for k in range(n)])
    return [upload.line([workout] + [strokes(upload, 2 * k, 2 * k + 2) for k in range(n)])]


@row("laps of a workout that overlap, and strokes that do", 350)
def _(upload, n):
    workout = upload.workout(START, START + n, workout_activity_type=46, events=[lap(k / 2, n - k / 2 + 1) for k in range(n)])
    return [upload.line([workout] + [strokes(upload, k / 2, n - k / 2 + 1) for k in range(n)])]


@row("laps of a workout that is cut into parts, and strokes", 4000)
def _(upload, n): return laps(upload, n)


@row("laps of activities", 20)
def _(upload, n):
    activities = [activity(upload, 2 * k, events=[lap(2 * k + i / 40, 2 * k + i / 40 + 1) for i in range(40)]) for k in range(n)]
    return [upload.line([upload.workout(START, START + 2 * n, activities=activities)])]


@row("workouts", 400)
def _(upload, n):
    return [upload.line([upload.workout(START - HOUR * k, START - HOUR * k + 1800) for k in range(n)])]


@row("workouts that overlap and samples", 150)
def _(upload, n):
    workouts = [upload.workout(START + k, START + 10000 - k) for k in range(n)]
    return [upload.line(workouts + [upload.heart_rate(START + 5000 + k / 10) for k in range(n)])]


@row("workouts that overlap and samples that came before", 150)
def _(upload, n):
    workouts = [upload.workout(START + k, START + 10000 - k) for k in range(n)]
    return [upload.line([upload.heart_rate(START + 5000 + k / 10) for k in range(n)]), upload.line(workouts)]


@row("workouts one after the other and samples", 300)
def _(upload, n):
    workouts = [upload.workout(START + 20 * k, START + 20 * k + 19) for k in range(n)]
    return [upload.line(workouts + [upload.heart_rate(START + 20 * k + 5) for k in range(n)])]


@row("workouts of other sources and samples", 300)
def _(upload, n):
    workouts = [upload.workout(START + k, START + 10000 - k, source=source(k)) for k in range(n)]
    return [upload.line(workouts + [upload.heart_rate(START + 5000 + k / 10) for k in range(n)])]


@row("workouts of one id", 1000)
def _(upload, n):
    id = upload.id()
    return [upload.line([upload.workout(START - 100 * k, START - 100 * k + 60, id=id, version=k) for k in range(n)])]


@row("samples that name one workout", 1500)
def _(upload, n):
    workout = upload.workout(START, START + 60)
    return [upload.line([workout] + [upload.heart_rate(at, workout_id=workout["id"]) for at in spread(n)])]


@row("samples that each name a workout", 1000)
def _(upload, n): return [upload.line([upload.heart_rate(at, workout_id=upload.id()) for at in spread(n)])]


@row("a sample in many places that names a workout", 90)
def _(upload, n):
    workout = upload.workout(START, START + 60)
    return [upload.line([workout] + [upload.heart_rate(START - DAY * k, workout_id=workout["id"]) for k in range(n)])]


@row("one sample where many workouts are", 400)
def _(upload, n):
    lines = [upload.line(workouts) for workouts in history(lambda at: upload.workout(at, at + 1800), n)]
    return lines, [upload.line([upload.heart_rate(at)]) for at in spread(10)]


def location(at):
    return {"timestamp": START + at, "latitude": 54.7 + at / 1e5, "longitude": 25.3 + at / 1e5, "altitude": 112.0,
            "speed": 3.1, "course": 90.0, "horizontal_accuracy": 4.0, "vertical_accuracy": 3.0}


ROUTE = "HKWorkoutRouteTypeIdentifier"
# Many enough for several parts at n already: the step from one document to parts is not to be taken for growth.


@row("locations", 7000)
def _(upload, n):
    return [upload.line([upload.sample(ROUTE, START, START + n, locations=[location(k) for k in range(n)])])]


@row("locations of a workout", 7000)
def _(upload, n):
    workout = upload.workout(START, START + n)
    locations = [location(k) for k in range(n)]
    return [upload.line([workout, upload.sample(ROUTE, START, START + n, workout_id=workout["id"], locations=locations)])]


@row("locations, newest first", 1000)
def _(upload, n):
    locations = [location(k) for k in range(n)][::-1]
    return [upload.line([upload.sample(ROUTE, START, START + n, locations=locations)])]


@row("routes", 300)
def _(upload, n):
    return [upload.line([upload.sample(ROUTE, START, START + 9, locations=[location(k)]) for k in range(n)])]


@row("voltages of an electrocardiogram", 24000)
def _(upload, n):
    return [upload.line([upload.sample("HKDataTypeIdentifierElectrocardiogram", START, START + 30, classification=1,
                                       sampling_frequency=512, voltages=[k % 300 / 7 for k in range(n)])])]


@row("beats of a series", 250)
def _(upload, n):
    beats = [{"time_since_start": k / 2, "preceded_by_gap": k % 9 == 0} for k in range(n)]
    return [upload.line([upload.sample("HKDataTypeIdentifierHeartbeatSeries", START, START + n, beats=beats)])]


@row("objects of a correlation", 200)
def _(upload, n):
    objects = [upload.sample("HKQuantityTypeIdentifierBloodPressureSystolic", START, value=120, unit="mmHg")
               for _ in range(n)]
    return [upload.line([upload.sample("HKCorrelationTypeIdentifierBloodPressure", START, objects=objects)])]


@row("correlations", 400)
def _(upload, n):
    def one():
        objects = [upload.sample("HKQuantityTypeIdentifierBloodPressureSystolic", START, value=120, unit="mmHg")]
        return upload.sample("HKCorrelationTypeIdentifierBloodPressure", START, objects=objects)
    return [upload.line([one() for _ in range(n)])]


# A sample that a document must show in more than 256 KiB is refused: what it lists is as much as is just taken.
AUDIOGRAM = "HKDataTypeIdentifierAudiogram"


@row("a list of another kind", 500)
def _(upload, n): return [upload.line([upload.sample(AUDIOGRAM, START, points=[{"a": k} for k in range(n)])])]


@row("an object of another kind", 500)
def _(upload, n): return [upload.line([upload.sample(AUDIOGRAM, START, points={f"k{k}": k for k in range(n)})])]


@row("equal keys of another kind", 7000)
def _(upload, n):
    text = json.dumps(upload.sample(AUDIOGRAM, START))[:-1] + ',"points":{"a":0' + ',"a":1' * n + "}}"
    return [upload.samples_text(f"[{text}]")]


@row("fields of another kind", 500)
def _(upload, n): return [upload.line([upload.sample(AUDIOGRAM, START, **{f"field{k}": k for k in range(n)})])]


@row("deep lists of another kind", 250)
def _(upload, n):
    deep = "[" * 50 + "1" + "]" * 50
    text = json.dumps(upload.sample(AUDIOGRAM, START))[:-1] + ',"points":[' + ",".join([deep] * n) + "]}"
    return [upload.samples_text(f"[{text}]")]


@row("samples of another kind", 500)
def _(upload, n): return [upload.line([upload.sample(AUDIOGRAM, START + k, points=[1, 2]) for k in range(n)])]


@row("sleep, one long session", 600)
def _(upload, n):
    first = COLLECTED_AT - 1800 * n - DAY
    return [upload.line([upload.sleep(first + 1800 * k, first + 1800 * k + 1800) for k in range(n)])]


@row("sleep, one long session, newest first", 600)
def _(upload, n):
    first = COLLECTED_AT - 1800 * n - DAY
    return [upload.line([upload.sleep(first + 1800 * k, first + 1800 * k + 1800) for k in range(n)][::-1])]


@row("sleep, many sessions of a day", 600)
def _(upload, n):
    return [upload.line([upload.sleep(START - 7300 * k, START - 7300 * k + 60) for k in range(n)])]


@row("sleep, all sources at once", 250)
def _(upload, n):
    return [upload.line([upload.sleep(START + k, START + 20000 - k, source=source(k)) for k in range(n)])]


@row("sleep, all sources at once, in one commit of eight uploads", 120, commit_every=100000)
def _(upload, n):
    # Each upload is as if it had been a commit, and reads the nights that it touches: so they are as many whatever n is.
    samples = [upload.sleep(START + k, START + 20000 - k, source=source(k)) for k in range(n)]
    return [upload.line(samples[part::8]) for part in range(8)]


@row("one sample of sleep at the end of a chain of 390 days", 2 * 390)
def _(upload, n):
    each = 390 * DAY // n
    # In one upload: many would each write the whole night again.
    (samples,) = history(lambda at: upload.sleep(at, at + each), n, each=n)
    return [upload.line(samples)], [upload.line([upload.sleep(COLLECTED_AT - 60 + k, COLLECTED_AT - 59 + k)]) for k in range(2)]


MOTIONS = ["walking", "stationary", "unknown", "automotive", "cycling"]


# 10,000 activities on one day at 4n.
@row("activities of motion on one day", 2500)
def _(upload, n):
    return [upload.line([upload.motion(START + 8 * k, MOTIONS[k % 5]) for k in range(n)])]


@row("activities of motion, of as many sources", 2000)
def _(upload, n):
    return [upload.line([upload.motion(START + 8 * k, "walking", source=source(k)) for k in range(n)])]


@row("activities of motion that are one run", 1000)
def _(upload, n): return [upload.line([upload.motion(START + 60 * k, "walking") for k in range(n)])]


@row("activities of motion, in one commit of eight uploads", 500, commit_every=100000)
def _(upload, n):
    samples = [upload.motion(START + 60 * k, MOTIONS[k % 5]) for k in range(n)]
    return [upload.line(samples[part::8]) for part in range(8)]


@row("an activity of motion after 390 days of them", 4 * 390)
def _(upload, n):
    uploads = history(lambda at: upload.motion(at, MOTIONS[int(at) % 5]), n)
    last = [upload.line([upload.motion(COLLECTED_AT - 60 + k, "walking")]) for k in range(2)]
    return [upload.line(samples) for samples in uploads], last


@row("samples that are none", 20000)
def _(upload, n): return [upload.samples_text("[" + ",".join(["1"] * n) + "]")]


@row("samples that are refused", 2000)
def _(upload, n): return [upload.line([{"id": upload.id(), "type": "?", "start_date": START} for _ in range(n)])]


@row("deletions that are none", 20000)
def _(upload, n): return [upload.samples_text("[]", deleted="[" + ",".join(["1"] * n) + "]")]


@row("entries of post", 2000)
def _(upload, n): return [upload.line(post=[{"type": "steps"}] * n)]


@row("entries of post that are none", 4000)
def _(upload, n): return [upload.line(post=[1] * n)]


@row("brackets that nothing closes", 50000)
def _(upload, n): return ["[" * n]


@row("an upload that ends too early", 2000)
def _(upload, n): return [upload.line([upload.steps(at, at + 1) for at in spread(n)])[:-1]]


@row("halves of surrogate pairs", 1000)
def _(upload, n):
    text = json.dumps(upload.steps(START, metadata={"a": "?"})).replace("?", "\\ud800")
    return [upload.samples_text("[" + ",".join([text] * n) + "]")]


@row("delivered types of the settings", 4000,
     settings=lambda n: {"callback_url": "https://a.example", "background_delivery": ["steps"] * n})
def _(upload, n): return [upload.line([upload.steps(START - DAY * k, START - DAY * k + 1)]) for k in range(8)]


@row("allowed types of the settings, and samples", 300, settings=lambda n: {"allowed_types": ["heart"] * n + ["steps"]})
def _(upload, n): return [upload.line([upload.steps(at, at + 1) for at in spread(n)])]
