"""Transactions that the broker itself has left open: they hold up every reader for ever, whatever a worker does.

A broker that is killed between its decision to commit and the markers that say so may come back without the one and without
the other (seen on 4.3). A run in which that happened proves nothing, and is void."""
import subprocess, time

TOOL = "org.apache.kafka.tools.TransactionsCommand"
# A transaction that was decided on has its markers sooner; one that is open longer than these minutes outlived its timeout.
DECIDED_SECONDS, OPEN_MINUTES = 15, 1


class Void(Exception):
    """Why a run proves nothing."""


def left_open(broker):
    """A line of Kafka's own tools for each transaction that the broker no longer ends."""
    before = decided(ask(broker, "list"))
    time.sleep(DECIDED_SECONDS)
    stuck = [line for line in decided(ask(broker, "list")) if line in before]
    limits = ("--broker-id", "1", "--max-transaction-timeout", str(OPEN_MINUTES))
    return stuck + open_for_ever(ask(broker, "find-hanging", *limits))


def ask(broker, *what):
    command = ["java", "-cp", f"{broker.home}/libs/*", TOOL, "--bootstrap-server", broker.servers, *what]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    return done.stdout


def decided(text):
    """Of a list of transactions, those that are to end and have not."""
    rows = [line.split() for line in text.splitlines()]
    return [" ".join(row) for row in rows if row and row[-1] in ("PrepareCommit", "PrepareAbort")]


def open_for_ever(text):
    """The rows of what find-hanging prints, without the names of its columns."""
    rows = [line.split() for line in text.splitlines()]
    return ["open: " + " ".join(row) for row in rows if len(row) >= 6 and row[1].isdigit()]
