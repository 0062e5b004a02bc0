"""The documents, changes and explanations of the invented people, as the binary derives them."""

import functools
import json
import os
import pathlib
import subprocess
import tempfile

import odd_people
import people

HERE = pathlib.Path(__file__).resolve().parent
BINARY = os.environ.get("FORK_WORKER", str(HERE.parent.parent / ".build/release/fork-worker"))


class Data:
    """The documents, changes and explanations of the invented people."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.uploads = pathlib.Path(self.folder.name, "uploads.ndjson")
        self.settings = pathlib.Path(self.folder.name, "settings.ndjson")
        lines = odd_people.uploads()
        self.uploads.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.settings.write_text("".join(json.dumps(line) + "\n" for line in people.SETTINGS))
        self.collected, self.documents, self.changes, self.explained = {}, {}, {}, {}
        for line in lines:
            self.collected[line["connection_id"]] = max(self.collected.get(line["connection_id"], ""), line["collected_at"])
        for record in self.records("--final"):
            document = record["value"]
            for name in ("collected_at", "user_id"):
                document.pop(name, None)
            self.documents.setdefault(record["topic"].rsplit(".", 1)[1], []).append(document)
        for documents in self.documents.values():
            documents.sort(key=lambda entry: (entry["type"], entry["start_date"], entry["id"]))
        self.change(lines)

    def records(self, *arguments):
        """Returns the document records that transform prints."""
        command = [BINARY, "transform", *arguments, "--connections", str(self.settings), str(self.uploads)]
        output = subprocess.run(command, capture_output=True, check=True).stdout
        return [record for record in map(json.loads, output.splitlines()) if record["topic"].startswith("fork.connection.")]

    def change(self, lines):
        """Notes which upload wrote and deleted which documents."""
        times = {line["upload_id"]: line["collected_at"] for line in lines}
        for record in self.records():
            key, headers = record["topic"].rsplit(".", 1)[1], record["headers"]
            entries = self.changes.setdefault(key, [])
            if not entries or entries[-1]["upload_id"] != headers["fork-upload"]:
                entries.append({"time": times[headers["fork-upload"]], "upload_id": headers["fork-upload"], "jobs": 1, "documents": []})
            entries[-1]["documents"].append({"id": record["key"], "op": headers["fork-op"]})

    def explain(self, connection, document):
        """Returns the figures of `explain`, without what only the uploads know."""
        if (connection, document) not in self.explained:
            command = [
                BINARY,
                "explain",
                connection,
                document,
                "--uploads",
                str(self.uploads),
                "--connections",
                str(self.settings),
                "--json",
            ]
            output = subprocess.run(command, capture_output=True, check=True).stdout
            self.explained[connection, document] = [json.loads(line) for line in output.splitlines()][:-1]
        figures = []
        for line in self.explained[connection, document]:
            samples = [entry for entry in line["samples"] if entry["why"] not in ("copy", "deleted", "refused")]
            more = sum(line["reasons"].values()) - len(line["samples"]) + max(0, len(samples) - 200)
            figures.append({"figure": line["figure"], "value": line["values"], "samples": samples[:200]} | ({"more": more} if more else {}))
        return figures


@functools.cache
def data():
    """Returns the data of the invented people, derived once."""
    return Data()
