"""Many jobs wait for a dead host, in bounded memory, while jobs of another host are delivered at once."""
import json, socket, threading, time, uuid
import deliveries, records
from broker import JOBS
from receiver import Receiver
from network import free_ports
from webhooks import PARTITIONS, REST_SECONDS, SECRET, START_SECONDS, Webhooks

MEBIBYTE = 1 << 20
GOOD_CONNECTIONS, GOOD_RATE = 20, 20
SAMPLE_UPLOADS = 60


class Run(Webhooks):
    def __init__(self, given, folder):
        super().__init__(given, folder, ["--memory-limit", f"{given.memory_limit}MiB"])
        self.receiver = Receiver(*free_ports(1), SECRET, given.seed, {})
        # Bound, and nobody listens: connections are refused.
        self.dead_host = socket.socket()
        self.dead_host.bind(("127.0.0.1", 0))
        self.good = [f"chaos-good-{number}" for number in range(GOOD_CONNECTIONS)]

    def prove(self):
        """Returns what is wrong."""
        samples = self.samples()
        dead_url = f"http://127.0.0.1:{self.dead_host.getsockname()[1]}"
        self.configure({name: f"{dead_url}/{name}" for name in self.uploads.names})
        self.configure({name: f"http://127.0.0.1:{self.receiver.port}/{name}" for name in self.good})
        dispatcher, = self.workers
        dispatcher.start()
        self.wait(lambda: dispatcher.asks("/readyz"), START_SECONDS, "the dispatcher is ready", dispatcher)
        sender = Sender(self, samples)
        sender.start()
        self.say(f"resident without waiting jobs: {self.resident()}")
        before = time.time()
        self.fill(samples)
        self.wait(lambda: self.count_waiting() >= self.options.jobs, 4 * REST_SECONDS, "all jobs wait", dispatcher)
        self.say(f"{self.options.jobs:,} jobs wait, after {time.time() - before:.0f} s; resident: {self.resident()}")
        # Jobs of the other host lay behind those of the dead one, and are delivered one after the other.
        self.wait(lambda: len({row.id for row in self.receiver.requests}) >= len(sender.sent) - GOOD_RATE, REST_SECONDS,
                  "the jobs of the other host are delivered", dispatcher)
        waiting = time.monotonic()
        time.sleep(self.options.seconds)
        self.say(f"{self.count_waiting():,} jobs wait; resident: {self.resident()}")
        peak = [self.status("VmHWM")]
        dispatcher.kill()
        restarted = time.monotonic()
        dispatcher.start()
        self.wait(lambda: dispatcher.asks("/readyz"), REST_SECONDS, "the dispatcher is ready again", dispatcher)
        ready = time.monotonic()
        self.say(f"ready {ready - restarted:.1f} s after a SIGKILL and a new start; resident: {self.resident()}")
        time.sleep(self.options.seconds / 2)
        peak.append(self.status("VmHWM"))
        sent = sender.finish()
        self.wait(lambda: sent.keys() <= {row.id for row in self.receiver.requests}, REST_SECONDS, "all are delivered", dispatcher)
        wrong = [*self.wrong, *self.stop(), *self.leaks()]
        return wrong + self.judge(sent, waiting, restarted, ready, max(peak))

    def samples(self):
        """Jobs that a worker has made of uploads, as they are in the topic."""
        self.begin({name: "http://127.0.0.1:9/" for name in self.uploads.names})
        self.feeder.send(SAMPLE_UPLOADS)
        self.feeder.flush()
        self.consume_uploads()
        self.source.stop()
        found = []
        records.read(self.broker, {JOBS: PARTITIONS}, lambda *row: found.append(json.loads(row[4])))
        for partition in range(PARTITIONS): self.broker.trim(JOBS, partition, -1)
        return found

    def record(self, samples, number, connection):
        """A job in the form of the worker's: id, key and value."""
        id = str(uuid.uuid4()).upper()
        job = dict(samples[number % len(samples)], id=id, connection_id=connection)
        return id, connection.encode(), json.dumps(job, separators=(",", ":")).encode()

    def fill(self, samples):
        producer, size = self.feeder.producer, 0
        for number in range(self.options.jobs):
            _, key, value = self.record(samples, number, self.uploads.names[number % len(self.uploads.names)])
            size += len(value)
            while True:
                try: producer.produce(JOBS, value, key)
                except BufferError: producer.poll(0.1)
                else: break
        if producer.flush(REST_SECONDS): raise SystemExit("jobs are still not acknowledged")
        self.say(f"{self.options.jobs:,} jobs are written, {size / MEBIBYTE:.0f} MiB")

    def metric(self, name):
        rows = (self.workers[0].asks("/metrics") or "").splitlines()
        return next((float(row.split()[-1]) for row in rows if row.startswith(name + " ")), 0.0)

    def count_waiting(self): return int(self.metric("fork_dispatch_waiting_jobs"))

    def status(self, field):
        """A figure of the process in MiB."""
        with open(f"/proc/{self.workers[0].process.pid}/status") as file:
            return next(int(row.split()[1]) / 1024 for row in file if row.startswith(field + ":"))

    def resident(self): return f"{self.status('VmRSS'):.0f} MiB, at most {self.status('VmHWM'):.0f} MiB"

    def judge(self, sent, waiting, restarted, ready, peak):
        got, delays = {}, {"while they are read": [], "while they wait": [], "over the restart": [], "after it": []}
        for row in self.receiver.requests: got.setdefault(row.id, row.begin)
        for id, at in sent.items():
            phase = ("while they are read" if at < waiting else "while they wait" if at < restarted - self.options.within
                     else "over the restart" if at < ready else "after it")
            delays[phase].append(got[id] - at)
        for phase, rows in delays.items():
            print(f"  seconds to delivery for other hosts {phase}: {len(rows):,} jobs, p50 {deliveries.quantile(rows, 0.5):.3f}, "
                  f"p99 {deliveries.quantile(rows, 0.99):.3f}, greatest {max(rows, default=0):.3f}")
        limit = self.options.memory_limit
        print(f"  | waiting jobs | memory limit | greatest resident | p99 of other hosts |\n  |---|---|---|---|\n"
              f"  | {self.options.jobs:,} | {limit} MiB | {peak:.0f} MiB | "
              f"{deliveries.quantile(delays['while they wait'], 0.99):.3f} s |")
        wrong = [f"{peak:.0f} MiB were resident"] if peak > limit else []
        slow = [delay for phase in ("while they wait", "after it") for delay in delays[phase] if delay > self.options.within]
        if slow: wrong.append(f"{len(slow)} jobs of other hosts took longer than {self.options.within} s: {max(slow):.1f} s")
        return wrong

    def close(self, keep):
        self.dead_host.close()
        super().close(keep)


class Sender(threading.Thread):
    """Sends jobs for the good host at a steady pace, and keeps when."""

    def __init__(self, run, samples):
        super().__init__(daemon=True)
        self.run_, self.samples, self.sent, self.over = run, samples, {}, threading.Event()
        self.producer = run.broker.kafka.Producer(run.broker.client(**{"enable.idempotence": True, "linger.ms": 0,
                                                                       "partitioner": "murmur2_random"}))

    def run(self):
        began, number = time.monotonic(), 0
        while not self.over.wait(max(0.0, began + number / GOOD_RATE - time.monotonic())):
            id, key, value = self.run_.record(self.samples, number, self.run_.good[number % GOOD_CONNECTIONS])
            self.sent[id] = time.monotonic()
            self.producer.produce(JOBS, value, key)
            self.producer.poll(0)
            number += 1

    def finish(self):
        self.over.set()
        self.join()
        self.producer.flush(60)
        return self.sent
