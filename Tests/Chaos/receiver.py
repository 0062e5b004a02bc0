"""A receiver of webhooks that fails, stalls, resets, drips and lies, and keeps what it got."""
import asyncio, base64, hashlib, hmac, json, random, socket, struct, threading, time
from deliveries import Request

# What a receiver may do with a request. The rest of the requests is answered with 204.
FAULTS = {
    "error": 10, "busy": 3, "redirect": 2, "reset": 3, "late reset": 2, "close": 2, "half": 2, "noise": 2,
    "stall": 1, "drip head": 1, "drip body": 1, "short": 2, "long": 1, "more": 2, "hints": 2, "stop": 1,
}
FINE = 64
# A request is given up after this time, so that a dispatcher that is paused does not hold it forever.
PATIENCE_SECONDS = 15
OK, FAILED = b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"
NO_CONTENT = b"HTTP/1.1 204 No Content\r\n\r\n"
HINTS = b"HTTP/1.1 103 Early Hints\r\nretry-after: 9\r\nwebhook-delivery: disable\r\n\r\n" * 2
# Some are no times, and one is over.
WAITS = ("1", "0", "-1", "soon", "Fri, 01 Jan 2021 00:00:00 GMT", "")


class Receiver(threading.Thread):
    """An HTTP server. The same seed gives the same answers to the same attempts."""

    def __init__(self, port, secret, seed, faults=FAULTS):
        super().__init__(daemon=True)
        self.port, self.seed, self.key = port, seed, base64.b64decode(secret.removeprefix("whsec_"))
        self.kinds, self.weights = [*faults, "fine"], [*faults.values(), FINE]
        # Complete requests; requests at the address that redirects lead to; attempts by id.
        self.requests, self.strays, self.attempts = [], 0, {}
        # Whether it resets all connections.
        self.is_dark = False
        ready = threading.Event()
        self.ready = ready
        self.start()
        if not ready.wait(10): raise RuntimeError(f"no receiver on port {port}")

    def run(self): asyncio.run(self._serve())

    async def _serve(self):
        server = await asyncio.start_server(self._accept, "127.0.0.1", self.port, limit=1 << 24, backlog=512)
        self.ready.set()
        await server.serve_forever()

    async def _accept(self, reader, writer):
        if self.is_dark: return reset(writer)
        try:
            while (came := await read(reader)) is not None:
                if not await self._answer(*came, reader, writer): break
        except (OSError, ValueError, asyncio.IncompleteReadError): pass
        finally: writer.transport.abort() if writer.is_closing() else writer.close()

    async def _answer(self, path, fields, body, reader, writer):
        """Answers a request and keeps it. Returns whether the connection stays."""
        if path.startswith("/trap"):
            self.strays += 1
            return False
        begin, id = time.monotonic(), fields.get("webhook-id", "")
        turn = self.attempts[id] = self.attempts.get(id, 0) + 1
        draw = random.Random(f"{self.seed} {id} {turn}")
        kind = "reset" if self.is_dark else draw.choices(self.kinds, self.weights)[0]
        said, stays = "no", False
        try: said, stays = await getattr(self, "do_" + kind.replace(" ", "_"))(reader, writer, draw)
        finally: self.requests.append(self._row(path, fields, body, begin, said))
        return stays

    def _row(self, path, fields, body, begin, said):
        data = json.loads(body).get("data", {})
        signed = b".".join((fields.get("webhook-id", "").encode(), fields.get("webhook-timestamp", "").encode(), body))
        expected = "v1," + base64.b64encode(hmac.digest(self.key, signed, "sha256")).decode()
        is_verified = (fields.get("webhook-signature") == expected and data.get("id") == fields.get("webhook-id")
                       and abs(time.time() - int(fields.get("webhook-timestamp", "0"))) < 300)
        return Request(fields.get("webhook-id", ""), path.strip("/"), data.get("sequence"), begin, time.monotonic(), said,
                       hashlib.sha1(body).hexdigest(), is_verified)

    async def do_fine(self, _, writer, draw):
        await asyncio.sleep(draw.random() * 0.02)
        writer.write(NO_CONTENT)
        return "yes", True

    async def do_error(self, _, writer, draw):
        status = draw.choice((400, 401, 404, 500, 502, 503))
        writer.write(f"HTTP/1.1 {status} No\r\ncontent-length: 2\r\n\r\nno".encode())
        return "no", True

    async def do_busy(self, _, writer, draw):
        status, wait = draw.choice((429, 503)), draw.choice(WAITS)
        writer.write(f"HTTP/1.1 {status} No\r\nretry-after: {wait}\r\ncontent-length: 0\r\n\r\n".encode())
        return "no", True

    async def do_redirect(self, _, writer, draw):
        status = draw.choice((301, 302, 303, 307, 308))
        head = f"HTTP/1.1 {status} There\r\nlocation: http://127.0.0.1:{self.port}/trap\r\ncontent-length: 0\r\n\r\n"
        writer.write(head.encode())
        return "no", True

    async def do_reset(self, _, writer, draw):
        reset(writer)
        return "no", False

    async def do_late_reset(self, reader, writer, draw):
        """The receiver has taken the job, and the sender does not hear of it."""
        await asyncio.sleep(draw.random() * 0.3)
        return await self.do_reset(reader, writer, draw)

    async def do_close(self, _, writer, draw): return "no", False

    async def do_half(self, _, writer, draw):
        writer.write(OK + b"content-type: te")
        await writer.drain()
        return "no", False

    async def do_noise(self, _, writer, draw):
        writer.write(draw.choice((b"220 mail.example.org ESMTP\r\n", b"HTTP/1.1 abc\r\n\r\n", bytes(range(256)) * 8)))
        await writer.drain()
        return "no", False

    async def do_stall(self, reader, writer, draw):
        await ended(reader)
        return "no", False

    async def do_drip_head(self, reader, writer, draw): return await self._drip(reader, writer, OK + b"x: ")

    async def do_drip_body(self, reader, writer, draw):
        return await self._drip(reader, writer, OK + b"content-length: 1000000\r\n\r\n")

    async def _drip(self, reader, writer, head):
        until = time.monotonic() + PATIENCE_SECONDS
        writer.write(head)
        while time.monotonic() < until and not await ended(reader, 0.05): writer.write(b"x")
        return "no", False

    async def do_short(self, _, writer, draw):
        """Once a head is complete, its status counts."""
        writer.write(OK + b"content-length: 100\r\n\r\nshort")
        await writer.drain()
        return "yes", False

    async def do_long(self, _, writer, draw):
        writer.write(OK + b"content-length: 300000\r\n\r\n" + b"x" * 300_000)
        return "yes", False

    async def do_more(self, _, writer, draw):
        """A second answer, which nobody asked for, lies on the connection for the next request."""
        writer.write(NO_CONTENT + FAILED)
        return "yes", True

    async def do_hints(self, _, writer, draw):
        writer.write(HINTS + NO_CONTENT)
        return "yes", True

    async def do_stop(self, _, writer, draw):
        writer.write(b"HTTP/1.1 400 No\r\nwebhook-delivery: abort-message\r\ncontent-length: 0\r\n\r\n")
        return "stop", True


def reset(writer):
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def read(reader):
    """A request: its path, its headers in lower case and its body; None at the end of the connection."""
    try: head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError: return None
    first, *lines = head.decode("latin-1").split("\r\n")
    rows = (line.partition(":") for line in lines if line)
    fields = {name.lower(): value.strip() for name, _, value in rows}
    return first.split()[1], fields, await reader.readexactly(int(fields.get("content-length", "0")))


async def ended(reader, seconds=PATIENCE_SECONDS):
    """Whether the sender ends the connection within this time."""
    try: return await asyncio.wait_for(reader.read(1), seconds) == b""
    except asyncio.TimeoutError: return False
