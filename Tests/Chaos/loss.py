"""fork.state and every state directory are lost: all uploads are read again, as the runbook has it.

Comes when all is read and judged, since jobs and dead letters then come a second time."""
import subprocess, time
import checker, records
from broker import ALL_DOCUMENTS, GROUP, JOBS
from model import Model
from recreation import LACKS_STATE, Recreation, STATE
from records import Output
from worker import SESSION_SECONDS

TOOL = "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand"


class Loss:
    def __init__(self, run): self.run, self.broker, self.before = run, run.broker, {}

    def perform(self, fault):
        """What must not be."""
        began, run, wrong = time.time(), self.run, []
        operator, self.before = Recreation(run, wrong), self.output().live
        known, before = operator.with_records(operator.ends_of("fork.uploads")), operator.heights()
        for worker in run.workers: worker.disk.wipe()
        operator.remake(STATE)
        operator.change(known)
        operator.start_all()
        operator.wait_for_names(known, LACKS_STATE, run.workers[0].starts[-1])
        operator.stay_quiet(before)
        operator.stop_all()
        self.send_again()
        # Until then the group still has its members.
        time.sleep(SESSION_SECONDS + 3)
        wrong += self.reset_offsets()
        operator.start_all(["--adopt-state"])
        run.catch_up()
        operator.restart_all()
        run.catch_up()
        operator.stop_all()
        wrong += self.faults()
        run.note(fault, began, None)
        return [f"lose: {sentence}" for sentence in wrong]

    def send_again(self):
        """From an archive comes what the topic no longer has."""
        history = self.run.history
        there = history.keep_all(self.broker)
        self.run.feeder.repeat(history.rows[place] for place in sorted(history.rows.keys() - there))

    def reset_offsets(self):
        command = ["java", "-cp", f"{self.broker.home}/libs/*", TOOL, "--bootstrap-server", self.broker.servers, "--group",
                   GROUP, "--reset-offsets", "--to-earliest", "--all-topics", "--execute"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        return [f"offsets were not reset: {done.stdout} {done.stderr}"] if done.returncode or "Error" in done.stdout else []

    def output(self):
        """Documents and jobs."""
        output, topics = Output(), self.broker.topics()
        records.read(self.broker, {name: topics[name] for name in topics if name.startswith(ALL_DOCUMENTS) or name == JOBS}, output.add)
        return output

    def faults(self):
        """Documents and jobs must be those of all uploads, though they were read in another order.

        What only the lost state knew stays as it was: a document that an upload of after the loss would have deleted, such as
        a night that begins earlier now."""
        run, output = self.run, self.output()
        run.history.keep_all(self.broker)
        uploads = [row for row in run.history.uploads() if row.key not in run.forgetting.names]
        model = Model(str(run.options.worker), run.folder, uploads, run.settings, run.nemesis.rules[-1])
        left = {key for key in output.live.keys() - model.live.keys() if output.live[key] == self.before.get(key)}
        found = {key: output.live[key] for key in output.live if key not in left}
        return checker.lost_writes(model.live, found) + checker.other_jobs(output.jobs, output.live, run.settings)
