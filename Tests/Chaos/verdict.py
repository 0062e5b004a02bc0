"""Reads everything that a run has left, holds it against the model, and says what is wrong, with figures."""
import figures, records, transactions
import checker
from broker import DEAD, DOCUMENTS, JOBS, UPLOADS
from model import Accounts, COUNTS, Model, Upload
from records import Output


class Verdict:
    def __init__(self, run, committed):
        self.run, self.committed = run, committed
        topics = run.broker.topics()
        self.topics = {name: topics[name] for name in topics if name.startswith(DOCUMENTS) or name in (JOBS, DEAD)}
        self.uploads = self.read_uploads(topics[UPLOADS])
        self.output, self.attempted = Output(), 0
        records.read(run.broker, self.topics, self.output.add)
        records.read(run.broker, self.topics, self.attempt, "read_uncommitted")
        self.ends = transactions.read(run.broker.data, self.topics)
        self.model = Model(str(run.options.worker), run.folder, self.uploads, run.settings)
        self.accounts = Accounts(run.settings)
        self.counted = {(row.partition, row.offset): self.accounts.of(row) for row in self.uploads}
        self.events = [list(worker.events()) for worker in run.workers]

    def attempt(self, *_): self.attempted += 1

    def read_uploads(self, partitions):
        rows = []
        records.read(self.run.broker, {UPLOADS: partitions},
                     lambda _, partition, offset, key, value, __: rows.append(Upload(partition, offset, key, value)),
                     "read_uncommitted")
        return sorted(rows, key=lambda row: (row.partition, row.offset))

    def logged(self):
        """What the logs say of single uploads, each line from after a commit."""
        return [((event["partition"], event["offset"]), {field: event[field] for field in COUNTS})
                for events in self.events for event in events if event["event"] == "accounted"]

    def faults(self):
        """Every kind of anomaly, with what it was looked for in, and its sentences."""
        run, output, model = self.run, self.output, self.model
        offsets = {}
        for row in self.uploads: offsets.setdefault(row.id, row.offset)
        strangers = {(row.partition, row.offset) for row in self.uploads if row.is_stranger}
        logged, places = self.logged(), sum(map(len, output.places.values()))
        return [
            ("lost write", f"{len(model.live):,} documents", checker.lost_writes(model.live, output.live)),
            ("duplicate", f"{len(output.revisions):,} revisions, {len(output.jobs):,} jobs",
             checker.duplicates(output.revisions, output.jobs, output.letters)),
            ("aborted read", f"{places:,} records read, of {self.attempted:,} written",
             checker.aborted_reads(output.places, self.ends, output.revisions, model.revisions, offsets)),
            ("unseen", f"{len(run.feeder.acknowledged):,} acknowledged uploads",
             checker.unseen(run.feeder.acknowledged, self.uploads, self.committed, self.accounts, output.live)),
            ("non-monotonic", f"{len(run.samples):,} looks at the offsets, {len(output.revisions):,} revisions",
             checker.non_monotonic(run.samples, output.revisions, self.ends, offsets)),
            ("jobs", f"{sum('callback_url' in row for row in run.settings)} connections with webhooks",
             checker.other_jobs(output.jobs, output.live, run.settings)),
            ("dead letters", f"{len(model.letters):,} refusals", checker.other_letters(model.letters, output.letters)),
            ("accounting", f"{len(self.counted):,} uploads, {len(logged):,} of them in logs that no kill has cut",
             checker.wrong_accounts(self.counted, logged, model.accounting, strangers)),
            ("ended or stuck", f"{sum(len(worker.starts) for worker in run.workers)} starts",
             run.wrong + run.nemesis.wrong + [f"not sent: {text}" for text in run.feeder.failed]),
        ]

    def print(self):
        """The verdict; gives whether all is well."""
        run, total = self.run, self.model.accounting
        faults = self.faults()
        for name, of, sentences in faults:
            print(f"  {name:<15}{len(sentences):>6}   {of}")
        for _, _, sentences in faults:
            for sentence in sentences[:8]: print(f"  not: {sentence[:400]}")
        sums = " + ".join(f"{total[field]:,} {field.replace('_', ' ')}" for field in COUNTS[1:6])
        print(f"  samples in {total['samples_in']:,} = {sums}; {total['deletions']:,} deletions")
        for line in figures.lines(self.recoveries()): print(f"  {line}")
        self.print_ends()
        count = sum(len(sentences) for _, _, sentences in faults)
        print(f"verdict: {count or 'no'} anomal{'y' if count == 1 else 'ies'}")
        return count == 0

    def print_ends(self):
        """How workers ended that found their disk full."""
        ends = [words for worker in self.run.workers for words in worker.ends]
        asserted = sum("Assertion" in words for words in ends)
        if ends: print(f"  full disk: {len(ends)} ends, {asserted} of them by an assertion of RocksDB; such as {ends[0][:300]}")

    def recoveries(self):
        starts = [worker.starts for worker in self.run.workers]
        return figures.recoveries(self.run.nemesis.kills, starts, self.events)
