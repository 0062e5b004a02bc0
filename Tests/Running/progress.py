"""What a run of tests shows: one moving line, failures whole, and counts at the end. All else goes to a log."""
import re, shutil, sys, threading, time

FAILED = re.compile(r'^✘ Test (?!run |case )(?P<name>".*?"|\S+)(?: with \d+ test cases)? failed after')
PASSED = re.compile(r"^✔ Test (?!run |case )\S")
SKIPPED = re.compile(r"^➜ Test (?!run |case )\S")
STARTED = re.compile(r'^◇ Test (?!run |case )(?P<name>".*?"|\S+) started\.')
ENDED = re.compile(r'^[✔✘➜] Test (?!run |case )(?P<name>".*?"|\S+) (?:with|passed|failed|skipped)')
COMPLAINT = re.compile(r"^(✘ .* recorded an issue at |Fatal error|.*: Fatal error: |error: |warning: unhandled)")
CONTINUED = re.compile(r"^\s*↳ ")


class Part:
    """The output of one process with tests, read line by line."""

    def __init__(self, name, total=None):
        self.name, self.total = name, total
        self.passed, self.skipped, self.failed, self.open = 0, 0, [], {}
        self.is_complaining, self.began = False, time.monotonic()

    @property
    def ended(self): return self.passed + self.skipped + len(self.failed)

    def read(self, line):
        """Takes a line; gives it back if a person must see it."""
        if match := STARTED.match(line): self.open[match["name"]] = True
        elif match := ENDED.match(line): self.open.pop(match["name"], None)
        if PASSED.match(line): self.passed += 1
        elif SKIPPED.match(line): self.skipped += 1
        elif match := FAILED.match(line): self.failed.append(match["name"].strip('"'))
        self.is_complaining = bool(COMPLAINT.match(line)) or self.is_complaining and bool(CONTINUED.match(line))
        return line if self.is_complaining else None

    def seconds_left(self, now):
        """By the speed so far; nothing is said before a tenth of the tests has ended."""
        if not self.total or self.ended * 10 < self.total: return None
        return (now - self.began) / self.ended * max(0, self.total - self.ended)


def duration(seconds):
    """A time as a person says it."""
    return f"{round(seconds)} s" if seconds < 90 else f"{round(seconds / 60)} min"


def line(parts, now):
    """The moving line."""
    ended, failed = sum(part.ended for part in parts), sum(len(part.failed) for part in parts)
    totals = [part.total for part in parts]
    words = [f"{ended:,} of {sum(totals):,} tests" if all(totals) else f"{ended:,} tests"]
    if failed: words.append(f"{failed:,} failed")
    left = [part.seconds_left(now) for part in parts if part.total is None or part.ended < part.total]
    if left and all(one is not None for one in left): words.append(f"about {duration(max(left))} left")
    return ", ".join(words)


def pattern(name):
    """A name as `--filter` finds it."""
    return re.sub(r"([\\.^$*+?{}\[\]|()])", r"\\\1", name.removesuffix("()"))


def repeats(parts):
    """The commands that run the failed tests again, each once."""
    names = dict.fromkeys(name for part in parts for name in part.failed)
    quoted = ["'" + pattern(name).replace("'", "'\\''") + "'" for name in names]
    return [f"scripts/test --filter {name}" for name in quoted]


class Screen:
    """Standard output: a line that moves on a terminal, and lines that stay."""

    def __init__(self, out=sys.stdout):
        self.out, self.moves, self.lock, self.has_line = out, out.isatty(), threading.Lock(), False

    def move(self, text):
        if not self.moves: return
        with self.lock:
            self.out.write(f"\r\x1b[K{text[:shutil.get_terminal_size().columns - 2]}")
            self.out.flush()
            self.has_line = True

    def say(self, text):
        with self.lock:
            if self.has_line: self.out.write("\r\x1b[K")
            self.has_line = False
            self.out.write(f"{text}\n")
            self.out.flush()
