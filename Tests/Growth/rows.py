"""The rows of the growth table: one for every field that repeats, each as many uploads as it takes for a size `n`.

A row gives back the lines that are there before and those that are measured. What lies before is what a connection has
got already: measured is what the rest costs beyond it.
"""
import json
from uploads import COLLECTED_AT, START, STEPS, Upload, history, source

HOUR = 3600
DAY = 86400
# As many as fit into six hours, which are stored together, without one covering another.
SPACING = 2


class Row:
    """One row, of a size: `make(upload, n)` gives back the lines that are measured, or these after those before.

    `output` is how many times longer than the input the output may be, and `memory` how many times the memory.
    """

    def __init__(self, name, n, make, settings=None, commit_every=None, output=24, memory=32):
        self.name, self.n, self.make, self.settings, self.commit_every = name, n, make, settings, commit_every
        self.output, self.memory = output, memory

    def lines(self, n):
        made = self.make(Upload(self.name), n)
        return made if isinstance(made, tuple) else ([], made)


ROWS = []


def row(name, n, **how):
    def add(make):
        ROWS.append(Row(name, n, make, **how))
        return make
    return add


def spread(n):
    return [START + SPACING * number for number in range(n)]


@row("samples, oldest first", 2000)
def _(upload, n): return [upload.line([upload.steps(at, at + 1) for at in spread(n)])]


@row("samples, newest first", 2000)
def _(upload, n): return [upload.line([upload.steps(at, at + 1) for at in reversed(spread(n))])]


@row("samples, in no order", 2000)
def _(upload, n):
    starts = spread(n)
    upload.dice.shuffle(starts)
    return [upload.line([upload.steps(at, at + 1) for at in starts])]


@row("samples, newest first, in four uploads", 2000)
def _(upload, n):
    starts = spread(n)[::-1]
    return [upload.line([upload.steps(at, at + 1) for at in starts[part::4]]) for part in range(4)]


@row("samples, newest first, in one commit of many uploads", 1500, commit_every=100000)
def _(upload, n):
    starts = spread(n)[::-1]
    return [upload.line([upload.steps(at, at + 1) for at in starts[at:at + 10]]) for at in range(0, n, 10)]


# One document until 4n, so that the step to several parts is not taken for growth. Samples of one value would be twins.
@row("samples of one instant", 1500)
def _(upload, n): return [upload.line([upload.heart_rate(START, value=60 + k / 100) for k in range(n)])]


@row("samples of one instant, in parts", 8000)
def _(upload, n): return [upload.line([upload.heart_rate(START, value=60 + k / 100) for k in range(n)])]


@row("samples whose ids share bits", 2000)
def _(upload, n):
    return [upload.line([upload.steps(at, at + 1, id=id) for at, id in zip(spread(n), upload.neighbours(n))])]


@row("samples that overlap, of as many sources", 400)
def _(upload, n):
    return [upload.line([upload.steps(START + 7 * k % 10000, START + 7 * k % 10000 + 5000, source=source(k))
                         for k in range(n)])]


