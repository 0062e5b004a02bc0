"""A stand-in for the worker that serves the console page and answers its API, until the tests run against a real one.

Documents, changes and explanations come from `fork-worker transform` and `explain`, so they are what a worker would answer.
The figures of the worker itself are invented. `fake_worker.py [PORT]` serves it for looking; `Fake` is for tests, which set
`faults` to see the page in each of its states.
"""

import hashlib
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo

import people

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "Sources/Serving/Console/Page"
BINARY = os.environ.get("FORK_WORKER", str(HERE.parent.parent / ".build/release/fork-worker"))
EPOCH = 978307200
KINDS = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".svg": "image/svg+xml"}
HEADERS = {
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                               "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
                               "trusted-types 'none'"}


def rfc(seconds):
    """Returns a Unix time as RFC 3339."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def partition(connection):
    """Returns the partition of a connection; any function of the id will do here."""
    return zlib.crc32(connection.encode()) % 6


class Data:
    """The documents, changes and explanations of the invented people."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.uploads = pathlib.Path(self.folder.name, "uploads.ndjson")
        self.settings = pathlib.Path(self.folder.name, "settings.ndjson")
        lines = people.uploads()
        self.uploads.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.settings.write_text("".join(json.dumps(line) + "\n" for line in people.SETTINGS))
        self.collected, self.documents, self.changes, self.explained = {}, {}, {}, {}
        for line in lines:
            self.collected[line["connection_id"]] = max(self.collected.get(line["connection_id"], ""), line["collected_at"])
        for record in self.records("--final"):
            document = record["value"]
            for name in ("collected_at", "user_id"):
                document.pop(name, None)
            self.documents.setdefault(record["topic"].rsplit(".", 1)[1], []).append(document)
        for documents in self.documents.values():
            documents.sort(key=lambda entry: (entry["type"], entry["start_date"], entry["id"]))
        self.change(lines)

    def records(self, *arguments):
        """Returns the document records that transform prints."""
        command = [BINARY, "transform", *arguments, "--connections", str(self.settings), str(self.uploads)]
        output = subprocess.run(command, capture_output=True, check=True).stdout
        return [record for record in map(json.loads, output.splitlines()) if record["topic"].startswith("fork.connection.")]

    def change(self, lines):
        """Notes which upload wrote and deleted which documents."""
        times = {line["upload_id"]: line["collected_at"] for line in lines}
        for record in self.records():
            key, headers = record["topic"].rsplit(".", 1)[1], record["headers"]
            entries = self.changes.setdefault(key, [])
            if not entries or entries[-1]["upload_id"] != headers["fork-upload"]:
                entries.append({"time": times[headers["fork-upload"]], "upload_id": headers["fork-upload"], "jobs": 1, "documents": []})
            entries[-1]["documents"].append({"id": record["key"], "op": headers["fork-op"]})

    def explain(self, connection, document):
        """Returns the figures of `explain`, without what only the uploads know."""
        if (connection, document) not in self.explained:
            command = [BINARY, "explain", connection, document, "--uploads", str(self.uploads), "--connections", str(self.settings), "--json"]
            output = subprocess.run(command, capture_output=True, check=True).stdout
            self.explained[connection, document] = [json.loads(line) for line in output.splitlines()][:-1]
        figures = []
        for line in self.explained[connection, document]:
            samples = [entry for entry in line["samples"] if entry["why"] not in ("copy", "deleted", "refused")]
            more = sum(line["reasons"].values()) - len(line["samples"]) + max(0, len(samples) - 200)
            figures.append({"figure": line["figure"], "value": line["values"], "samples": samples[:200]} | ({"more": more} if more else {}))
        return figures


class Answer(Exception):
    """An answer that is not 200."""

    def __init__(self, status, code, message, headers=None, **beside):
        super().__init__(message)
        self.status, self.headers = status, headers or {}
        self.body = {"error": {"code": code, "message": message}} | beside


class Fault:
    """What one path of the API answers instead: `times` answers, or each of them."""

    def __init__(self, path, answer=None, delay=0.0, times=None, body=None):
        self.path, self.answer, self.delay, self.times, self.body = re.compile(path), answer, delay, times, body


