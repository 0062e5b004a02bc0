"""A real worker with the invented people, in a sandbox of the binary. `real_worker.py` serves its console for looking."""

import contextlib
import json
import os
import pathlib
import secrets
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import odd_people
import people
from invented import BINARY

# The sandbox waits 3 s for other members of its group, and each upload needs a few milliseconds.
PATIENCE = 240


def send(lines, brokers=None, to="uploads"):
    """Sends uploads or settings to a worker's broker."""
    brokers = brokers or os.environ["CONSOLE_BROKERS"]
    command = [BINARY, "send", "--bootstrap-servers", brokers, "--to", to]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    subprocess.run(command, input=text, text=True, check=True, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def sandbox():
    """Starts a sandbox with the invented people, and yields the variables by which the tests find it."""
    with tempfile.TemporaryDirectory() as folder:
        tokens = pathlib.Path(folder, "tokens")
        tokens.write_text(secrets.token_urlsafe(32) + "\n")
        options = ["--http-address", "127.0.0.1:0", "--console", "--console-token-file", str(tokens), "--console-health-data"]
        child = subprocess.Popen([BINARY, "sandbox", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            line = child.stdout.readline()
            if not line:
                sys.exit("real_worker: the sandbox has ended before it was ready")
            ready = json.loads(line)
            brokers, address = ready["bootstrap_servers"], f"http://{ready['http_address']}"
            send(people.SETTINGS, brokers, to="connections")
            uploads = odd_people.uploads()
            send(uploads, brokers)
            wait(address, len(uploads))
            yield {"CONSOLE_URL": f"{address}/console/", "CONSOLE_TOKEN_FILE": str(tokens), "CONSOLE_BROKERS": brokers}
        finally:
            # It ends with its input.
            child.stdin.close()
            child.wait()


def wait(address, uploads):
    """Waits until a worker has read so many uploads."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with urllib.request.urlopen(f"{address}/api/v1/worker", timeout=30) as answer:
            read = json.load(answer)["totals"]["uploads"]
        if read >= uploads:
            return
        time.sleep(0.2)
    sys.exit(f"real_worker: the worker has read {read} of {uploads} uploads after {PATIENCE} s")


if __name__ == "__main__":
    with sandbox() as served, contextlib.suppress(KeyboardInterrupt):
        print(served["CONSOLE_URL"], "token:", pathlib.Path(served["CONSOLE_TOKEN_FILE"]).read_text().strip(), flush=True)
        threading.Event().wait()
