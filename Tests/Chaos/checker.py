"""What must hold of a run, under the names that Jepsen's Kafka tests have made known. Pure: lists in, sentences out.

Each function says what is wrong, one sentence a fault, and an empty list when all is well.
"""
import bisect, collections, json
from broker import DOCUMENTS
from records import without_cause
from uploads import NAMED_IN_DOCUMENTS


def lost_writes(expected, live):
    """Documents that `transform --final` makes of the same uploads and Kafka does not have, or has otherwise.

    Both are {(topic, key): value}."""
    faults = [f"lost write: {name(key)} is missing" for key in sorted(expected.keys() - live.keys())]
    faults += [f"lost write: {name(key)} should be gone" for key in sorted(live.keys() - expected.keys())]
    for key in sorted(expected.keys() & live.keys()):
        if without_cause(json.loads(expected[key])) != without_cause(json.loads(live[key])):
            faults.append(f"lost write: {name(key)} is not what its samples make")
    return faults


def duplicates(revisions, jobs, letters, emptied=()):
    """The same twice: a revision after itself, a job, an upload's change of a type in two jobs, a refusal.

    `emptied` are the topics that were deleted. They have lost what they say a tombstone of; and where a change has filled
    one again, what it wrote is among all that is then published again."""
    faults, last = [], {key: "" for key in ((row.topic, row.key) for row in revisions) if key[0] in emptied}
    for row in revisions:
        key = (row.topic, row.key)
        is_republished = row.topic in emptied and not row.upload
        # The first tombstone of a key is one too many too.
        if last.get(key) == row.content and not is_republished:
            faults.append(f"duplicate: {name(key)} is written again as it was, at {row.offset}")
        last[key] = row.content
    faults += [f"duplicate: job {id} is there {count} times" for id, count in repeated((row.id, row.part) for row in jobs)]
    pairs = ((upload, row.data_type, row.part) for row in jobs for upload in row.uploads)
    faults += [f"duplicate: {pair} is in {count} jobs" for pair, count in repeated(pairs)]
    refusals = ((row.place, row.path) for row in letters)
    return faults + [f"duplicate: {place} is refused {count} times" for place, count in repeated(refusals)]


def aborted_reads(places, ends, revisions, possible, offsets):
    """G1a: records that a read_committed reader got though their transaction has not committed, or there was none; and
    revisions that no upload makes, as a half of a transaction would be.

    `places` is {(topic, partition): offsets read}, `ends` the Kafka log's word on them, `possible` the model's revisions
    by each rules that were in force, `offsets` says where the first of each upload id lies."""
    faults = []
    for place in sorted(places):
        for offset in places[place]:
            span = ends[place].of(offset)
            end = "no record" if span is None else span.end
            if end != "commit": faults.append(f"aborted read: {place[0]} {place[1]} at {offset}: {end}")
    return faults + impossible(revisions, possible, offsets)


def impossible(revisions, possible, offsets):
    """Revisions that are no state of their document, or one from before the upload that they name or before the last.

    A commit takes several uploads, so not each state need be there; and it names the last upload whose doing is left, so
    the state may be that of a later one, which took something back that came in the same commit. While rules change, each
    revision may be by any of them."""
    faults, last = [], {}
    # Of each key and rules: the places of the uploads that change it, and what it is from each on; nothing at first.
    histories = [collections.defaultdict(lambda: ([-1], [None])) for _ in possible]
    for history, rows in zip(histories, possible):
        for row in rows:
            history[row.topic, row.key][0].append(offsets[row.upload])
            history[row.topic, row.key][1].append(row.content)
    for row in revisions:
        key, least = (row.topic, row.key), offsets.get(row.upload, -1)
        least = max(least, last.get(key, -1))
        found = [earliest(*history[key], row.content, least) for history in histories]
        found = [place for place in found if place is not None]
        if found: last[key] = min(found)
        else: faults.append(f"aborted read: {name(key)} at {row.offset} is not what it was after upload {row.upload}")
    return faults


def earliest(places, contents, content, least):
    """The first place, not before `least`, at which a document was this; None when it never was from there on."""
    for index in range(bisect.bisect_right(places, least) - 1, len(places)):
        if contents[index] == content: return max(places[index], least)
    return None


def unseen(acknowledged, uploads, committed, accounts, live):
    """Acknowledged uploads that are not there, not consumed, or have samples that should be seen and are not.

    `committed` is {partition: offset}, `accounts` has the samples that were not deleted in the end."""
    found = {(row.partition, row.offset) for row in uploads}
    faults = [f"unseen: {place} was acknowledged and is not there" for place in sorted(set(acknowledged) - found)]
    late = [row for row in uploads if row.offset >= committed.get(row.partition, 0)]
    faults += [f"unseen: {row.partition} {row.offset} is not consumed" for row in late]
    shown = collections.defaultdict(set)
    for (topic, key), value in live.items():
        if key.startswith(("heart/", "sleep/")): shown[topic] |= ids(json.loads(value))
    for connection, id, type, *_ in sorted(accounts.living()):
        if type in NAMED_IN_DOCUMENTS and id not in shown[DOCUMENTS + connection]:
            faults.append(f"unseen: sample {id} of {connection} is in no document")
    return faults


