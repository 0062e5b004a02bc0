"""A TCP proxy between one worker and the broker, which can be told to cut the line, or to wait for one request."""
import asyncio, os, socket, struct, threading
import wire

MODES = ("open", "hold", "deaf", "reset")


class Trap:
    """Springs once, between a transaction's offsets and its commit, and calls `stop` right there. By its way:

    offsets   when the broker has taken the offsets, before its answer is handed on
    commit    when the commit is asked for; the request itself waits until `let_go`
    """

    def __init__(self, way, stop):
        self.way, self.stop = way, stop
        self.sprung, self.free = threading.Event(), None

    def sees(self, key, frame, is_request):
        """Whether this is the place: `key` is that of the request, or of the one that is answered."""
        if self.sprung.is_set(): return False
        if self.way == "offsets": return key == wire.TXN_OFFSET_COMMIT and not is_request
        return is_request and wire.is_commit(frame)

    async def spring(self):
        self.stop()
        self.sprung.set()
        if self.way == "commit": await self.free.wait()


class Proxy:
    """Forwards one port, frame by frame. Its mode is what happens to connections:

    open    requests and answers go both ways
    hold    nothing goes either way; what waits goes on its way when the line opens again, however stale it is
    deaf    the worker's requests reach the broker, the answers get lost
    reset   connections are reset, new ones too
    """

    def __init__(self, port):
        self.port, self.mode, self.upstream = port, "open", None
        # How many commits the worker has asked for.
        self.commits, self.trap = 0, None
        self.writers, self.opened = set(), None
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._serve, args=(ready,), daemon=True).start()
        if not ready.wait(10): raise RuntimeError(f"no proxy on port {port}")

    def turn(self, mode):
        """Takes up a mode, on the proxy's own thread."""
        self._call(self._turn(mode))

    def set(self, trap): self._call(self._set(trap))

    def let_go(self): self._call(self._let_go())

    def _call(self, work): asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    def _serve(self, ready):
        asyncio.set_event_loop(self.loop)
        self.opened = asyncio.Event()
        self.opened.set()
        self.loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", self.port))
        ready.set()
        self.loop.run_forever()

    async def _turn(self, mode):
        was, self.mode = self.mode, mode
        if mode == "hold": self.opened.clear()
        else: self.opened.set()
        # After lost answers nothing that is left of a connection can be understood.
        if mode == "reset" or was == "deaf":
            for writer in list(self.writers): self._reset(writer)

    async def _set(self, trap):
        if trap: trap.free = asyncio.Event()
        self.trap = trap

    async def _let_go(self):
        if self.trap: self.trap.free.set()
        self.trap = None

    def _reset(self, writer):
        peer = writer.get_extra_info("socket")
        if peer is not None:
            try: peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError: pass
        writer.transport.abort()

    async def _accept(self, reader, writer):
        await self.opened.wait()
        if self.mode == "reset" or self.upstream is None: return self._reset(writer)
        try: up_reader, up_writer = await asyncio.open_connection(*self.upstream)
        except OSError: return self._reset(writer)
        # Of requests that a trap may wait for the answer of: correlation id and key.
        pair, asked = {writer, up_writer}, {}
        self.writers |= pair
        try: await asyncio.gather(self._pump(reader, up_writer, asked, True), self._pump(up_reader, writer, asked, False))
        finally:
            self.writers -= pair
            for end in pair: end.transport.abort()

    async def _pump(self, reader, writer, asked, is_request):
        frames = wire.Frames()
        try:
            while data := await reader.read(65536):
                for frame in frames.take(data):
                    await self._look(frame, asked, is_request)
                    await self.opened.wait()
                    if self.mode == "deaf" and not is_request: continue
                    writer.write(frame)
                await writer.drain()
        except (OSError, ValueError, asyncio.IncompleteReadError): pass
        finally: writer.transport.abort()

    async def _look(self, frame, asked, is_request):
        """Counts commits, and springs the trap where it is set."""
        if is_request:
            key, _, id = wire.request(frame)
            if key == wire.TXN_OFFSET_COMMIT: asked[id] = key
            self.commits += wire.is_commit(frame)
        else: key = asked.pop(wire.correlation(frame), None) if asked else None
        if self.trap and self.trap.sees(key, frame, is_request): await self.trap.spring()


# Ports that were given away, and may not be in use yet. Two runs at once begin at other ports, because a port of a killed
# process looks free.
GIVEN, FIRST_PORT = set(), 30000 - 64 * (os.getpid() % 128)


def free_ports(count):
    """Ports below the range from which outgoing connections take theirs; each is given once."""
    found, port = [], FIRST_PORT
    while len(found) < count:
        port -= 1
        if port in GIVEN: continue
        with socket.socket() as trial:
            try: trial.bind(("127.0.0.1", port))
            except OSError: continue
        found.append(port)
    GIVEN.update(found)
    return found
