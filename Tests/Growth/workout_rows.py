"""Further rows of the growth table: workouts that stand for others, that overlap, or that are deleted while samples name them."""
from rows import DAY, row, spread
from same_rows import SINGLE, ascending, day, deletions, tens
from uploads import START, source


# Workouts of one external id.


def shared(upload, n):
    metadata = {"HKExternalUUID": "one"}
    return ascending([upload.workout(at, at + 60, metadata=metadata) for at in day(n)])


@row("workouts of one external id", 400)
def _(upload, n): return [upload.line(shared(upload, n))]


@row("workouts of one external id, least id last, in one commit", 400, commit_every=100000)
def _(upload, n): return tens(upload, shared(upload, n)[::-1])


@row("external ids of two workouts each", 400)
def _(upload, n):
    return [upload.line([upload.workout(at, at + 60, metadata={"HKExternalUUID": f"{k // 2}"})
                         for k, at in enumerate(day(n))])]


@row("a deletion of the workout that shows of one external id", 400)
def _(upload, n):
    workouts = shared(upload, n)
    return [upload.line(workouts)], deletions(upload, workouts[:SINGLE])


@row("deletions of the workout that shows, in one commit", 300, commit_every=100000)
def _(upload, n):
    workouts = shared(upload, n)
    return [upload.line(workouts)] + deletions(upload, workouts)


def naming(upload, workouts):
    """Returns a sample for each workout, outside of all workouts."""
    first = START + 2 * DAY
    return [upload.heart_rate(first + k, workout_id=workout["id"]) for k, workout in enumerate(workouts)]


@row("samples that each name a workout that does not show", 400)
def _(upload, n):
    workouts = shared(upload, n)
    return [upload.line(workouts + naming(upload, workouts))]


@row("samples that each name one, and a deletion of what shows", 400)
def _(upload, n):
    workouts = shared(upload, n)
    return [upload.line(workouts + naming(upload, workouts))], deletions(upload, workouts[:SINGLE])


# Workouts that overlap, of which one is primary.


@row("workouts of two sources that all overlap", 400)
def _(upload, n):
    return [upload.line([upload.workout(START + k, START + 10000 - k, source=source(k % 2)) for k in range(n)])]


@row("workouts of two sources that all overlap, in one commit", 400, commit_every=100000)
def _(upload, n):
    return tens(upload, [upload.workout(START + k, START + 10000 - k, source=source(k % 2)) for k in range(n)][::-1])


@row("one workout where many of two sources overlap", 400)
def _(upload, n):
    workouts = [upload.workout(START + k, START + 10000 - k, source=source(k % 2)) for k in range(n)]
    # Each is the best of all, and makes all workouts of the other source not primary: all are written again.
    more = [upload.workout(START - k, START + 10000 + k, source=source(k % 2)) for k in range(1, 4)]
    return [upload.line(workouts)], [upload.line([workout]) for workout in more]


def link(upload, number, length):
    """Returns one of a chain of workouts: it overlaps those before and after it for more than half of its time."""
    at = START - 30 * DAY + 1500 * number
    return upload.workout(at, at + length, source=source(number % 2))


# Each is better than the next, so every second one is primary; a better one at the head makes the others primary.
@row("a workout at the head of a chain of workouts", 200)
def _(upload, n):
    head = link(upload, -1, 3700)
    chain = [link(upload, number, 3600 - number / 10) for number in range(n)]
    return [upload.line(chain)], [upload.line([head]), upload.line(deleted=[head["id"]])]


# Workouts that are deleted while samples name them.


@row("deletions of two workouts that many samples name", 1000)
def _(upload, n):
    workouts = [upload.workout(START, START + 2 * n) for _ in range(2)]
    samples = [upload.heart_rate(at, workout_id=workouts[k % 2]["id"]) for k, at in enumerate(spread(n))]
    return [upload.line(workouts + samples)], deletions(upload, workouts)


@row("deletions of workouts that a sample each names", 300)
def _(upload, n):
    workouts = [upload.workout(at, at + 60) for at in day(n)]
    samples = naming(upload, workouts)
    return [upload.line(workouts + samples)], [upload.line(deleted=[workout["id"] for workout in workouts])]


@row("samples that each name a deleted workout", 1000)
def _(upload, n):
    ids = [upload.id() for _ in range(n)]
    return [upload.line(deleted=ids)], [upload.line([upload.heart_rate(at, workout_id=id) for at, id in zip(spread(n), ids)])]
