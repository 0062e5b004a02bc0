"""The pipe that a process writes its log to, which can be left full for a while."""
import fcntl, os, threading

# fcntl.F_SETPIPE_SZ of Python 3.10.
SET_SIZE = 1031
USUAL_BYTES, SMALL_BYTES = 65536, 4096


class Outlet(threading.Thread):
    """Carries what comes through a pipe into a file. While it is shut nobody reads the pipe."""

    def __init__(self, log):
        super().__init__(daemon=True)
        self.log, self.opened = log, threading.Event()
        self.opened.set()
        self.reader, self.writer = os.pipe()
        self.start()

    def run(self):
        with open(self.log, "ab", buffering=0) as file:
            while True:
                self.opened.wait()
                data = os.read(self.reader, SMALL_BYTES)
                if not data: break
                file.write(data)
        os.close(self.reader)

    def shut(self):
        """From now on it fills: at once where the system lets it be small."""
        self.opened.clear()
        self._size(SMALL_BYTES)

    def open(self):
        self._size(USUAL_BYTES)
        self.opened.set()

    def _size(self, count):
        try: fcntl.fcntl(self.reader, SET_SIZE, count)
        # More than that is in it already.
        except OSError: pass

    def give_away(self):
        """The process has the writing end now."""
        os.close(self.writer)

    def finish(self):
        """Until what the process has said is in the file; children of it may go on to hold the pipe open."""
        self.opened.set()
        self.join(5)
