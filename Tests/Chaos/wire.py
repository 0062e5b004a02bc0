"""Kafka's protocol, as far as it must be understood from outside: https://kafka.apache.org/protocol

Frames of requests and answers, and what the client of the checks can't ask for, or not safely."""
import socket, struct

LEAVE_GROUP, DESCRIBE_GROUPS, END_TXN, TXN_OFFSET_COMMIT, OFFSET_DELETE = 13, 15, 26, 28, 47
# Of an EndTxn; from then on tagged fields, of which there are none, follow the last field.
FLEXIBLE_END_TXN = 3
SOCKET_SECONDS = 20


class Frames:
    """Cuts a stream of bytes into frames: each is four bytes of length and as many as they say."""

    def __init__(self): self.rest = bytearray()

    def take(self, data):
        """The frames that these bytes complete, each with its length before it."""
        self.rest += data
        found = []
        while len(self.rest) >= 4:
            end = 4 + struct.unpack_from(">i", self.rest)[0]
            if end < 4: raise ValueError("a frame of negative length")
            if len(self.rest) < end: break
            found.append(bytes(self.rest[:end]))
            del self.rest[:end]
        return found


def request(frame):
    """Api key, version and correlation id of a request."""
    return struct.unpack_from(">hhi", frame, 4)


def correlation(frame):
    """The correlation id of an answer."""
    return struct.unpack_from(">i", frame, 4)[0]


def is_commit(frame):
    """Whether a request asks for a transaction to be committed, not aborted."""
    key, version, _ = request(frame)
    return key == END_TXN and frame[-1 if version < FLEXIBLE_END_TXN else -2] == 1


def text(value): return struct.pack(">h", len(value)) + value.encode()


def leave_group(group, instances):
    """Version 3: takes static members out of a group by their names, whoever they are."""
    rows = b"".join(text("") + text(instance) for instance in instances)
    return framed(LEAVE_GROUP, 3, text(group) + struct.pack(">i", len(instances)) + rows)


def describe_group(group):
    """Version 4."""
    return framed(DESCRIBE_GROUPS, 4, struct.pack(">i", 1) + text(group) + b"\0")


def instances(answer):
    """The names of the static members in an answer to that."""
    reader = Reader(answer)
    reader.take(">i")
    if reader.take(">i") != 1 or reader.take(">h"): raise OSError("the group is not known now")
    for _ in range(4): reader.text()
    return [name for name in (member(reader) for _ in range(reader.take(">i"))) if name]


def member(reader):
    """A member's name, if it has one; the rest of it is passed over."""
    name = [reader.text() for _ in range(4)][1]
    for _ in range(2): reader.skip(reader.take(">i"))
    return name


class Reader:
    """The fields of an answer, one after the other."""

    def __init__(self, data): self.data, self.at = data, 0

    def take(self, form):
        value, = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return value

    def text(self):
        count = self.take(">h")
        if count < 0: return None
        self.at += count
        return self.data[self.at - count:self.at].decode()

    def skip(self, count): self.at += count


def delete_offsets(group, topic, partitions):
    """Version 0: the group has committed nothing of these partitions."""
    numbers = struct.pack(f">i{len(partitions)}i", len(partitions), *partitions)
    return framed(OFFSET_DELETE, 0, text(group) + struct.pack(">i", 1) + text(topic) + numbers)


def framed(key, version, body):
    head = struct.pack(">hhi", key, version, 1) + text("chaos")
    return struct.pack(">i", len(head) + len(body)) + head + body


def ask(address, frame):
    """Sends a request, and gives the answer's body."""
    with socket.create_connection(address, SOCKET_SECONDS) as line:
        line.sendall(frame)
        frames, found = Frames(), []
        while not found:
            data = line.recv(65536)
            if not data: raise OSError("the broker has closed the line")
            found = frames.take(data)
    return found[0][8:]
