"""Stores the FHIR bundles of fork-worker, and deletes resources that are no longer in them.

    kcat -b localhost:9092 -C -u -t fork.fhir.conn-7 -J | python3 receiver.py FILE [BASE]

Standard input has one record per line, as `kcat -J` or `fork-worker transform` prints it. FILE is an SQLite database. It contains
the resources, in the table `resource`. If BASE is given, the resources go to the FHIR server at that URL instead, and FILE
contains only what the receiver must remember. Records may come again, in any number: the result is the same.
"""
import json, queue, re, sqlite3, sys, threading, urllib.parse, urllib.request

DOCUMENT, CONNECTION = "urn:fork-worker:document", "urn:fork-worker:connection"
# All parts of a document are in one transaction, so that no pause is longer between them.
PAUSE_SECONDS = 1


def place(topic, key):
    """Returns the connection, the document and the number of the part that the record of a key has."""
    shared = re.search(r"\.fhir\.(app\..+|documents)$", topic)
    connection, name = key.split("/", 1) if shared else (topic.rsplit(".", 1)[-1], key)
    document, _, part = name.partition("#")
    return connection, document, int(part or 1)


def records(lines):
    """Yields topic, key and bundle of each record, None instead of the bundle for a tombstone, and None in a pause."""
    found = queue.Queue(1000)

    def read():
        for line in lines: found.put(line)
        found.put("")

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = found.get(timeout=PAUSE_SECONDS)
        except queue.Empty:
            yield None
            continue
        if not line: return
        if not line.strip(): continue
        record = json.loads(line)
        if ".fhir." not in record["topic"]: continue
        value = record["payload"] if "payload" in record else record["value"]
        yield record["topic"], record["key"], json.loads(value) if isinstance(value, str) else value


class Table:
    """A store of resources in SQLite."""

    def __init__(self, database):
        self.database = database
        database.execute(
            """
            CREATE TABLE IF NOT EXISTS resource (
                type TEXT, id TEXT, connection TEXT, document TEXT, json TEXT, PRIMARY KEY (type, id))
            """
        )
        database.execute("CREATE INDEX IF NOT EXISTS resource_tag ON resource (connection, document)")

    def take(self, bundle, connection, document):
        for entry in bundle.get("entry", []):
            kind, identifier = entry["request"]["url"].split("/")
            text = json.dumps(entry["resource"], ensure_ascii=False)
            self.database.execute(
                "INSERT OR REPLACE INTO resource VALUES (?, ?, ?, ?, ?)", (kind, identifier, connection, document, text))

    def tagged(self, connection, document, kinds):
        return [f"{kind}/{identifier}" for kind, identifier in self.database.execute(
            "SELECT type, id FROM resource WHERE connection = ? AND document = ?", (connection, document))]

    def delete(self, url):
        self.database.execute("DELETE FROM resource WHERE type = ? AND id = ?", url.split("/"))


class Server:
    """A FHIR server."""

    def __init__(self, base): self.base = base.rstrip("/")

    def request(self, method, url, body=None):
        """Returns the answer; an error has the status and the URL, but nothing of a person's health."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/fhir+json", "accept": "application/fhir+json"}
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=60) as answer:
            return json.loads(answer.read() or b"{}")

    def take(self, bundle, connection, document):
        if not bundle.get("entry"): return
        answer = self.request("POST", self.base, bundle)
        for entry, row in zip(bundle["entry"], answer["entry"], strict=True):
            status = row["response"]["status"]
            if status[:1] != "2": raise RuntimeError(f"PUT {entry['request']['url']}: {status}")

    def tagged(self, connection, document, kinds):
        tags = [("_tag", f"{DOCUMENT}|{document}"), ("_tag", f"{CONNECTION}|{connection}"), ("_elements", "id")]
        for kind in kinds:
            url = f"{self.base}/{kind}?{urllib.parse.urlencode(tags)}"
            while url:
                page = self.request("GET", url)
                for entry in page.get("entry", []): yield f"{kind}/{entry['resource']['id']}"
                url = next((link["url"] for link in page.get("link", []) if link["relation"] == "next"), None)

    def delete(self, url): self.request("DELETE", f"{self.base}/{url}")


class Receiver:
    """Applies records to a store. It remembers which resources are in which part of a document."""

    def __init__(self, path, base=None):
        self.database = sqlite3.connect(path)
        self.database.execute(
            """
            CREATE TABLE IF NOT EXISTS part (
                connection TEXT, document TEXT, number INTEGER, urls TEXT, PRIMARY KEY (connection, document, number))
            """
        )
        # The types of resources that a document ever had: a server is searched by type.
        self.database.execute(
            "CREATE TABLE IF NOT EXISTS kind (connection TEXT, document TEXT, kind TEXT, PRIMARY KEY (connection, document, kind))")
        self.store = Server(base) if base else Table(self.database)
        self.open = None

    def apply(self, topic, key, bundle):
        """Takes the resources of a part, or notes that the part is gone."""
        connection, document, number = place(topic, key)
        if self.open != (connection, document): self.finish()
        self.open = connection, document
        entries = (bundle or {}).get("entry", [])
        # Two people have documents of one name: without a second tag, a server could not tell them apart.
        for entry in entries: entry["resource"]["meta"]["tag"].append({"system": CONNECTION, "code": connection})
        urls = [entry["request"]["url"] for entry in entries]
        with self.database:
            for url in urls:
                self.database.execute("INSERT OR IGNORE INTO kind VALUES (?, ?, ?)", (*self.open, url.split("/")[0]))
        if bundle: self.store.take(bundle, connection, document)
        with self.database:
            self.database.execute("DELETE FROM part WHERE (connection, document, number) = (?, ?, ?)", (*self.open, number))
            if bundle: self.database.execute("INSERT INTO part VALUES (?, ?, ?, ?)", (*self.open, number, json.dumps(urls)))

    def finish(self):
        """Deletes what bears the tag of the last document and is in none of its parts.

        Only after all parts have come: a resource can move from one part to the next.
        """
        if self.open is None: return
        rows = self.database.execute("SELECT urls FROM part WHERE (connection, document) = (?, ?)", self.open)
        live = {url for row in rows for url in json.loads(row[0])}
        kinds = [row[0] for row in self.database.execute("SELECT kind FROM kind WHERE (connection, document) = (?, ?)", self.open)]
        for url in list(self.store.tagged(*self.open, kinds)):
            if url not in live: self.store.delete(url)
        self.database.commit()
        self.open = None


def main(path, base=None):
    receiver = Receiver(path, base)
    for record in records(sys.stdin):
        if record is None: receiver.finish()
        else: receiver.apply(*record)
    receiver.finish()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3): sys.exit(__doc__)
    main(*sys.argv[1:])
