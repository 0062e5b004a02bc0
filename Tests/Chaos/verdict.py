"""Reads everything that a run has left, holds it against the model, and says what is wrong, with figures."""
import figures, records, transactions
import checker
from broker import ALL_DOCUMENTS, DEAD, JOBS
from model import Accounts, COUNTS, Model
from records import Output


class Verdict:
    def __init__(self, run, committed):
        self.run, self.committed = run, run.history.committed(committed)
        topics = run.broker.topics()
        self.topics = {name: topics[name] for name in topics if name.startswith(ALL_DOCUMENTS) or name in (JOBS, DEAD)}
        self.read_uploads()
        self.output, self.attempted = Output(), 0
        records.read(run.broker, self.topics, self.output.add)
        self.output.letters = [run.history.letter(row) for row in self.output.letters]
        self.output.jobs = [run.history.job(row) for row in self.output.jobs]
        records.read(run.broker, self.topics, self.attempt, "read_uncommitted")
        self.ends = transactions.read(run.broker.data, self.topics)
        # By each rules that were ever in force; the last ones are.
        rules = [row for index, row in enumerate(run.nemesis.rules) if row not in run.nemesis.rules[:index]]
        models = {tuple(row): Model(str(run.options.worker), run.folder, self.uploads, run.settings, row) for row in rules}
        self.model, self.possible = models[tuple(run.nemesis.rules[-1])], [row.revisions for row in models.values()]
        self.accounts = Accounts(run.settings)
        self.counted = {(row.partition, row.offset): self.accounts.of(row) for row in self.uploads}
        self.events = [list(worker.events()) for worker in run.workers]
        # What comes last sends more.
        self.acknowledged = list(run.feeder.acknowledged)

    def attempt(self, *_): self.attempted += 1

    def read_uploads(self):
        """Those that the topic has and those that it had; apart from them, those of people who were forgotten."""
        self.run.history.keep_all(self.run.broker)
        self.all = self.run.history.uploads()
        names = self.run.forgetting.names
        self.uploads = [row for row in self.all if row.key not in names]
        self.forgotten = [row for row in self.all if row.key in names]

    def logged(self):
        """What the logs say of single uploads, each line from after a commit."""
        return [(self.run.history.logged(worker.number, event), {field: event[field] for field in COUNTS})
                for worker, events in zip(self.run.workers, self.events) for event in events if event["event"] == "upload_accounting"]

    def faults(self):
        """Every kind of anomaly, with what it was looked for in, and its sentences."""
        run, output, names = self.run, self.output, self.run.forgetting.names
        offsets = {}
        for row in self.uploads: offsets.setdefault(row.id, row.offset)
        strangers = {(row.partition, row.offset) for row in self.uploads if row.is_stranger}
        passed = {(row.partition, row.offset) for row in self.forgotten}
        letters = [row for row in output.letters if row.place[1:] not in passed]
        logged, places = self.logged(), sum(map(len, output.places.values()))
        return [
            ("lost write", f"{len(self.model.live):,} documents", checker.lost_writes(self.model.live, output.live)),
            ("duplicate", f"{len(output.revisions):,} revisions, {len(output.jobs):,} jobs",
             checker.duplicates(output.revisions, output.jobs, output.letters, run.nemesis.emptied)),
            ("aborted read", f"{places:,} records read, of {self.attempted:,} written",
             checker.aborted_reads(output.places, self.ends, output.revisions, self.possible, offsets)),
            ("unseen", f"{len(self.acknowledged):,} acknowledged uploads",
             checker.unseen(self.acknowledged, self.all, self.committed, self.accounts, output.live)),
            ("non-monotonic", f"{len(run.samples):,} looks at the offsets, {len(output.revisions):,} revisions",
             checker.non_monotonic(run.samples, output.revisions, self.ends, offsets)),
            ("jobs", f"{sum('callback_url' in row for row in run.settings)} connections with webhooks",
             checker.other_jobs(output.jobs, output.live, run.settings)),
            ("dead letters", f"{len(self.model.letters):,} refusals", checker.other_letters(self.model.letters, letters)),
            ("forgotten", f"{len(self.forgotten):,} uploads of {len(names)} connections",
             checker.not_forgotten(self.forgotten, output.letters, run.forgetting.orders(), names) if names else []),
            ("accounting", f"{len(self.counted):,} uploads, {len(logged):,} of them in logs that no kill has cut",
             checker.wrong_accounts(self.counted, logged, self.model.accounting, strangers, passed)),
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
        print(f"  done: {figures.counts(run.done)}" + (f"; missed: {figures.counts(run.missed)}" if run.missed else ""))
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
