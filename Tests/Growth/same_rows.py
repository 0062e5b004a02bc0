"""Further rows of the growth table: samples that are copies, twins or versions of others."""
from rows import DAY, HOUR, row, spread
from uploads import COLLECTED_AT, START

# How many uploads are measured where each may read the day again: the same number for every n.
SINGLE = 8
STEP = DAY // SINGLE


def day(n):
    """Returns n instants of one UTC day."""
    return [START + DAY * number / n for number in range(n)]


def ascending(samples):
    """Returns samples whose ids ascend: of twins, the first one shows."""
    ids = sorted(sample["id"] for sample in samples)
    return [{**sample, "id": id} for sample, id in zip(samples, ids)]


def tens(upload, samples):
    """Returns uploads of ten samples each."""
    return [upload.line(samples[at:at + 10]) for at in range(0, len(samples), 10)]


def deletions(upload, samples):
    """Returns an upload for each sample that deletes it."""
    return [upload.line(deleted=[sample["id"]]) for sample in samples]


# Sync identifiers.


def synced(upload, at, version, name="one", **members):
    metadata = {"HKMetadataKeySyncIdentifier": name, "HKMetadataKeySyncVersion": version}
    return upload.heart_rate(at, metadata=metadata, **members)


def rising(upload, n): return [synced(upload, at, number) for number, at in enumerate(day(n))]


def falling(upload, n): return [synced(upload, at, n - number) for number, at in enumerate(day(n))]


@row("a sync identifier for a day, versions rise", 2000)
def _(upload, n): return [upload.line(rising(upload, n))]


@row("a sync identifier for a day, versions fall", 2000)
def _(upload, n): return [upload.line(falling(upload, n))]


@row("a sync identifier for a day, versions are equal", 2000)
def _(upload, n): return [upload.line([synced(upload, at, 1) for at in day(n)])]


@row("a sync identifier for a day, in eight uploads", 2000)
def _(upload, n): return [upload.line(rising(upload, n)[part::8]) for part in range(8)]


@row("a sync identifier for a day, in one commit, versions rise", 1000, commit_every=100000)
def _(upload, n): return tens(upload, rising(upload, n))


@row("a sync identifier for a day, in one commit, versions fall", 1000, commit_every=100000)
def _(upload, n): return tens(upload, falling(upload, n))


@row("one greater version where a day has one sync identifier", 2000)
def _(upload, n):
    more = [synced(upload, START + STEP * k + 1, n + k) for k in range(SINGLE)]
    return [upload.line(rising(upload, n))], [upload.line([sample]) for sample in more]


@row("one lesser version where a day has one sync identifier", 2000)
def _(upload, n):
    more = [synced(upload, START + STEP * k + 1, -1 - k) for k in range(SINGLE)]
    return [upload.line(rising(upload, n))], [upload.line([sample]) for sample in more]


@row("a deletion of the greatest version of a day", 2000)
def _(upload, n):
    samples = falling(upload, n)
    return [upload.line(samples)], deletions(upload, samples[:SINGLE])


@row("deletions of the greatest version, in one commit", 400, commit_every=100000)
def _(upload, n):
    samples = falling(upload, n)
    return [upload.line(samples)] + deletions(upload, samples)


@row("twins with one sync identifier, and deletions", 2000)
def _(upload, n):
    samples = [synced(upload, START, n - number) for number in range(n)]
    return [upload.line(samples)], deletions(upload, samples[:SINGLE])


@row("sync identifiers of two samples each", 1000)
def _(upload, n):
    return [upload.line([synced(upload, at, k % 2, f"name {k // 2}") for k, at in enumerate(day(n))])]


@row("long sync identifiers that differ at their ends", 200)
def _(upload, n):
    return [upload.line([synced(upload, at, 1, "name " * 200 + str(k)) for k, at in enumerate(day(n))])]


# Days of many samples, which come again.


