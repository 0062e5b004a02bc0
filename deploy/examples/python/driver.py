"""Feeds uploads to fork-worker one by one: copy this file, it needs no package and no broker."""
import contextlib, json, os, subprocess

KINDS = {"fork.webhook-dispatch": "jobs", "fork.dead-letter": "dead_letters"}


class Driver:
    """A `fork-worker transform` with its options. It keeps its state as long as the `with` block."""

    def __init__(self, *options):
        command = [os.environ.get("FORK_WORKER", "fork-worker"), "transform", *options]
        # Standard error fits into its pipe, because only the first refusals are lines of it.
        pipes = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
        self.process = subprocess.Popen(command, text=True, **pipes)

    def __enter__(self): return self

    def __exit__(self, *_): self.process.communicate()

    def feed(self, upload):
        """Returns the documents, jobs and dead letters that an upload makes."""
        made = {"documents": [], "jobs": [], "dead_letters": []}
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(upload) + "\n\n")
            self.process.stdin.flush()
        for line in self.process.stdout:
            record = json.loads(line)
            # The empty line comes back as a dead letter, after all records of the upload.
            if record["key"] is None and record["value"] == "": return made
            made[KINDS.get(record["topic"], "documents")].append(record)
        raise RuntimeError(self.process.stderr.read())
