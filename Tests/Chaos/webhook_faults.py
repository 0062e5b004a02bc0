"""Chaos of dispatchers: receivers fail, stall, reset, drip and lie while dispatchers and the broker are disturbed."""
import collections, time
import deliveries, figures
from disk import Disk
from nemesis import Nemesis
from network import free_ports
from receiver import Receiver
from webhooks import REST_SECONDS, RETRIES, SECRET, Webhooks

RECEIVERS = 2
# Uploads that meet dispatchers without a state directory.
LAST_UPLOADS = 60
# After these, a process that does not know that it has lost its partitions sends beside the next owner.
OVERLAPPING = ("pause", "cut", "stall")


class WebhookNemesis(Nemesis):
    def do_dark(self, _, fault):
        """A receiver resets all connections, so that dispatchers leave its host alone."""
        receiver = fault.among(self.run.receivers)
        receiver.is_dark = True
        time.sleep(fault.seconds)
        receiver.is_dark = False


class Run(Webhooks):
    nemesis_class = WebhookNemesis

    def __init__(self, given, folder):
        super().__init__(given, folder, ["--retry-schedule", RETRIES, "--timeout", "2s"], Disk)
        self.receivers = [Receiver(port, SECRET, given.seed) for port in free_ports(RECEIVERS)]

    def prove(self):
        """Returns what is wrong."""
        self.begin({name: self.url(number, name) for number, name in enumerate(self.uploads.names)})
        self.disturb()
        self.say("nothing goes wrong any more, but for the receivers; all state directories are lost")
        self.lose_all()
        self.consume_uploads()
        jobs = self.jobs()
        self.say(f"a worker made {len(jobs):,} jobs of {self.uploads.count:,} uploads")
        self.rest(jobs)
        wrong = [*self.nemesis.wrong, *self.stop(), *self.leaks()]
        return self.judge(jobs, self.wrong + wrong)

    def url(self, number, name):
        return f"http://127.0.0.1:{self.receivers[number % RECEIVERS].port}/{name}"

    def requests(self):
        return sorted((row for receiver in self.receivers for row in list(receiver.requests)), key=lambda row: row.end)

    def lose_all(self):
        for worker in self.workers:
            with worker.lock:
                worker.kill()
                worker.disk.wipe()
                worker.start()
        self.feeder.send(LAST_UPLOADS)
        self.feeder.flush()

    def rest(self, jobs):
        """Waits until nothing waits any more."""
        until = time.time() + REST_SECONDS
        ids = {job.id for job in jobs}
        while time.time() < until:
            self.supervise()
            if ids <= deliveries.done_times(self.requests()).keys() and self.waiting() == []: return
            time.sleep(1)
        self.wrong.append(f"stuck after {REST_SECONDS} s: {str(self.waiting())[:300]}")

    def judge(self, jobs, wrong):
        requests, dead = self.requests(), self.dead()
        strays = sum(receiver.strays for receiver in self.receivers)
        overlaps = list(deliveries.overlaps(requests))
        may_overlap = any(kind in OVERLAPPING for kind, _ in self.done)
        found = [
            ("lost", f"{len(jobs):,} jobs", list(deliveries.lost(jobs, requests, dead))),
            ("dead", f"{len(dead):,} dead letters", list(deliveries.died(jobs, requests, dead))),
            ("unlike jobs", f"{len(requests):,} requests", list(deliveries.unlike_jobs(jobs, requests))),
            ("out of order", f"{len({job.connection for job in jobs})} connections", list(deliveries.out_of_order(jobs, requests))),
            ("overlaps", f"{len(overlaps)} found" + (", allowed after these faults" if may_overlap else ""),
             [] if may_overlap else overlaps),
            ("redirects", "the address that redirects lead to", [f"{strays} redirects were followed"] if strays else []),
            ("ended or stuck", f"{sum(len(worker.starts) for worker in self.workers)} starts", wrong),
        ]
        for name, of, sentences in found: print(f"  {name:<15}{len(sentences):>6}   {of}")
        said = collections.Counter(row.said for row in requests)
        print(f"  {said['yes']:,} requests accepted, {said['no']:,} failed, {said['stop']:,} stopped; "
              f"{deliveries.doubles(requests):,} doubles")
        print(f"  done: {figures.counts(self.done)}" + (f"; missed: {figures.counts(self.missed)}" if self.missed else ""))
        return [sentence for _, _, sentences in found for sentence in sentences]
