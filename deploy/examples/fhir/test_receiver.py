"""What the receiver makes of records: in SQLite, and on a FHIR server that has only what the receiver uses.

    python3 -m unittest test_receiver
"""
import http.server, json, pathlib, sqlite3, subprocess, sys, tempfile, threading, unittest, urllib.parse

import receiver

TOPIC = "fork.fhir.conn-7"


def resource(identifier, value, document, kind="Observation"):
    return {"resourceType": kind, "id": identifier, "valueInteger": value, "meta": {"tag": [{"system": receiver.DOCUMENT, "code": document}]}}


def record(key, *resources, topic=TOPIC):
    """A record as kcat prints it; without resources a tombstone."""
    entries = [{"resource": row, "request": {"method": "PUT", "url": f"{row['resourceType']}/{row['id']}"}} for row in resources]
    bundle = {"resourceType": "Bundle", "type": "batch", "entry": entries} if resources else None
    return {"topic": topic, "key": key, "payload": bundle and json.dumps(bundle)}


def heart(key, *values, **more):
    document = "/".join(key.split("#")[0].split("/")[-2:])
    return record(key, *(resource(name, value, document) for name, value in values), **more)


# Records, and the resources that are left with their values.
CASES = {
    "a resource is replaced": ([heart("heart/1", ("a", 1)), heart("heart/1", ("a", 2))], {"a": 2}),
    "a resource that is missing in a newer bundle is deleted":
        ([heart("heart/1", ("a", 1), ("b", 2)), heart("heart/2", ("c", 3)), heart("heart/1", ("b", 4))], {"b": 4, "c": 3}),
    "a tombstone deletes all resources of a document":
        ([heart("heart/1", ("a", 1)), heart("heart/2", ("c", 3)), record("heart/1")], {"c": 3}),
    "a second part adds resources": ([heart("heart/1", ("a", 1)), heart("heart/1#2", ("b", 2))], {"a": 1, "b": 2}),
    "a resource can move to the second part":
        ([heart("heart/1", ("a", 1), ("b", 2)), heart("heart/1", ("a", 1)), heart("heart/1#2", ("b", 2), ("c", 3))], {"a": 1, "b": 2, "c": 3}),
    "a resource can move to the first part":
        ([heart("heart/1", ("a", 1)), heart("heart/1#2", ("b", 2)), heart("heart/1", ("a", 1), ("b", 3)), record("heart/1#2")], {"a": 1, "b": 3}),
    "a tombstone of a part deletes only its resources":
        ([heart("heart/1", ("a", 1)), heart("heart/1#2", ("b", 2)), record("heart/1#2")], {"a": 1}),
    "a resource of another type is deleted too":
        ([record("clinical/1", resource("a", 1, "clinical/1", "Condition"), resource("b", 2, "clinical/1")),
          record("clinical/1", resource("b", 3, "clinical/1"))], {"b": 3}),
    "another person's document of one name stays":
        ([heart("conn-7/heart/1", ("a", 1), topic="fork.fhir.documents"), heart("conn-8/heart/1", ("b", 2), topic="fork.fhir.documents"),
          record("conn-7/heart/1", topic="fork.fhir.documents")], {"b": 2}),
    "records of other topics are skipped": ([{"topic": "fork.connection.conn-7", "key": "heart/1", "payload": "{}"}], {}),
}


class FakeServer(http.server.BaseHTTPRequestHandler):
    """Batches of PUT, search by tags with pages of one resource, and DELETE."""

    def do_POST(self):
        bundle = json.loads(self.rfile.read(int(self.headers["content-length"])))
        for entry in bundle["entry"]: self.server.resources[entry["request"]["url"]] = entry["resource"]
        self.answer({"entry": [{"response": {"status": self.server.status}} for _ in bundle["entry"]]})

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(url.query)
        kind, after = url.path.rsplit("/", 1)[-1], query.get("after", [""])[0]
        found = [row for _, row in sorted(self.server.resources.items()) if row["resourceType"] == kind and row["id"] > after and all(
            tag in [f"{own['system']}|{own['code']}" for own in row["meta"]["tag"]] for tag in query["_tag"])]
        page = {"entry": [{"resource": row} for row in found[:1]]}
        if len(found) > 1:
            more = urllib.parse.urlencode([*((key, value) for key in query if key != "after" for value in query[key]), ("after", found[0]["id"])])
            page["link"] = [{"relation": "next", "url": f"http://127.0.0.1:{self.server.server_port}{url.path}?{more}"}]
        self.answer(page)

    def do_DELETE(self):
        del self.server.resources[self.path.split("/", 2)[-1]]
        self.answer({})

    def answer(self, body):
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_): pass


class ReceiverTests(unittest.TestCase):
    def setUp(self): self.file = str(pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "store.db")

    def run_receiver(self, records, *base):
        lines = "".join(json.dumps(row) + "\n" for row in records)
        command = [sys.executable, receiver.__file__, self.file, *base]
        return subprocess.run(command, input=lines, text=True, capture_output=True, timeout=30)

    def rows(self):
        with sqlite3.connect(self.file) as database:
            return {identifier: json.loads(text)["valueInteger"] for identifier, text in database.execute("SELECT id, json FROM resource")}

    def test_the_table_has_what_the_newest_bundles_have(self):
        for name, (records, left) in CASES.items():
            with self.subTest(name):
                pathlib.Path(self.file).unlink(missing_ok=True)
                # The second run reads the topic from its beginning again.
                for _ in range(2):
                    done = self.run_receiver(records)
                    self.assertEqual((done.returncode, done.stderr, self.rows()), (0, "", left))

    def serve(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), FakeServer)
        server.resources, server.status = {}, "201 Created"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server, f"http://127.0.0.1:{server.server_port}/fhir/"

    def test_a_server_has_what_the_newest_bundles_have(self):
        for name, (records, left) in CASES.items():
            with self.subTest(name):
                server, base = self.serve()
                for forgets in (False, False, True):
                    if forgets: pathlib.Path(self.file).unlink()
                    done = self.run_receiver(records, base)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertEqual({row["id"]: row["valueInteger"] for row in server.resources.values()}, left)
                pathlib.Path(self.file).unlink()

    def test_a_refused_resource_ends_the_receiver(self):
        server, base = self.serve()
        server.status = "422 Unprocessable Entity"
        done = self.run_receiver([heart("heart/1", ("a", 1))], base)
        self.assertEqual(done.returncode, 1)
        self.assertIn("PUT Observation/a: 422", done.stderr)

    def test_resources_are_deleted_in_a_pause(self):
        process = subprocess.Popen([sys.executable, receiver.__file__, self.file], stdin=subprocess.PIPE, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.stdin.close)
        for row in (heart("heart/1", ("a", 1), ("b", 2)), heart("heart/1", ("a", 3))): process.stdin.write(json.dumps(row) + "\n")
        process.stdin.flush()
        waiter = threading.Event()
        for _ in range(200):
            try:
                if self.rows() == {"a": 3}: return
            except sqlite3.OperationalError: pass
            waiter.wait(0.1)
        self.fail("the resource is still there after 20 s")


if __name__ == "__main__": unittest.main()
