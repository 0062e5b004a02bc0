"""Jobs to a `webhook-echo` that fails, while dispatchers are killed: all arrive, in order; doubles are counted."""
import json, signal, subprocess, time
import deliveries
from deliveries import Request
from network import free_ports
from webhooks import DISPATCHERS, REST_SECONDS, RETRIES, Webhooks
from worker import die_with_parent

# So many uploads are sent between two looks at the number of jobs.
SHARE = 100
HEAD = ("jobs", "connections", "kills", "requests", "failed", "doubles", "lost", "dead", "out of order", "seconds")


class Echo:
    """A `fork-worker webhook-echo` process, and the lines that it has printed so far."""

    def __init__(self, program, folder, fail, seed):
        self.port, = free_ports(1)
        self.lines, self.errors = folder / "echo.ndjson", folder / "echo.log"
        command = [program, "webhook-echo", "--listen", f"127.0.0.1:{self.port}", "--secrets", str(folder / "secrets.json"),
                   "--fail", str(fail), "--seed", str(seed)]
        with open(self.lines, "wb") as lines, open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=lines, stderr=errors,
                                            preexec_fn=die_with_parent)
        self.requests, self.accepted, self.file, self.rest = [], set(), open(self.lines, "rb"), b""

    def look(self):
        """Reads the new lines, and returns the number of jobs that were accepted so far."""
        *lines, self.rest = (self.rest + self.file.read()).split(b"\n")
        for line in lines:
            row, number = json.loads(line), len(self.requests)
            said = "yes" if 200 <= row["status"] < 300 else "no"
            self.requests.append(Request(row["id"], row["connection_id"], row["sequence"], number, number, said, None,
                                         row["verified"]))
            if said == "yes": self.accepted.add(row["id"])
        return len(self.accepted)

    def stop(self):
        """Ends it, and returns what it has counted."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.look()
        return json.loads(self.errors.read_text().splitlines()[-1])["echo"]


class Run(Webhooks):
    def __init__(self, given, folder):
        super().__init__(given, folder, ["--retry-schedule", RETRIES])
        self.echo = Echo(self.program, folder, given.fail, given.number)

    def prove(self):
        """Returns what is wrong."""
        echo, kills = self.echo, self.options.kills
        self.begin({name: f"http://127.0.0.1:{echo.port}/{name}" for name in self.uploads.names})
        self.feed()
        jobs, began = self.jobs(), time.time()
        self.say(f"a worker made {len(jobs):,} jobs of {self.uploads.count:,} uploads")
        for worker in self.workers: worker.start()
        for number in range(kills):
            goal = len(jobs) * (number + 1) // (kills + 1)
            self.wait(lambda: echo.look() >= goal, REST_SECONDS, f"{goal} jobs are delivered", *self.workers)
            self.kill(self.workers[number % len(self.workers)])
        self.wait(lambda: echo.look() >= len(jobs) and self.waiting() == [], REST_SECONDS, "all jobs are delivered",
                  *self.workers)
        seconds = time.time() - began
        wrong = [*self.wrong, *self.stop(), *self.leaks()]
        return wrong + self.judge(jobs, echo.stop(), seconds)

    def feed(self):
        """Sends uploads until the worker has made all jobs."""
        reader = self.broker.reader(DISPATCHERS)
        try:
            while self.count_jobs(reader) < self.options.jobs * 1.02 + SHARE:
                self.feeder.send(SHARE)
                self.feeder.flush()
                self.consume_uploads()
        finally: reader.close()
        self.source.stop()

    def kill(self, worker):
        worker.kill()
        worker.start()
        self.say(f"dispatcher {worker.number} was killed after {self.echo.look():,} jobs")

    def judge(self, jobs, counts, seconds):
        requests, dead = self.echo.requests, self.dead()
        lost, order = list(deliveries.lost(jobs, requests, dead)), list(deliveries.out_of_order(jobs, requests))
        wrong = [*lost, *deliveries.died(jobs, requests, dead), *order, *deliveries.unlike_jobs(jobs, requests)]
        doubles = deliveries.doubles(requests)
        if (counts["requests"], counts["duplicates"]) != (len(requests), doubles + repeats(requests)):
            wrong.append(f"webhook-echo counted {counts}, its lines {len(requests)} requests and {doubles} doubles")
        figures = (len(jobs), len({job.connection for job in jobs}), self.options.kills, len(requests),
                   sum(row.said == "no" for row in requests), doubles, len(lost), len(dead), len(order), round(seconds))
        print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}\n| {' | '.join(f'{figure:,}' for figure in figures)} |")
        return wrong

    def close(self, keep):
        if self.echo.process.poll() is None: self.echo.process.kill()
        super().close(keep)


def repeats(requests):
    """The number of failed requests for jobs that had been accepted before, which are duplicates for a receiver too."""
    accepted, count = set(), 0
    for row in requests:
        if row.said == "yes": accepted.add(row.id)
        else: count += row.id in accepted
    return count
