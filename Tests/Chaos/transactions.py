"""Kafka's own log files, read for what no client tells: to which transaction each record belongs, and how that ended.

The format is that of record batches of version 2 (https://kafka.apache.org/documentation/#recordbatch).
"""
import bisect, collections, struct

HEADER = struct.Struct(">qiibIhiqqqhii")
TRANSACTIONAL, CONTROL = 0x10, 0x20

# `first` and `last` are offsets of records, `end` is "commit", "abort", "open", or "none" for records outside of any.
Span = collections.namedtuple("Span", "first last end marker producer")


def spans(folder):
    """The batches of one partition, in order, each with the end of its transaction."""
    found, waiting = [], {}
    for file in sorted(folder.glob("*.log")):
        for batch in batches(file.read_bytes()):
            first, last, attributes, producer, marker = batch
            if attributes & CONTROL:
                for index in waiting.pop(producer, []):
                    found[index] = found[index]._replace(end="commit" if marker == 1 else "abort", marker=first)
            else:
                end = "open" if attributes & TRANSACTIONAL else "none"
                if end == "open": waiting.setdefault(producer, []).append(len(found))
                found.append(Span(first, last, end, None, producer))
    return found


def batches(data):
    """(first offset, last offset, attributes, producer, kind of marker) of each whole batch."""
    at = 0
    while at + HEADER.size <= len(data):
        base, length, _, magic, _, attributes, delta, _, _, producer, _, _, _ = HEADER.unpack_from(data, at)
        if length <= 0 or magic != 2 or at + 12 + length > len(data): return
        marker = control_kind(data, at + HEADER.size) if attributes & CONTROL else None
        yield base, base + delta, attributes, producer, marker
        at += 12 + length


def control_kind(data, at):
    """0 for an abort, 1 for a commit: the second 16 bits of the control record's key."""
    _, at = varint(data, at)
    # One byte of attributes; then times, offsets and the key's length.
    at += 1
    for _ in range(3): _, at = varint(data, at)
    return struct.unpack_from(">hh", data, at)[1]


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80: return value, at


class Ends:
    """How the transaction of each record of a partition ended."""

    def __init__(self, rows):
        self.rows, self.firsts = rows, [row.first for row in rows]

    def of(self, offset):
        """The record's span, None where the log has no such record."""
        index = bisect.bisect_right(self.firsts, offset) - 1
        if index < 0 or offset > self.rows[index].last: return None
        return self.rows[index]


def read(data_folder, topics):
    """{(topic, partition): Ends} of these topics {name: partitions}."""
    return {(name, number): Ends(spans(data_folder / f"{name}-{number}"))
            for name in topics for number in range(topics[name])}
