"""Dispatchers on a broker of their own: jobs that a real worker makes of uploads, settings, secrets, and what is left."""
import collections, json, shutil, subprocess, time
import clock, records
from broker import Broker, CONNECTIONS, Feeder, GROUP, JOBS, UPLOADS
from deliveries import Due
from network import Proxy, free_ports
from run import Run
from worker import Worker

SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
STATE, DEAD_JOBS, DISPATCHERS = "fork.webhook-state", "fork.webhook-dead-letter", GROUP + ".dispatch"
# Short times between attempts; so many that chance gives no job up. The last one is long, because with a job that is given
# up go all of its connection that have waited longer than the whole schedule.
RETRIES = ",".join(["200ms", "200ms", "500ms"] + ["1s"] * 57 + ["1h"])
PARTITIONS = 6
START_SECONDS, REST_SECONDS = 120, 300


class Webhooks(Run):
    """Dispatchers reach the broker through proxies, as the workers of chaos do. `source` is the worker that makes jobs."""

    def __init__(self, options, folder, more=(), disk=None):
        super().__init__(options, folder)
        self.program, count = str(options.worker), options.workers
        ports = free_ports(2 * count + 1)
        self.ports, pages = ports[:count], ports[count:]
        self.broker = Broker(options.kafka, folder / "kafka", self.ports)
        self.proxies = [Proxy(port) for port in self.ports]
        for port, proxy in zip(self.ports, self.proxies): proxy.upstream = self.broker.upstreams[port]
        (folder / "secrets.json").write_text(json.dumps({"default": SECRET}))
        self.disks = [(disk or Folder)(folder / f"dispatcher-{number}") for number in range(count)]
        self.workers = [self.dispatcher(number, f"127.0.0.1:{pages[number]}", more) for number in range(count)]
        self.source = Worker("run", self.program, self.broker.servers, Folder(folder / "run"), folder / "run.log", None,
                             clock.Clock(folder / "run.clock", None), f"127.0.0.1:{pages[-1]}",
                             ["--create-topics", "--partitions", str(PARTITIONS), "--allow-loopback-callbacks",
                              "--output-topics", "single"])

    def dispatcher(self, number, page, more):
        options = ["--create-topics", "--partitions", str(PARTITIONS), "--allow-loopback-callbacks", "--secrets",
                   str(self.folder / "secrets.json"), *more]
        return Worker(number, self.program, f"127.0.0.1:{self.ports[number]}", self.disks[number],
                      self.folder / f"dispatcher-{number}.log", None,
                      clock.Clock(self.folder / f"dispatcher-{number}.clock", None), page, options, "dispatch", "256MiB")

    def begin(self, urls):
        """Starts the worker that makes jobs, and writes settings with these callback URLs by connection."""
        self.source.start()
        self.wait(lambda: any(row["event"] == "ready" for row in self.source.events()), START_SECONDS, "the worker is ready",
                  self.source)
        self.configure(urls)
        self.feeder = Feeder(self.broker, self.uploads, 0)

    def supervise(self):
        super().supervise()
        if not self.source.is_alive(): self.source.revive(self.wrong)

    def configure(self, urls):
        producer = Feeder(self.broker, None, 0).producer
        for name, url in urls.items():
            row = {"connection_id": name, "app_id": "chaos", "user_id": f"user-{name}", "callback_url": url}
            producer.produce(CONNECTIONS, json.dumps(row).encode(), name.encode())
        if producer.flush(60): raise SystemExit("settings are still not acknowledged after 60 s")

    def wait(self, holds, seconds, what, *processes):
        until = time.time() + seconds
        while not holds():
            for process in processes:
                if not process.is_alive(): raise SystemExit(f"process {process.number} ended: {process.last_words()}")
            if time.time() > until: raise SystemExit(f"not within {seconds} s: {what}")
            time.sleep(0.2)

    def consume_uploads(self):
        """Waits until the worker has committed all uploads."""
        reader = self.broker.reader(GROUP)
        try:
            ends = self.broker.ends(reader, UPLOADS, PARTITIONS, 60)
            def is_done():
                try: committed = self.broker.committed(reader, PARTITIONS)
                except self.broker.kafka.KafkaException: return False
                return all(committed.get(number, 0) >= ends[number] for number in ends)
            self.wait(is_done, REST_SECONDS, "all uploads are committed", self.source)
        finally: reader.close()

    def count_jobs(self, reader):
        """The number of offsets of the jobs, a few transaction markers included."""
        try: return sum(self.broker.ends(reader, JOBS, PARTITIONS).values())
        except self.broker.kafka.KafkaException: return 0

    def jobs(self):
        """All jobs that are visible."""
        found = []
        def take(_, partition, offset, key, value, headers, __):
            found.append(Due(json.loads(value)["id"], key, partition, offset))
        records.read(self.broker, {JOBS: PARTITIONS}, take)
        return found

    def dead(self):
        """The codes of dead jobs by id."""
        found = collections.defaultdict(list)
        def take(_, partition, offset, key, value, headers, __):
            if "fork-error-code" in headers: found[json.loads(value)["id"]].append(headers["fork-error-code"].decode())
        if DEAD_JOBS in self.broker.topics(): records.read(self.broker, {DEAD_JOBS: 1}, take)
        return dict(found)

    def waiting(self):
        """What `dispatch list` prints; nothing if it fails."""
        done = subprocess.run([self.program, "dispatch", "list", "--bootstrap-servers", self.broker.servers],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode: return None
        return [json.loads(line) for line in done.stdout.splitlines()]

    def stop(self):
        """Stops all dispatchers, and tells which ended badly."""
        for worker in self.workers:
            status = worker.stop()
            if status != 0: yield f"dispatcher {worker.number}: SIGTERM ended with {status}: {worker.last_words()}"

    def leaks(self):
        """Secrets and paths of callback URLs in logs."""
        for worker in self.workers:
            text = worker.log.read_text(errors="replace")
            for word in (SECRET, SECRET.removeprefix("whsec_"), "/chaos-"):
                if word in text: yield f"the log of dispatcher {worker.number} has {word}"

    def close(self, keep):
        if self.source.is_alive(): self.source.kill()
        super().close(keep)


class Folder:
    """The place of a state, on the disk of the machine."""

    def __init__(self, folder): self.folder, self.state = folder, folder / "state"

    def wipe(self): shutil.rmtree(self.state, ignore_errors=True)

    def close(self): pass
