"""What should have come out: by `fork-worker transform` over the uploads as they lie in Kafka, and by a count of our own."""
import base64, json, subprocess
import records
from broker import ALL_DOCUMENTS, UPLOADS
from records import Letter, Revision, content


class Upload:
    """One record of fork.uploads."""
    __slots__ = ("partition", "offset", "key", "value", "at", "id", "is_stranger")

    def __init__(self, partition, offset, key, value, at=0.0):
        self.partition, self.offset, self.key, self.value, self.at = partition, offset, key, value, at
        try: body = json.loads(value or b"null")
        except ValueError: body = None
        id = body.get("upload_id") if isinstance(body, dict) else None
        # Its key is not its connection, which `transform` cannot know.
        self.is_stranger = id is not None and body["connection_id"] != key
        # None when it cannot be processed.
        self.id = None if self.is_stranger else id

    @property
    def place(self): return (UPLOADS, self.partition, self.offset)

    @property
    def body(self): return json.loads(self.value)


def read_uploads(broker):
    """All that are in the topic."""
    rows = []
    records.read(broker, {UPLOADS: broker.topics()[UPLOADS]}, lambda _, partition, offset, key, value, __, milliseconds:
                 rows.append(Upload(partition, offset, key, value, milliseconds / 1000)), "read_uncommitted")
    return rows


class Model:
    """`revisions`: what each upload, committed alone, makes of documents; `live`: what is left; `letters`; `accounting`;
    all of it by these rules, which are options of `transform`."""

    def __init__(self, program, folder, uploads, settings, rules=()):
        self.uploads, self.revisions, self.live, self.letters = uploads, [], {}, []
        files = {"uploads": [b"" if row.is_stranger or row.value is None else row.value for row in uploads],
                 "settings": [json.dumps(row).encode() for row in settings]}
        for name in files: (folder / f"{name}.ndjson").write_bytes(b"".join(row + b"\n" for row in files[name]))
        self.run(program, folder, rules)

    def run(self, program, folder, rules):
        command = [program, "transform", "--connections", str(folder / "settings.ndjson"), *rules,
                   str(folder / "uploads.ndjson")]
        with open(folder / "transform.log", "wb") as log, \
                subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log) as process:
            for line in process.stdout: self.take(line)
        words = (folder / "transform.log").read_text().splitlines()
        if process.returncode: raise SystemExit(f"transform ended with {process.returncode}: {words[-1:]}")
        self.accounting = json.loads(words[-1])["accounting"]
        final = subprocess.run([*command[:2], "--final", *command[2:]], capture_output=True, check=True).stdout
        for line in final.splitlines():
            topic, key, _, value = parts(line)
            self.live[topic, key] = value

    def take(self, line):
        if b'"fork-error-code"' in line.split(b'"value', 1)[0]: return self.take_letter(json.loads(line))
        topic, key, headers, value = parts(line)
        if not topic.startswith(ALL_DOCUMENTS): return
        self.revisions.append(Revision(topic, key, headers["fork-upload"], content(value), None, None))

    def take_letter(self, record):
        headers, upload = record["headers"], self.uploads[int(record["headers"]["fork-offset"])]
        if "value_base64" in record: value = base64.b64decode(record["value_base64"])
        else: value = (record["value"] or "").encode()
        code = headers["fork-error-code"]
        if upload.is_stranger: code, value = "invalidIdentifier", upload.value
        self.letters.append(Letter(upload.place, code, headers.get("fork-error-path", ""), value, None))


def parts(line):
    """Topic, key, headers and the bytes of the value of a line that `transform` prints."""
    line = line.rstrip(b"\n")
    head, _, value = line.partition(b',"value":')
    record = json.loads(head + b"}")
    return record["topic"], record["key"], record["headers"], None if value == b"null}" else value[:-1]


COUNTS = ("samples_in", "new", "duplicates", "replaced", "deleted_before_arrival", "refused", "deletions",
          "deletions_refused")


class Accounts:
    """Counts by the definition of a two-phase set what becomes of the samples of each upload."""

    def __init__(self, settings):
        self.settings = {row["connection_id"]: row for row in settings}
        self.versions, self.deleted = {}, set()

    def of(self, upload):
        """The counts of an upload; uploads of one connection come in their order."""
        counts = dict.fromkeys(COUNTS, 0)
        if upload.id is None: return self.unread(upload, counts)
        name, body = upload.key, upload.body
        rows = body["samples"]
        counts["samples_in"] = len(rows)
        gone = [row["id"] for row in body.get("deleted", [])]
        if self.settings[name].get("closed"): return dict(counts, refused=len(rows), deletions_refused=len(gone))
        counts["deletions"] = len(gone)
        self.deleted |= {(name, id) for id in gone}
        for row in rows: counts[self.fate(name, row)] += 1
        return counts

    def unread(self, upload, counts):
        if not upload.is_stranger: return counts
        rows, gone = len(upload.body["samples"]), len(upload.body.get("deleted", []))
        return dict(counts, samples_in=rows, refused=rows, deletions_refused=gone)

    def fate(self, name, row):
        if row["type"] == "HKQuantityTypeIdentifierNothing" or row.get("value") == -1: return "refused"
        allowed = self.settings[name].get("allowed_types")
        if allowed and row["type"] != "HKCategoryTypeIdentifierSleepAnalysis": return "refused"
        if (name, row["id"]) in self.deleted: return "deleted_before_arrival"
        identity = (name, row["id"], row["type"], row["start_date"])
        if row["type"] == "HKWorkoutTypeIdentifier": identity = (name, row["id"])
        version, known = row.get("version", 0), self.versions.get(identity)
        self.versions[identity] = version if known is None else max(version, known)
        return "new" if known is None else "replaced" if version > known else "duplicates"

    def living(self):
        """The samples that were accepted and not deleted since: (connection, id, type, start)."""
        return [row for row in self.versions if row[:2] not in self.deleted and len(row) == 4]
