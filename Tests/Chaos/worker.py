"""A `fork-worker run` or `dispatch` process, which is killed and started again, and what its log says."""
import ctypes, datetime, json, os, pathlib, shutil, signal, subprocess, threading, time, urllib.error, urllib.request
from outlet import Outlet

# An owner that stalls in a transaction must have lost it before its session ends: the broker looks for those that are
# over every ten seconds.
TRANSACTION_SECONDS = 10
SESSION_SECONDS = TRANSACTION_SECONDS + 12
STOP_SECONDS = 30
PR_SET_PDEATHSIG = 1


def backtrace():
    """What a crash is to print, by the program of the toolchain that does: the worker brings its runtime, not that."""
    settings = "enable=yes,threads=all,color=no,interactive=no,limit=40"
    swift = shutil.which("swift")
    program = pathlib.Path(swift).resolve().parent.parent / "libexec/swift/linux/swift-backtrace" if swift else None
    return f"{settings},swift-backtrace={program}" if program and program.exists() else settings


class Worker:
    def __init__(self, number, program, servers, disk, log, library_path, clock, http, more=(),
                 call="run", memory="64MiB"):
        self.number, self.disk, self.log, self.clock, self.http = number, disk, log, clock, http
        self.command = [program, call, "--bootstrap-servers", servers, "--state-directory", str(disk.state),
                        "--log-level", "debug", "--log-format", "json", "--memory-limit", memory,
                        "--kafka", f"session.timeout.ms={SESSION_SECONDS * 1000}",
                        "--kafka", f"transaction.timeout.ms={TRANSACTION_SECONDS * 1000}",
                        "--kafka", "heartbeat.interval.ms=1000", "--http-address", http, *more]
        # What shapes documents, as it is at the next start.
        self.rules = []
        # What an operator adds until the next restart.
        self.more = []
        self.environment = dict(os.environ, SWIFT_BACKTRACE=backtrace(), **clock.environment)
        if library_path: self.environment["LD_LIBRARY_PATH"] = library_path
        # Whoever does something to the process holds the lock: meanwhile nobody else starts it again.
        self.process, self.outlet, self.starts, self.lock = None, None, [], threading.Lock()
        # Until then it may not hear a SIGTERM yet: one that has just begun, or was paused since, simply dies of it.
        self.deaf_until = 0.0
        # Until then it may end by itself, if it says why: its disk is full.
        self.may_end_until = 0.0
        # What it said when it ended so; and the signals that this start of it was sent.
        self.ends, self.sent = [], set()

    def start(self):
        self.starts.append(time.time())
        self.deaf_until = self.starts[-1] + 1
        self.sent = set()
        if self.outlet: self.outlet.finish()
        self.outlet = Outlet(self.log)
        self.process = subprocess.Popen([*self.command, *self.rules, *self.more], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=self.outlet.writer, env=self.environment,
                                        preexec_fn=die_with_parent)
        self.outlet.give_away()

    def is_alive(self): return self.process is not None and self.process.poll() is None

    def revive(self, wrong):
        """What an orchestrator does: starts it again when it has ended. Why it did must be allowed, and said."""
        if self.is_alive(): return
        status, words = self.process.returncode, self.last_words()
        # A sentence of its own tells a failure from a crash. RocksDB's packages with assertions abort when a disk fills
        # up under a write: not the worker's doing, but counted.
        is_said = status in (1, 64) and ('"event":"failed"' in words or words.startswith("fork-worker:"))
        is_asserted = status == -signal.SIGABRT and "rocksdb::" in words and "Assertion" in words
        if -status in self.sent or (status == 0 and signal.SIGTERM in self.sent): pass
        elif time.time() < self.may_end_until and (is_said or is_asserted): self.ends.append(words)
        else: wrong.append(f"worker {self.number} ended by itself with {status}: {words}")
        self.start()

    def signal(self, number):
        self.sent.add(number)
        if number == signal.SIGCONT: self.deaf_until = time.time() + 1
        if self.is_alive(): self.process.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """SIGTERM, and the status; None when it did not end in time."""
        time.sleep(max(0.0, self.deaf_until - time.time()))
        self.signal(signal.SIGTERM)
        try: return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def events(self):
        """The lines of the log, all starts together; what a kill has cut in two is left out."""
        now, byte = time.time(), 0
        with open(self.log, "rb") as file:
            for line in file:
                begin, byte = byte, byte + len(line)
                try: event = json.loads(line)
                except ValueError: continue
                shown = datetime.datetime.fromisoformat(event["time"].replace("Z", "+00:00")).timestamp()
                event["at"], event["byte"] = self.clock.true(shown, now), begin
                yield event

    def asks(self, page):
        """What it answers over HTTP; None when it is not well, or not there."""
        try:
            with urllib.request.urlopen(f"http://{self.http}{page}", timeout=5) as answer: return answer.read().decode()
        except (OSError, urllib.error.URLError): return None

    def is_at_rest(self):
        """Whether all it owns is restored and served, nothing is left to be derived again, and no document is owed."""
        if self.asks("/readyz") is None: return False
        rows = (row.split() for row in (self.asks("/metrics") or "").splitlines())
        counts = {row[0].partition("{")[0]: float(row[-1]) for row in rows if len(row) > 1 and row[0] != "#"}
        return all(counts.get(f"fork_worker_{kind}_connections") == 0 for kind in ("rederiving", "owed"))

    def last_words(self):
        """What the process has said last about why it ended."""
        if self.process and not self.is_alive(): self.outlet.finish()
        with open(self.log, "rb") as file: lines = file.read().decode(errors="replace").splitlines()
        for line in reversed(lines[-200:]):
            if '"level":"error"' in line or line.startswith("fork-worker:"): return line[:400]
        return lines[-1][:400] if lines else "nothing"


LIBC = ctypes.CDLL(None)


def die_with_parent():
    """However this script ends, no worker outlives it."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