@row("samples that overlap, of two sources", 1500)
def _(upload, n):
    starts = [START + 20 * number for number in range(n)]
    upload.dice.shuffle(starts)
    return [upload.line([upload.steps(at, at + 9, source=source(at // 20 % 2)) for at in starts])]


@row("samples of 40 days", 300)
def _(upload, n): return [upload.line([upload.steps(START - 40 * DAY + k, START - 1) for k in range(n)])]


@row("samples longer than a day, newest first", 500)
def _(upload, n): return [upload.line([upload.steps(START - 1000 * k, START - 1000 * k + 90000) for k in range(n)])]


@row("samples, a day each", 95)
def _(upload, n): return [upload.line([upload.heart_rate(START - DAY * k) for k in range(n)])]


@row("characteristics", 1000)
def _(upload, n):
    return [upload.line([upload.sample("HKCharacteristicTypeIdentifierBloodType", START - k, blood_type=k % 8)
                         for k in range(n)])]


@row("uploads in one commit", 1000, commit_every=100000)
def _(upload, n): return [upload.line([upload.steps(at, at + 1)]) for at in spread(n)]


# The worker commits before there are more connections.
@row("connections in one commit", 250, commit_every=500)
def _(upload, n): return [upload.line([upload.steps(START, START + 1)], connection=f"c{k}") for k in range(n)]


@row("copies of one sample", 3000)
def _(upload, n):
    sample = upload.steps(START, START + 1)
    return [upload.line([sample] * n)]


@row("versions of one sample", 2000)
def _(upload, n):
    sample = upload.steps(START, START + 1)
    return [upload.line([{**sample, "version": k, "value": k} for k in range(n)])]


@row("versions of samples that others follow", 1000)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    return [upload.line(samples + [{**sample, "version": 1, "value": 2} for sample in reversed(samples)])]


@row("metadata keys", 700)
def _(upload, n): return [upload.line([upload.steps(START, metadata={f"Key {k}": k for k in range(n)})])]


@row("metadata with unique sync identifiers", 1500)
def _(upload, n):
    return [upload.line([upload.steps(at, at + 1, metadata={
        "HKMetadataKeySyncIdentifier": upload.id(), "HKMetadataKeySyncVersion": 1}) for at in spread(n)])]


@row("metadata keys, each in samples of its own", 1500)
def _(upload, n): return [upload.line([upload.steps(at, at + 1, metadata={f"Key {at}": at}) for at in spread(n)])]


@row("equal keys of an upload", 40000)
def _(upload, n): return [upload.line([upload.steps(START)])[:-1] + ',"note":1' * n + "}"]


@row("equal keys of a sample", 40000)
def _(upload, n):
    return [upload.samples_text("[" + json.dumps(upload.steps(START))[:-1] + ',"value":1' * n + "}]")]


@row("equal keys of metadata", 6000)
def _(upload, n):
    return [upload.samples_text("[" + json.dumps(upload.steps(START))[:-1] + ',"metadata":{"a":0' + ',"a":1' * n + "}}]")]


@row("unknown keys of a sample", 4000)
def _(upload, n): return [upload.line([upload.steps(START, **{f"key{k}": k for k in range(n)})])]


@row("bytes of a text", 10000)
def _(upload, n): return [upload.line([upload.steps(START, metadata={"Note": "é\n" * n})])]


@row("digits of a number", 200000)
def _(upload, n): return [upload.samples_text("[" + json.dumps(upload.steps(START))[:-1] + ',"value":0.' + "1" * n + "}]")]


@row("factors of a unit", 4500)
def _(upload, n): return [upload.line([upload.steps(START, unit="·".join(["count"] * n))])]


@row("units", 1000)
def _(upload, n):
    return [upload.line([upload.steps(at, at + 1, unit="count" + "".join("·%" if k >> bit & 1 else "·count" for bit in range(16)))
                         for k, at in enumerate(spread(n))])]


@row("sources", 1000)
def _(upload, n): return [upload.line([upload.steps(at, at + 1, source=source(at)) for at in spread(n)])]


@row("devices", 1000)
def _(upload, n): return [upload.line([upload.steps(at, at + 1, device={"name": f"D{at}"}) for at in spread(n)])]


@row("sources, a day each", 90)
def _(upload, n):
    return [upload.line([upload.heart_rate(START - DAY * k, source=source(k)) for k in range(n)])]


@row("zones", 120)
def _(upload, n):
    import zoneinfo
    zones = sorted(name for name in zoneinfo.available_timezones() if "/" in name)
    return [upload.line([upload.steps(START + 60 * k, START + 60 * k + 1, metadata={"HKTimeZone": zones[k % len(zones)]})
                         for k in range(n)])]


@row("zones that are none", 1000)
def _(upload, n):
    return [upload.line([upload.steps(at, at + 1, metadata={"HKTimeZone": f"No/Zone{at}"}) for at in spread(n)])]


@row("deletions", 4000)
def _(upload, n): return [upload.line(deleted=[upload.id() for _ in range(n)])]


@row("deletions of ids of one millisecond", 4000)
def _(upload, n): return [upload.line(deleted=upload.time_ordered_ids(n))]


@row("deletions of neighbouring ids", 4000)
def _(upload, n): return [upload.line(deleted=upload.neighbours(n))]


@row("deletions of what is there", 1500)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    return [upload.line(samples)], [upload.line(deleted=[sample["id"] for sample in samples])]


@row("deletions, one an upload, in one commit", 400, commit_every=100000)
def _(upload, n):
    samples = [upload.steps(at, at + 1) for at in spread(n)]
    return [upload.line(samples)] + [upload.line(deleted=[sample["id"]]) for sample in samples]


@row("one sample where many ids were deleted", 8000)
def _(upload, n):
    return ([upload.line(deleted=[upload.id() for _ in range(n)])],
            [upload.line([upload.steps(at, at + 1)]) for at in spread(20)])


@row("one sample where many ids of one millisecond were deleted", 8000)
def _(upload, n):
    ids = upload.time_ordered_ids(n + 20)
    return ([upload.line(deleted=ids[:n])],
            [upload.line([upload.steps(at, at + 1, id=id)]) for at, id in zip(spread(20), ids[n:])])


@row("one deletion where many ids of one millisecond were deleted", 8000)
def _(upload, n):
    ids = upload.time_ordered_ids(n + 20)
    return [upload.line(deleted=ids[:n])], [upload.line(deleted=[id]) for id in ids[n:]]


@row("one deletion where many samples are", 2000)
def _(upload, n):
    lines = [upload.line(samples) for samples in history(upload.heart_rate, n)]
    return lines, [upload.line(deleted=[upload.id()]) for _ in range(10)]


@row("one sample where many samples are", 2000)
def _(upload, n):
    lines = [upload.line(samples) for samples in history(upload.heart_rate, n)]
    return lines, [upload.line([upload.heart_rate(at)]) for at in spread(20)]
