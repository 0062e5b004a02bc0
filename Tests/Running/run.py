"""Builds and runs tests: arguments are those of scripts/test."""
import os, pathlib, re, signal, subprocess, sys, threading, time

import progress

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOG = ROOT / ".build" / "tests.log"
# Tests with brokers and processes wait most of the time, and each that waits keeps a thread, of which a run has one per core.
# So they run side by side with those that compute.
BESIDE = ["CommandTests", "IntegrationTests"]
STEP = re.compile(r"^\[\d+/\d+\] ")
ERROR = re.compile(r"error: |warning: (?!prohibited)")


def main(arguments):
    LOG.parent.mkdir(exist_ok=True)
    screen, processes = progress.Screen(), []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    try:
        with open(LOG, "w") as log: return perform(arguments, screen, log, processes)
    except KeyboardInterrupt: return 130
    finally:
        for process in processes:
            if process.poll() is None: process.terminate()


def perform(arguments, screen, log, processes):
    screen.say(f"all output: {LOG.relative_to(ROOT)}")
    if "--skip-build" not in arguments and not build(screen, log): return 1
    arguments = [one for one in arguments if one != "--skip-build"]
    parts = [progress.Part("tests")] if arguments else all_parts()
    commands = {part.name: command(part.name, arguments) for part in parts}
    threads = []
    for part in parts:
        process = subprocess.Popen(
            commands[part.name], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace")
        processes.append(process)
        threads.append(threading.Thread(target=follow, args=(process, part, screen, log), daemon=True))
        threads[-1].start()
    while any(thread.is_alive() for thread in threads):
        screen.move(progress.line(parts, time.monotonic()))
        time.sleep(0.2)
    return conclude(parts, [process.wait() for process in processes], screen)


def build(screen, log):
    """Whether all is built."""
    screen.say("building the tests")
    process = subprocess.Popen(
        ["swift", "build", "--build-tests"], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace")
    for text in process.stdout:
        log.write(text)
        if STEP.match(text): screen.move(text.strip())
        elif ERROR.search(text): screen.say(text.rstrip())
    return process.wait() == 0


def all_parts():
    """The parts of a run of all tests, with the number of tests of each."""
    listed = subprocess.run(
        ["swift", "test", "list", "--disable-xctest", "--skip-build"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True).stdout.splitlines()
    targets = [name.partition(".")[0] for name in listed]
    alone = [progress.Part(name, targets.count(name)) for name in BESIDE]
    return [*alone, progress.Part("", len(targets) - sum(part.total for part in alone))]


def command(target, arguments):
    test = ["swift", "test", "--disable-xctest", "--skip-build", "--ignore-lock"]
    if arguments: return test + arguments
    if target: return [*test, "--filter", f"^{target}\\."]
    return ["nice", *test, "--skip", f"^({'|'.join(BESIDE)})\\."]


def follow(process, part, screen, log):
    """Reads what a process prints; says at once what is wrong."""
    for text in process.stdout:
        log.write(text)
        if shown := part.read(text.rstrip("\n")): screen.say(shown)


def conclude(parts, statuses, screen):
    """Says how all ended; the status of the whole."""
    for part, status in zip(parts, statuses):
        if status != 0 and not part.failed:
            open_tests = list(part.open)[:10]
            screen.say(f"the process of {part.name or 'the other tests'} ended with {status}"
                       + (f", in one of these: {', '.join(open_tests)}" if open_tests else ""))
    failed, skipped = sum(len(part.failed) for part in parts), sum(part.skipped for part in parts)
    screen.say(f"{sum(part.passed for part in parts):,} passed, {failed:,} failed, {skipped:,} skipped")
    for again in progress.repeats(parts): screen.say(f"  {again}")
    return 1 if failed or any(statuses) else 0


if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
