"""People who are forgotten under load, by `fork-worker forget`, and what may be left of them."""
import json, subprocess, threading, time
import records
from broker import CONNECTIONS, GROUP

# Of each call, while things go wrong and when all is well again.
UNDER_LOAD_SECONDS, AT_REST_SECONDS = 30, 60
# No more than this share of all connections.
SHARE = 0.25


class Forgetting:
    def __init__(self, run):
        self.run, self.lock = run, threading.Lock()
        # Of each who is to be forgotten, when that was known to be done, in seconds; None until then.
        self.names = {}

    def begin(self, fault):
        """Picks somebody who has uploaded; the command may be killed on its way, and is called again."""
        shown = self.run.uploads.names[:self.run.uploads.shown()]
        with self.lock:
            others = [name for name in shown if name not in self.names]
            if not others or len(self.names) >= SHARE * len(self.run.uploads.names): others = list(self.names)
            name = fault.among(others)
            self.names.setdefault(name, None)
        if fault.way == "kill": self.call(name, UNDER_LOAD_SECONDS, kill_after=0.1 + fault.seconds)
        self.call(name, UNDER_LOAD_SECONDS)

    def call(self, name, seconds, kill_after=None):
        """What it said when it did not succeed; empty when all is done."""
        command = self.command(name, "--yes", "--timeout", f"{seconds}s")
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as process:
            try: words = process.communicate(timeout=kill_after or 4 * seconds)[1]
            except subprocess.TimeoutExpired:
                process.kill()
                return "killed"
        if process.returncode == 0: self.names[name] = self.names[name] or time.time()
        return "" if process.returncode == 0 else words.strip()[-300:] or str(process.returncode)

    def command(self, name, *more):
        return [str(self.run.options.worker), "forget", name, "--bootstrap-servers", self.run.broker.servers,
                "--group-id", GROUP, *more]

    def finish(self, wrong):
        """Nothing goes wrong any more: who is not forgotten yet must be now."""
        for name in self.names:
            if self.names[name] is None:
                words = self.call(name, AT_REST_SECONDS)
                if words: wrong.append(f"forget {name}: {words}")

    def look(self, wrong):
        """Nobody who was forgotten may still be found."""
        for name in self.names:
            done = subprocess.run(self.command(name, "--check", "--json"), stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True)
            if done.returncode:
                rows = [line for line in done.stdout.splitlines() if json.loads(line).get("live")]
                wrong.append(f"forget --check {name}: {done.returncode} {rows[:3]} {done.stderr.strip()[-200:]}")

    def orders(self):
        """When each was asked to be forgotten, by the settings' timestamp, in seconds."""
        found = {}

        def take(_, __, ___, key, value, ____, milliseconds):
            if key in self.names and json.loads(value or b"{}").get("forget"): found[key] = milliseconds / 1000
        records.read(self.run.broker, {CONNECTIONS: self.run.options.partitions}, take)
        return found