def crowded(upload, n):
    """Returns uploads of n heart rates of one day. None is longer than a worker accepts."""
    samples = [upload.heart_rate(at, value=60 + k % 90) for k, at in enumerate(day(n))]
    return [upload.line(samples[at:at + 10000]) for at in range(0, n, 10000)]


# The row has 100,000 heart rates when its memory is measured.
@row("one heart rate where a day has many", 12500)
def _(upload, n):
    more = [upload.heart_rate(START + STEP * k + 1800.5) for k in range(SINGLE)]
    return crowded(upload, n), [upload.line([sample]) for sample in more]


@row("one twin where a day has many heart rates", 4000)
def _(upload, n):
    again = [upload.heart_rate(START + STEP * k, value=60 + n * k // SINGLE % 90) for k in range(SINGLE)]
    return crowded(upload, n), [upload.line([sample]) for sample in again]


def precise(upload, n): return [upload.steps(at + 0.7, at + 1.7) for at in spread(n)]


def cut(sample):
    """Returns a copy whose dates are whole seconds."""
    return {**sample, "start_date": int(sample["start_date"]), "end_date": int(sample["end_date"])}


def later(sample):
    """Returns a greater version that starts hours later."""
    return {**sample, "start_date": sample["start_date"] + 9 * HOUR, "end_date": sample["end_date"] + 9 * HOUR, "version": 1}


@row("a day again, with dates cut to seconds", 2000)
def _(upload, n):
    samples = precise(upload, n)
    return [upload.line(samples)], [upload.line([cut(sample) for sample in samples])]


@row("a day again, with dates cut to seconds, in eight uploads", 2000)
def _(upload, n):
    samples = precise(upload, n)
    again = [cut(sample) for sample in samples]
    return [upload.line(samples)], [upload.line(again[part::8]) for part in range(8)]


@row("a day again, with dates cut to seconds, in one commit", 400, commit_every=100000)
def _(upload, n):
    samples = precise(upload, n)
    return [upload.line(samples)] + [upload.line([cut(sample)]) for sample in samples]


@row("a day again, each sample hours later", 2000)
def _(upload, n):
    samples = precise(upload, n)
    return [upload.line(samples)], [upload.line([later(sample) for sample in samples])]


@row("versions of one sample, each at another time of its day", 2000)
def _(upload, n):
    sample = upload.heart_rate(START)
    return [upload.line([{**sample, "version": k, "start_date": at, "end_date": at} for k, at in enumerate(day(n))])]


# Twins: one measurement under many ids.


def twins(upload, n): return ascending([upload.heart_rate(START) for _ in range(n)])


@row("twins", 3000)
def _(upload, n): return [upload.line(twins(upload, n))]


@row("twins, the least id last, in eight uploads", 2000)
def _(upload, n):
    each = n // 8
    samples = twins(upload, 8 * each)[::-1]
    return [upload.line(samples[at:at + each]) for at in range(0, 8 * each, each)]


@row("twins, the least id last, in one commit of many uploads", 1000, commit_every=100000)
def _(upload, n): return tens(upload, twins(upload, n)[::-1])


@row("a deletion of the twin that shows", 2000)
def _(upload, n):
    samples = twins(upload, n)
    return [upload.line(samples)], deletions(upload, samples[:SINGLE])


@row("deletions of the twin that shows, in one commit", 400, commit_every=100000)
def _(upload, n):
    samples = twins(upload, n)
    return [upload.line(samples)] + deletions(upload, samples)


@row("a deletion of all twins but one", 1500)
def _(upload, n):
    samples = twins(upload, n)
    return [upload.line(samples)], [upload.line(deleted=[sample["id"] for sample in samples[:-1]])]


@row("a day again under new ids", 2000)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    return [upload.line(samples)], [upload.line([{**sample, "id": upload.id()} for sample in samples])]


@row("deletions of a day that has come under new ids", 1500)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    again = [{**sample, "id": upload.id()} for sample in samples]
    return [upload.line(samples), upload.line(again)], [upload.line(deleted=[sample["id"] for sample in samples])]


@row("twins of sleep", 1000)
def _(upload, n): return [upload.line([upload.sleep(START, START + 1800) for _ in range(n)])]


@row("twins that each name a workout, and deletions", 200)
def _(upload, n):
    workouts = [upload.workout(at, at + 60) for at in day(n)]
    samples = [{**sample, "workout_id": workout["id"]} for sample, workout in zip(twins(upload, n), workouts)]
    # Each deletion writes all of the workouts again.
    return [upload.line(workouts + samples)], deletions(upload, samples[:2])


# Zones of uploads.


def zone(number):
    """Returns one of 1,999 fixed offsets."""
    minutes = number % 1999 - 999
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def claim(upload, samples, number):
    """Returns an upload from a zone of its own. The greater its number, the earlier it was collected."""
    return upload.line(samples, collected_at=COLLECTED_AT - number, time_zone=zone(101 * number))


@row("a day again from other zones, collected earlier each time", 1500)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    return [claim(upload, samples, 0)], [claim(upload, samples, 1 + k) for k in range(SINGLE)]


@row("a day again from other zones, collected later each time", 1500)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    return [claim(upload, samples, SINGLE)], [claim(upload, samples, SINGLE - 1 - k) for k in range(SINGLE)]


@row("a day again from other zones, in one commit", 800, commit_every=100000)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    return [claim(upload, samples, k) for k in range(SINGLE)]


@row("one sample again and again, from other zones, in one commit", 600, commit_every=100000)
def _(upload, n):
    sample = upload.steps(START, START + 1)
    return [claim(upload, [sample], k) for k in range(n)]


@row("samples that each have a zone, then another, in one commit", 400, commit_every=100000)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    return [claim(upload, [sample], k) for k, sample in enumerate(samples + samples)]


# One id on many days, which is a sample of each day.


def blood_type(upload, number, **members):
    return upload.sample("HKCharacteristicTypeIdentifierBloodType", START - DAY * number, blood_type=number % 8, **members)


@row("characteristics of one id, a day each", 500)
def _(upload, n):
    id = upload.id()
    return [upload.line([blood_type(upload, number, id=id) for number in range(n)])]


@row("one characteristic whose id many days have", 500)
def _(upload, n):
    id = upload.id()
    again = [blood_type(upload, n * k // SINGLE, id=id, version=1) for k in range(SINGLE)]
    return [upload.line([blood_type(upload, number, id=id) for number in range(n)])], [upload.line([one]) for one in again]


@row("a deletion of a characteristic whose id many days have", 500)
def _(upload, n):
    id = upload.id()
    return [upload.line([blood_type(upload, number, id=id) for number in range(n)])], [upload.line(deleted=[id])]


# At 4n, all of the days are within the retention.
@row("samples of one id, a day each", 90)
def _(upload, n):
    id = upload.id()
    return [upload.line([upload.heart_rate(START - DAY * k, id=id) for k in range(n)])]


@row("long samples of one id, a day each", 90)
def _(upload, n):
    id = upload.id()
    return [upload.line([upload.steps(START - DAY * k, START - DAY * k + 90000, id=id) for k in range(n)])]


@row("long samples of ids that eight days have", 100)
def _(upload, n):
    ids = [upload.id() for _ in range(n)]
    return [upload.line([upload.steps(START - DAY * k + at, START - DAY * k + at + 90000, id=id)
                         for k in range(8) for at, id in enumerate(ids)])]


@row("one long sample again where many are, with dates cut", 500)
def _(upload, n):
    samples = [upload.steps(START - 1000 * k + 0.7, START - 1000 * k + 90000.7) for k in range(n)]
    again = [cut(samples[n * k // SINGLE]) for k in range(SINGLE)]
    return [upload.line(samples)], [upload.line([sample]) for sample in again]
