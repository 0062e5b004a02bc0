"""Receives webhooks of fork-worker: verifies them, drops duplicates, and keeps the newest version of each document.

    WEBHOOK_SECRETS=whsec_... python3 receiver.py [FILE]

FILE is an SQLite database (default: in memory). PORT is the port (default: 8099; 0 selects a free one). WEBHOOK_SECRETS may
contain several secrets, separated by spaces, while you replace one.
"""
import base64, hashlib, hmac, http.server, json, os, sqlite3, sys, threading, time

TOLERANCE_SECONDS = 300
LONGEST_BODY = 16 << 20
# A job is retried for three days; a copy of it can come later only after somebody has sent it again.
REMEMBERED_SECONDS = 7 * 86_400


def keys(text):
    """Returns the keys of secrets that are separated by spaces. An empty key would let anybody sign."""
    found = []
    for secret in text.split():
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True) if secret.startswith("whsec_") else b""
        if not 24 <= len(key) <= 64:
            raise ValueError("a secret must be whsec_ and base64 of 24 to 64 bytes")
        found.append(key)
    if not found:
        raise ValueError("there is no secret")
    return found


def verified(keys, headers, body, now):
    """Returns whether a signature of the webhook fits one of the keys, and its time is right (Standard Webhooks 1.0)."""
    identifier, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not identifier or not (stamp.isascii() and stamp.isdigit() and len(stamp) <= 12):
        return False
    if abs(now - int(stamp)) > TOLERANCE_SECONDS:
        return False
    message = f"{identifier}.{stamp}.".encode() + body
    given = headers.get("webhook-signature", "").encode().split(b" ")
    for key in keys:
        wanted = b"v1," + base64.b64encode(hmac.digest(key, message, hashlib.sha256))
        if any(hmac.compare_digest(wanted, one) for one in given):
            return True
    return False


class Documents:
    """The newest version of each document, and the ids of webhooks that were applied."""

    def __init__(self, path=":memory:"):
        self.lock = threading.Lock()
        self.database = sqlite3.connect(path, check_same_thread=False)
        self.database.executescript(
            """
            CREATE TABLE IF NOT EXISTS webhook (id TEXT PRIMARY KEY, at INTEGER);
            CREATE INDEX IF NOT EXISTS webhook_at ON webhook (at);
            -- A deleted document keeps its row: its sequence rejects older versions that come late.
            CREATE TABLE IF NOT EXISTS document (
                connection TEXT, id TEXT, sequence INTEGER, op TEXT, json TEXT, PRIMARY KEY (connection, id));
            """
        )

    def apply(self, identifier, data, now):
        """Applies a webhook in one transaction; returns the ids of changed documents, or None for a duplicate."""
        with self.lock, self.database:
            self.database.execute("DELETE FROM webhook WHERE at < ?", (now - REMEMBERED_SECONDS,))
            if not self.database.execute("INSERT OR IGNORE INTO webhook VALUES (?, ?)", (identifier, now)).rowcount:
                return None
            changed = []
            for entry in data["documents"]:
                # An upsert without a document, of a thin webhook, means: read it from its topic.
                document = json.dumps(entry["document"]) if "document" in entry else None
                changed += self.database.execute(
                    """
                    INSERT INTO document VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET sequence = excluded.sequence, op = excluded.op, json = excluded.json
                    WHERE excluded.sequence > sequence RETURNING id
                    """,
                    (data["connection_id"], entry["id"], data["sequence"], entry["op"], document),
                ).fetchall()
            return [row[0] for row in changed]


class Handler(http.server.BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        self.close_connection = True
        length = self.headers.get("content-length", "")
        if not (length.isascii() and length.isdigit()) or int(length) > LONGEST_BODY:
            return self.answer(413 if length.isdigit() else 411)
        body = self.rfile.read(int(length))
        now = int(time.time())
        if len(body) < int(length) or not verified(self.server.keys, self.headers, body, now):
            return self.answer(401)
        identifier = self.headers["webhook-id"]
        try:
            changed = self.server.documents.apply(identifier, json.loads(body)["data"], now)
        except (ValueError, KeyError, TypeError):
            return self.answer(400)
        print(json.dumps({"id": identifier, "duplicate": changed is None, "changed": changed or []}), flush=True)
        # Only now: whatever was answered with 2xx does not come again.
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    try:
        found = keys(os.environ.get("WEBHOOK_SECRETS", ""))
    except ValueError as error:
        sys.exit(f"WEBHOOK_SECRETS: {error}")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8099"))), Handler)
    server.keys = found
    server.documents = Documents(*sys.argv[1:])
    print(f"listening on port {server.server_port}", file=sys.stderr, flush=True)
    server.serve_forever()
