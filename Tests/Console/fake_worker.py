"""A stand-in for the worker that serves the console page and answers its API, until the tests run against a real one.

Documents, changes and explanations come from `fork-worker transform` and `explain`, so they are what a worker would answer.
The figures of the worker itself are invented. `fake_worker.py [PORT]` serves it for looking; `Fake` is for tests, which set
`faults` to see the page in each of its states.
"""

import hashlib
import json
import pathlib
import re
import sys
import threading
import time
import zlib
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo

from figures import Figures
from invented import data

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "Sources/Serving/Console/Page"
EPOCH = 978307200
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'",
}


def partition(connection):
    """Returns the partition of a connection; any function of the id will do here."""
    return zlib.crc32(connection.encode()) % 6


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


class Fake(Figures):
    """A worker with a console on a port of 127.0.0.1."""

    def __init__(self, port=0, token=None, health_data=True, idle_lock=900, clock=time.time):
        self.data, self.token, self.health_data, self.idle_lock, self.clock = data(), token, health_data, idle_lock, clock
        self.faults, self.asked, self.running, self.most = [], [], 0, 0
        self.extra, self.frozen, self.pending, self.differs, self.summary = {}, set(), [], [], {}
        self.lock, self.begun = threading.Lock(), clock()
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
            # A caller on this machine needs no token for the views of the worker.
            state = "none" if given is None else "ok" if allowed and self.token else "needed"
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

    # Connections

    def connections(self, query):
        prefix, after = query.get("prefix", [""])[0], query.get("after", [""])[0]
        limit = int(query.get("limit", ["50"])[0])
        names = sorted(name for name in self.data.documents if name.startswith(prefix) and name > after)
        answer = {
            "connections": [
                {"id": name, "partition": partition(name), "collected_at": self.data.collected[name]} for name in names[:limit]
            ],
            "skipped": [{"partition": 3, "state": "restoring"}],
        }
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
            own = (
                {
                    "app_id": "fork-demo-app",
                    "user_id": "demoEndUserId",
                    "callback_host": "hooks.example.com",
                    "background_delivery": ["sleep", "steps"],
                }
                if name == "conn-7f3a"
                else {}
            )
            newest = max(documents, key=lambda entry: entry["start_date"])
            return (
                {"id": name}
                | at
                | {
                    "collected_at": self.data.collected[name],
                    "time_zone": newest["time_zone"],
                    "closed": False,
                    "first": min(days),
                    "last": max(days),
                    "documents": types,
                    "frozen": len(self.frozen),
                    "rederiving": False,
                }
                | own
                | self.summary
            )
        if parts[0] == "days":
            first, last = (date.fromisoformat(query[key][0]) for key in ("from", "to"))
            if (last - first).days >= 62:
                raise Answer(400, "badRequest", "from and to are more than 62 days apart.")
            days = {}
            for entry in documents:
                key = self.day(entry, zone)
                if first.isoformat() <= key <= last.isoformat():
                    days.setdefault(key, []).append(
                        {"id": entry["id"], "type": entry["type"]} | ({"frozen": True} if entry["id"] in self.frozen else {})
                    )
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
            return (
                kind in (None, entry["type"])
                and ("from" not in query or entry["end_date"] > bound(entry, "from", 0))
                and ("to" not in query or entry["start_date"] < bound(entry, "to", 1))
            )

        chosen = [entry for entry in documents if fits(entry)]
        if after:
            chosen = chosen[[entry["id"] for entry in chosen].index(after) + 1 :]
        page, size = [], 0
        for entry in chosen[:limit]:
            size += len(json.dumps(entry))
            if page and size > 4 * 1024 * 1024:
                break
            page.append(entry)
        ids = [entry["id"] for entry in page]
        answer = at | {
            "documents": [entry for entry in page if entry["id"] not in self.frozen],
            "frozen": [key for key in ids if key in self.frozen],
            "pending": [key for key in ids if key in self.pending],
            "differs": [key for key in ids if key in self.differs],
        }
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
