"""Finds what dispatchers did wrong, from the jobs of the topic and the requests that receivers got. Pure."""
import collections

# `offset` and `partition` are those of the job's record. A request's `sequence` is the offset plus the partition's base.
Due = collections.namedtuple("Due", "id connection partition offset")
# `said` is the receiver's answer: yes (2xx), stop (abort-message), no (anything else, or nothing). `begin` and `end` are
# times of one clock, or numbers of lines. `body` is a digest.
Request = collections.namedtuple("Request", "id connection sequence begin end said body is_verified")
NEVER = float("inf")
# Two requests may overlap for this long: the receiver notices late that a connection has ended.
SLACK_SECONDS = 0.25


def done_times(requests):
    """The first time at which each job was accepted or stopped."""
    times = {}
    for row in requests:
        if row.said != "no": times[row.id] = min(row.end, times.get(row.id, NEVER))
    return times


def lost(jobs, requests, dead):
    """Jobs that no receiver accepted, and that are not dead although a receiver stopped them."""
    accepted = {row.id for row in requests if row.said == "yes"}
    stopped = {row.id for row in requests if row.said == "stop"}
    for job in jobs:
        if job.id in accepted or (job.id in stopped and job.id in dead): continue
        yield f"job {job.id} of {job.connection} at {job.partition}:{job.offset} was never delivered"


def died(jobs, requests, dead):
    """Dead letters that no receiver asked for, more than one of a job, and those of no job."""
    stopped, known = {row.id for row in requests if row.said == "stop"}, {job.id for job in jobs}
    for id, codes in sorted(dead.items()):
        if id not in known: yield f"a dead letter has the unknown job {id}"
        elif len(codes) > 1: yield f"job {id} has {len(codes)} dead letters"
        elif id not in stopped or codes != ["aborted"]: yield f"job {id} is dead for {codes[0]}"


def unlike_jobs(jobs, requests):
    """Requests that are signed wrongly, that belong to no job, or whose content changed between attempts."""
    known, bodies, bases = {job.id: job for job in jobs}, {}, {}
    for row in requests:
        job = known.get(row.id)
        if not row.is_verified: yield f"a request for {row.connection} is not signed rightly"
        elif job is None: yield f"a request has the unknown id {row.id}"
        elif row.connection != job.connection: yield f"job {row.id} of {job.connection} is sent for {row.connection}"
        elif bases.setdefault(job.partition, row.sequence - job.offset) != row.sequence - job.offset:
            yield f"job {row.id} has sequence {row.sequence} instead of {bases[job.partition] + job.offset}"
        elif bodies.setdefault(row.id, row.body) != row.body: yield f"the body of job {row.id} changed"


def out_of_order(jobs, requests):
    """Jobs that were sent for the first time before an earlier one of their connection was done with."""
    done, first = done_times(requests), {}
    for row in requests: first[row.id] = min(row.begin, first.get(row.id, NEVER))
    for connection, rows in of_connections(jobs).items():
        latest, before = -NEVER, None
        for job in rows:
            if first.get(job.id, NEVER) < latest:
                yield f"{connection}: job {job.offset} was sent before job {before.offset} was done with"
            end = done.get(job.id, NEVER)
            if end > latest: latest, before = end, job


def of_connections(jobs):
    """The jobs of each connection in order."""
    rows = collections.defaultdict(list)
    for job in sorted(jobs, key=lambda job: (job.partition, job.offset)): rows[job.connection].append(job)
    return rows


def overlaps(requests):
    """Requests of a connection that were under way at the same time."""
    last = {}
    for row in sorted(requests, key=lambda row: row.begin):
        before = last.get(row.connection)
        if before and row.begin < before.end - SLACK_SECONDS:
            yield f"{row.connection}: sequences {before.sequence} and {row.sequence} were under way at once"
        if before is None or row.end > before.end: last[row.connection] = row


def doubles(requests):
    """The number of requests for jobs that had been accepted before."""
    accepted = collections.Counter(row.id for row in requests if row.said == "yes")
    return sum(accepted.values()) - len(accepted)


def quantile(values, share):
    """The value that this share of all values does not exceed; 0 if there is none."""
    rows = sorted(values)
    return rows[min(len(rows) - 1, int(share * len(rows)))] if rows else 0.0