def ids(node):
    """All ids below a node of a document."""
    if isinstance(node, list): return set().union(*map(ids, node)) if node else set()
    if not isinstance(node, dict): return set()
    below = set().union(*map(ids, node.values())) if node else set()
    return below | {node["id"]} if isinstance(node.get("id"), str) else below


def non_monotonic(samples, revisions, ends, offsets):
    """What goes back: the group's offsets while they were watched; the uploads that the transactions of a topic speak of.

    `samples` is a list of (time, {partition: offset}), `offsets` says where the first of each upload id lies."""
    faults, highest = [], {}
    for at, now in samples:
        for partition, offset in now.items():
            if offset < highest.get(partition, 0):
                faults.append(f"non-monotonic: partition {partition} was committed up to {highest[partition]}, then {offset}")
            highest[partition] = max(offset, highest.get(partition, 0))
    before, current = {}, {}
    for row in revisions:
        # What comes of other rules, or of a topic that was deleted, speaks of none.
        if not row.upload: continue
        span, offset, place = ends[row.topic, row.partition].of(row.offset), offsets.get(row.upload, -1), row.topic
        marker = span.marker if span else None
        if current.get(place, (None, 0))[0] != marker:
            before[place] = current.get(place, (None, -1))[1]
            current[place] = (marker, -1)
        if offset <= before[place]:
            faults.append(f"non-monotonic: {place} at {row.offset} speaks of an upload of an earlier transaction")
        current[place] = (marker, max(offset, current[place][1]))
    return faults


def other_jobs(jobs, live, settings):
    """Connections whose jobs, laid over one another, are not what lies in their topic."""
    faults, folded = [], collections.defaultdict(dict)
    for row in sorted(jobs, key=lambda row: (row.partition, row.offset)):
        for id, document in row.documents: folded[row.connection][id] = document
    topics = collections.defaultdict(dict)
    for (topic, key), value in live.items(): topics[topic][key] = without_cause(json.loads(value))
    for row in settings:
        connection = row["connection_id"]
        if "callback_url" not in row:
            if folded[connection]: faults.append(f"jobs: {connection} asked for none")
            continue
        mine = {id: without_cause(value) for id, value in folded[connection].items() if value is not None}
        if mine != topics[DOCUMENTS + connection]: faults.append(f"jobs: those of {connection} do not fold to its topic")
    return faults


def other_letters(expected, found):
    """Refusals that are missing, or that nobody should have got: by place, code, pointer and bytes."""
    wanted = collections.Counter(row[:4] for row in expected)
    got = collections.Counter(row[:4] for row in found)
    faults = [f"dead letters: {row[:3]} is missing" for row in sorted(wanted - got, key=str)]
    return faults + [f"dead letters: {row[:3]} should not be there" for row in sorted(got - wanted, key=str)]


def not_forgotten(uploads, letters, asked, done):
    """Uploads of people who are forgotten that have left more than they may.

    What is no newer than the order leaves nothing; what came after it was obeyed is refused without what it holds; what
    was refused before the order stays. `asked` and `done` are {connection: seconds}."""
    faults, found = [], collections.defaultdict(list)
    for row in letters: found[row.place].append(row)
    for upload in uploads:
        rows, where = found[upload.place], f"forgotten: {upload.key}, upload {upload.partition} {upload.offset}"
        if upload.at <= asked[upload.key]:
            if any(row.is_omitted for row in rows): faults.append(f"{where} is refused, not passed over")
        elif upload.at > done[upload.key]:
            if any(row.value for row in rows): faults.append(f"{where}: its letter says what it holds")
            if upload.id and [row.code for row in rows] != ["connectionIsClosed"]:
                faults.append(f"{where}: refused as {[row.code for row in rows]}")
    return faults


def wrong_accounts(counted, logged, total, strangers=(), forgotten=()):
    """Uploads whose samples are not accounted for: what the workers' logs say of each, against a count of our own.

    `counted` is {place: counts}, `logged` a list of (place, counts), `total` what transform counts of all
    but `strangers`, uploads under another's key; what is counted of `forgotten` depends on when it came."""
    faults = [f"accounting: {place} was counted {count} times" for place, count in repeated(place for place, _ in logged)]
    for place, counts in [*logged, *counted.items()]:
        if not is_balanced(counts): faults.append(f"accounting: {place}: samples in are not the sum of their fates: {counts}")
    for place, counts in logged:
        if place not in forgotten and counts != counted.get(place): faults.append(f"accounting: {place}: {counts}, should be {counted.get(place)}")
    for field in total.keys() & next(iter(counted.values()), {}).keys():
        mine = sum(counts[field] for place, counts in counted.items() if place not in strangers)
        if mine != total[field]: faults.append(f"accounting: transform counts {total[field]} {field}, should be {mine}")
    return faults


def is_balanced(counts):
    fates = ("new", "duplicates", "replaced", "deleted_before_arrival", "refused")
    return counts["samples_in"] == sum(counts[fate] for fate in fates)


def repeated(values):
    return [(value, count) for value, count in collections.Counter(values).items() if count > 1]


def name(key): return f"{key[1]} of {key[0].removeprefix(DOCUMENTS)}"
