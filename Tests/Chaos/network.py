"""A TCP proxy between one worker and the broker, which can be told to cut the line."""
import asyncio, socket, struct, threading

MODES = ("open", "hold", "deaf", "reset")


class Proxy:
    """Forwards one port. Its mode is what happens to connections:

    open    bytes go both ways
    hold    nothing goes either way; what waits goes on its way when the line opens again, however stale it is
    deaf    the worker's requests reach the broker, the answers get lost
    reset   connections are reset, new ones too
    """

    def __init__(self, port):
        self.port, self.mode, self.upstream = port, "open", None
        self.writers, self.opened = set(), None
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._serve, args=(ready,), daemon=True).start()
        if not ready.wait(10): raise RuntimeError(f"no proxy on port {port}")

    def turn(self, mode):
        """Takes up a mode, on the proxy's own thread."""
        asyncio.run_coroutine_threadsafe(self._turn(mode), self.loop).result(10)

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
        pair = {writer, up_writer}
        self.writers |= pair
        try: await asyncio.gather(self._pump(reader, up_writer, True), self._pump(up_reader, writer, False))
        finally:
            self.writers -= pair
            for end in pair: end.transport.abort()

    async def _pump(self, reader, writer, is_request):
        try:
            while data := await reader.read(65536):
                await self.opened.wait()
                if self.mode == "deaf" and not is_request: continue
                writer.write(data)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError): pass
        finally: writer.transport.abort()


def free_ports(count):
    """Ports below the range from which outgoing connections take theirs."""
    found, port = [], 30000
    while len(found) < count:
        port -= 1
        with socket.socket() as trial:
            try: trial.bind(("127.0.0.1", port))
            except OSError: continue
        found.append(port)
    return found