class Fake:
    """A worker with a console on a port of 127.0.0.1."""

    shared = None

    def __init__(self, port=0, token=None, health_data=True, idle_lock=900):
        Fake.shared = Fake.shared or Data()
        self.data, self.token, self.health_data, self.idle_lock = Fake.shared, token, health_data, idle_lock
        self.faults, self.asked, self.running, self.most = [], [], 0, 0
        self.extra, self.frozen, self.pending, self.differs, self.summary = {}, set(), [], [], {}
        self.lock, self.begun = threading.Lock(), time.time()
        self.server = ThreadingHTTPServer(("127.0.0.1", port), type("Handler", (Handler,), {"fake": self}))
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/console/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        """Stops serving."""
        self.server.shutdown()
        self.server.server_close()

    def answer(self, path, query, headers):
        """Returns the JSON of one path under `/api/v1/`."""
        for fault in list(self.faults):
            if fault.path.fullmatch(path) and fault.times != 0:
                if fault.times is not None:
                    fault.times -= 1
                time.sleep(fault.delay)
                if fault.answer:
                    raise fault.answer
                if fault.body is not None:
                    return fault.body
        given = headers.get("Authorization")
        allowed = self.token is None or given == f"Bearer {self.token}"
        if path == "session":
            state = "none" if self.token is None else "ok" if allowed else "needed"
            return {"token": state, "health_data": self.health_data, "idle_lock": self.idle_lock}
        if not allowed and (given or path.split("/")[0] not in ("worker", "history", "refusals")):
            raise Answer(401, "unauthorized", "This needs a token of --console-token-file.", {"WWW-Authenticate": "Bearer"})
        parts = path.split("/", 3)
        if parts[0] == "connections":
            if not self.health_data:
                raise Answer(403, "healthDataOff", "This worker shows no health data: start it with --console-health-data.")
            return self.connections(query) if len(parts) == 1 else self.connection(parts[1], parts[2:], query)
        if len(parts) == 1 and hasattr(self, f"get_{path}"):
            return getattr(self, f"get_{path}")(query)
        raise Answer(404, "notFound", "There is no such path.")

    # The worker

    def get_worker(self, _):
        now = time.time()
        since = now - self.begun
        states = [
            (0, 0, {}), (1, 0, {"rederiving": max(0, int(1204 - since * 3))}), (2, 0, {"lag": 2, "oldest_seconds": 0.4}),
            (3, 1, {"state": "restoring", "restored": min(0.99, 0.41 + since / 60), "lag": 318, "oldest_seconds": 12.2}), (4, 1, {}),
            (5, 1, {"state": "leftAlone", "reason": "fork.documents takes records of 900 kB, 1 MB are needed", "lag": 41, "oldest_seconds": 181}),
        ]
        lanes = [{"lane": lane, "state": "serving", "partitions": [
            {"partition": number, "state": "serving", "offset": 18204 + number * 977 + int(since * (2.1 + number / 10)),
             "committed": 18204 + number * 977, "lag": 0, "oldest_seconds": 0, "restored": 1, "rederiving": 0} | fields
            for number, owner, fields in states if owner == lane]} for lane in (0, 1)]
        settings = [("bootstrap-servers", "kafka-1:9092,kafka-2:9092", "environment"), ("group-id", "fork-worker", "default"),
                    ("group-instance-id", "worker-2", "environment"), ("topic-prefix", "fork.", "default"), ("lanes", "2", "flag"),
                    ("state-directory", "/var/lib/fork-worker", "flag"), ("commit-interval", "100ms", "default"),
                    ("output-topics", "single", "file"), ("sleep-threshold", "60min", "default"), ("state-retention", "400d", "default"),
                    ("source-priority", "Watch,iPhone", "default"), ("memory-limit", "512MiB", "default"),
                    ("kafka", "sasl.password=***", "file"), ("log-format", "json", "default"), ("http-address", "127.0.0.1:8080", "flag"),
                    ("console", "true", "flag"), ("console-health-data", "true", "flag")]
        return {
            "now": rfc(now), "started": rfc(now - 29100), "version": "0.2.0", "group": "fork-worker", "instance": "worker-2", "prefix": "fork.",
            "ready": False, "waiting_for": ["partition 3 is being restored"], "lanes": lanes,
            "totals": {"uploads": 41882, "samples_in": 4020117, "commits": 25011, "aborts": 0, "fences": 0, "jobs": 12990,
                       "samples": {"new": 3960001, "duplicates": 58110, "replaced": 1204, "deleted_before_arrival": 410, "refused": 392},
                       "refusals": {"invalidValue": 318, "invalidIdentifier": 41, "tooLate": 22, "decodingError": 9, "unauthorized": 2},
                       "documents": {"upsert": 88410, "delete": 1207}},
            "owed": {"the topic is not compacted": 2}, "memory": {"resident_bytes": 209_715_200, "limit_bytes": 536_870_912,
                                                                  "store_bytes": 2_254_857_830, "store_free_bytes": 51_539_607_552},
            "settings": [{"name": name, "value": value, "from": source} for name, value, source in settings]} | self.extra

    def get_history(self, _):
        now, chance = math.floor(time.time() / 5) * 5, random.Random(7)
        lists = {name: [] for name in ("at", "uploads", "samples", "lag", "oldest_seconds", "p50", "p99", "resident_bytes", "cpu")}
        for index in range(180):
            burst = max(0, min((index - 92) / 10, (119 - index) / 13, 1))
            queue = max(0, min((index - 97) / 14, (127 - index) / 14, 1))
            lists["at"].append(rfc(now - 5 * (179 - index)))
            lists["uploads"].append(round(12 + chance.gauss(0, 0.7) + 62 * burst, 2))
            lists["samples"].append(round(1150 + chance.gauss(0, 70) + 6000 * burst, 1))
            lists["lag"].append(round(1242 * queue + abs(chance.gauss(0, 1.2))))
            lists["oldest_seconds"].append(round(16 * queue, 1))
            lists["p50"].append(None if 40 < index < 44 else round(0.041 + 0.1 * burst + chance.gauss(0, 0.002), 4))
            lists["p99"].append(None if 40 < index < 44 else round(0.096 + 0.22 * burst + chance.gauss(0, 0.008), 4))
            lists["resident_bytes"].append(round(2.0e8 + 3e7 * burst + chance.gauss(0, 8e5)))
            lists["cpu"].append(round(0.3 + 0.9 * burst, 3))
        return {"every": 5} | lists

    def get_refusals(self, query):
        rows, now = [], time.time()
        kinds = [("invalidValue", "/samples/2", "The unit … cannot be converted to mg/dL: they measure different things."),
                 ("invalidIdentifier", "/samples/1", "The type … is not an identifier of HealthKit that this version knows."),
                 ("tooLate", "/samples/18", "The sample starts on 2023-01-02, before the horizon 2023-03-14."),
                 ("decodingError", None, "This is not JSON, at byte 315."), ("connectionIsClosed", None, "The connection is closed.")]
        for index in range(204):
            code, path, message = kinds[(index * 7 + index // 5) % 5 if index % 3 else 0]
            rows.append({"time": rfc(now - 40 * index - 11), "topic": "fork.uploads", "partition": index % 6, "offset": 18204 - index,
                         "code": code, "message": message} | ({"path": path} if path else {}))
        code = query.get("code", [None])[0]
        return {"since": rfc(now - 29100), "refusals": [row for row in rows if code in (None, row["code"])][:200]}

    # Connections

    def connections(self, query):
        prefix, after = query.get("prefix", [""])[0], query.get("after", [""])[0]
        limit = int(query.get("limit", ["50"])[0])
        names = sorted(name for name in self.data.documents if name.startswith(prefix) and name > after)
        answer = {"connections": [{"id": name, "partition": partition(name), "collected_at": self.data.collected[name]} for name in names[:limit]],
                  "skipped": [{"partition": 3, "state": "restoring"}]}
        return answer | ({"next": names[limit - 1]} if len(names) > limit else {})

    def connection(self, name, parts, query):
        if name not in self.data.documents:
            raise Answer(404, "unknownConnection", "This worker has no such connection.")
        documents = [entry for entry in self.data.documents[name]]
        at = {"at": {"topic": "fork.uploads", "partition": partition(name), "offset": 18204}}
        zone = ZoneInfo("Europe/Vilnius")
        if not parts:
            days = [self.day(entry, zone) for entry in documents]
            types = {}
            for entry in documents:
                types[entry["type"]] = types.get(entry["type"], 0) + 1
            own = {"app_id": "fork-demo-app", "user_id": "demoEndUserId", "callback_host": "hooks.example.com",
                   "background_delivery": ["sleep", "steps"]} if name == "conn-7f3a" else {}
            newest = max(documents, key=lambda entry: entry["start_date"])
            return {"id": name} | at | {"collected_at": self.data.collected[name], "time_zone": newest["time_zone"], "closed": False,
                                        "first": min(days), "last": max(days), "documents": types, "frozen": len(self.frozen),
                                        "rederiving": False} | own | self.summary
        if parts[0] == "days":
            first, last = (date.fromisoformat(query[key][0]) for key in ("from", "to"))
            if (last - first).days >= 62:
                raise Answer(400, "badRequest", "from and to are more than 62 days apart.")
            days = {}
            for entry in documents:
                key = self.day(entry, zone)
                if first.isoformat() <= key <= last.isoformat():
                    days.setdefault(key, []).append({"id": entry["id"], "type": entry["type"]} | ({"frozen": True} if entry["id"] in self.frozen else {}))
            return at | {"days": [{"date": key, "documents": value} for key, value in sorted(days.items())]}
        if parts[0] == "changes":
            return {"since": self.data.changes[name][0]["time"], "changes": self.data.changes[name][::-1][:100]}
        if parts[0] == "explain":
            return self.explain(name, parts[1], query, at)
        if parts[0] == "documents":
            return self.one(documents, parts[1], at) if len(parts) > 1 else self.some(documents, query, at)
        raise Answer(404, "notFound", "There is no such path.")

    def explain(self, name, document, query, at):
        figures = self.data.explain(name, document)
        wanted = query.get("figure", [None])[0]
        if wanted:
            return at | {"figures": [figure for figure in figures if figure["figure"] == wanted]}
        return at | {"figures": [figure | {"samples": []} for figure in figures]}

    def one(self, documents, wanted, at):
        for entry in documents:
            if entry["id"] == wanted:
                if wanted in self.frozen:
                    return at | {"frozen": True}
                state = "pending" if wanted in self.pending else "differs" if wanted in self.differs else "same"
                return at | {"document": entry, "published": state, "frozen": False}
        raise Answer(404, "unknownDocument", "There is no such document.")

    def some(self, documents, query, at):
        kind, after = query.get("type", [None])[0], query.get("after", [None])[0]
        limit = int(query.get("limit", ["100"])[0])

        def bound(entry, key, add):
            zone = entry["time_zone"]
            zone = UTC if re.match(r"[+-]", zone) else ZoneInfo(zone)
            midnight = datetime.fromisoformat(query[key][0]).replace(tzinfo=zone) + timedelta(days=add)
            return midnight.timestamp() - EPOCH

        def fits(entry):
            return (kind in (None, entry["type"]) and ("from" not in query or entry["end_date"] > bound(entry, "from", 0))
                    and ("to" not in query or entry["start_date"] < bound(entry, "to", 1)))

        chosen = [entry for entry in documents if fits(entry)]
        if after:
            chosen = chosen[[entry["id"] for entry in chosen].index(after) + 1:]
        page, size = [], 0
        for entry in chosen[:limit]:
            size += len(json.dumps(entry))
            if page and size > 4 * 1024 * 1024:
                break
            page.append(entry)
        ids = [entry["id"] for entry in page]
        answer = at | {"documents": [entry for entry in page if entry["id"] not in self.frozen],
                       "frozen": [key for key in ids if key in self.frozen],
                       "pending": [key for key in ids if key in self.pending], "differs": [key for key in ids if key in self.differs]}
        return answer | ({"next": ids[-1]} if len(page) < len(chosen) else {})

    @staticmethod
    def day(entry, zone):
        """Returns the date on which a document is listed."""
        seconds = entry["end_date"] if entry["type"] == "sleep" else entry["start_date"]
        return datetime.fromtimestamp(seconds + EPOCH, zone).date().isoformat()


class Handler(BaseHTTPRequestHandler):
    """Answers requests with the headers of the worker."""

    protocol_version = "HTTP/1.1"
    fake = None

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == "/console":
            return self.send(308, b"", "text/plain", {"Location": "console/"})
        if url.path.startswith("/console/"):
            return self.file(url.path.removeprefix("/console/") or "index.html")
        if url.path.startswith("/api/v1/"):
            return self.api(unquote(url.path.removeprefix("/api/v1/")), parse_qs(url.query))
        return self.send(404, b"not found\n", "text/plain", {})

    def file(self, name):
        path = (PAGE / name).resolve()
        if not path.is_relative_to(PAGE) or not path.is_file() or path.suffix not in KINDS:
            return self.send(404, b"not found\n", "text/plain", {})
        body = path.read_bytes()
        headers = {"Cache-Control": "no-cache", "ETag": '"' + hashlib.sha256(body).hexdigest()[:32] + '"'}
        if self.headers.get("If-None-Match") == headers["ETag"]:
            return self.send(304, b"", KINDS[path.suffix], headers)
        return self.send(200, body, KINDS[path.suffix], headers)

    def api(self, path, query):
        fake, headers, status = self.fake, {"Cache-Control": "no-store"}, 200
        with fake.lock:
            fake.running += 1
            fake.most = max(fake.most, fake.running)
            fake.asked.append((time.time(), path, query, self.headers.get("Authorization")))
        try:
            body = fake.answer(path, query, self.headers)
        except Answer as answer:
            status, body = answer.status, answer.body
            headers |= answer.headers
        finally:
            with fake.lock:
                fake.running -= 1
        self.send(status, json.dumps(body).encode(), "application/json", headers)

    def send(self, status, body, kind, headers):
        self.send_response(status)
        for name, value in (HEADERS | headers | {"Content-Type": kind, "Content-Length": str(len(body))}).items():
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except ConnectionError:
            pass

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    served = Fake(int(sys.argv[1]) if len(sys.argv) > 1 else 8099)
    print(served.url, flush=True)
    threading.Event().wait()
