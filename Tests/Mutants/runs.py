"""A copy of the checkout with faults in it, built once, and its tests run for one fault after the other."""
import filecmp, os, pathlib, re, shutil, signal, subprocess, tempfile, threading, time

import faults

# Tests colour what they print, also where nobody looks.
PLAIN = {"NO_COLOR": "1", "TERM": "dumb"}
# What is not of the sources, and what the copy is.
LEFT_OUT = {".build", ".git", "__pycache__", "state"}
# Appended to the manifest of the copy: only what the tests need is built, and pure code fast, since much is tried.
MANIFEST = """
var needed: Set<String> = []
var open = %s
while let name = open.popLast() {
    guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    for dependency in target.dependencies {
        if case .byNameItem(let name, _) = dependency { open.append(name) }
    }
}
package.targets.removeAll { !needed.contains($0.name) }
package.products.removeAll()
for target in package.targets where ["Vocabulary", "Health", "JSON", "Store", "HealthTests"].contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
}
"""


# Tests without a clock, a thread or a cluster. A test of another target must fail twice to count.
EXACT = re.compile(r"(\S+=\S+ )*(Health|JSON|Options|Simulation)Tests")


class Broken(Exception):
    """Without faults something fails already: nothing can be said of faults."""


class NoBuild(Broken):
    """The copy does not build."""

    def __init__(self, errors):
        super().__init__("the copy does not build:\n" + "\n".join(errors))
        self.errors = errors


def copy(root, target, texts, modules):
    """Makes `target` a copy of the checkout with these texts in it; what is the same already stays, so that it is not built again."""
    kept = set()
    for folder, names, files in os.walk(root):
        names[:] = [name for name in names if name not in LEFT_OUT]
        links = [name for name in names if os.path.islink(os.path.join(folder, name))]
        for name in files + links:
            source = pathlib.Path(folder, name)
            path = str(source.relative_to(root))
            kept.add(path)
            if path == "Package.swift":
                text = source.read_text().replace(".treatAllWarnings(as: .error),", "")
                put(target / path, text + MANIFEST % str(modules).replace("'", '"'))
            elif path not in texts:
                keep(source, target / path)
    for path, text in texts.items():
        put(target / path, text)
    for folder, names, files in os.walk(target):
        for name in files:
            path = pathlib.Path(folder, name)
            if str(path.relative_to(target)) not in kept | set(texts):
                path.unlink()


def put(path, text):
    """Writes a text where another is."""
    if path.is_file() and not path.is_symlink() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(text)


def keep(source, target):
    """Copies a file or a link where the copy has another."""
    if source.is_symlink():
        if not target.is_symlink() or os.readlink(target) != os.readlink(source):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            target.symlink_to(os.readlink(source))
    elif target.is_symlink() or not target.is_file() or not filecmp.cmp(source, target, shallow=False):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        shutil.copy(source, target)


def build(target, scratch):
    """One build of all tests that are needed; where its program is."""
    command = ["swift", "build", "--build-tests", "--scratch-path", str(scratch), "-Xswiftc", "-suppress-warnings"]
    process = subprocess.run(command, cwd=target, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if process.returncode != 0:
        errors = [line for line in process.stdout.split("\n") if "error:" in line]
        raise NoBuild(list(dict.fromkeys(errors)) or [process.stdout[-4000:]])
    return next((scratch / "debug").glob("*PackageTests.xctest"))


class Run:
    """One process with one fault, or none, up to its first complaint."""

    COMPLAINT = re.compile(r"^. (?:Test|Suite) (?!run)(.*?) (?:recorded an issue|failed after)")
    STARTED = re.compile(r"^. Test (?!run|case)(.*) started\.$")
    ENDED = re.compile(r"^. Test (?!run|case)(.*) (?:passed|failed|skipped) after")
    COUNT = re.compile(r"Test run with (\d+) tests?")

    def __init__(self, command, folder, number, limit, settings=None):
        self.complaint, self.tests, self.open, self.hung = None, 0, {}, False
        self.output = []
        began = time.monotonic()
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **PLAIN, **(settings or {}), "MUTANT_NUMBER": str(number)}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
        )
        timer = threading.Timer(limit, self.hang, [process, f"nothing, in {limit:.0f} s: it hangs"])
        timer.start()
        try:
            for line in process.stdout:
                self.read(line.rstrip("\n"))
                if self.complaint:
                    self.end(process, self.complaint)
                    break
            status = process.wait()
        finally:
            timer.cancel()
            self.end(process, self.complaint)
        self.seconds = time.monotonic() - began
        if status != 0 and not self.complaint:
            self.complaint = f"its end ({ending(status)})" + (f", in {list(self.open)[-1]}" if len(self.open) == 1 else "")

    def read(self, line):
        self.output = self.output[-40:] + [line]
        if match := self.STARTED.match(line):
            self.open[match[1]] = True
        elif match := self.ENDED.match(line):
            self.open.pop(match[1], None)
        if match := self.COUNT.search(line):
            self.tests = int(match[1])
        if "known issue" not in line and (match := self.COMPLAINT.match(line)) and line[0] == "✘":
            self.complaint = re.sub(r"^case passing .* to ", "", match[1]).strip('"')

    def hang(self, process, complaint):
        self.hung = True
        self.end(process, complaint)

    def end(self, process, complaint):
        """Ends the process and all that it has started; notes why, the first time."""
        self.complaint = self.complaint or complaint
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def end_all(setting):
    """Ends all processes that have a setting in their environment."""
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if setting.encode() in path.read_bytes().split(b"\0"):
                os.kill(int(path.parent.name), signal.SIGKILL)
        except (OSError, ProcessLookupError):
            pass


def ending(status):
    return signal.Signals(-status).name if status < 0 else f"status {status}"


class Tests:
    """The program of all tests."""

    def __init__(self, folder, program, steps=None):
        # How many steps are gone at most; None: all.
        self.folder, self.program, self.steps = folder, program, steps
        self.baseline, self.lock = {}, threading.Lock()

    def run(self, step, number, limit):
        words = step.split(" ")
        settings = dict(word.split("=", 1) for word in words[:-1])
        command = [str(self.program), "--testing-library", "swift-testing", "--filter", words[-1]]
        # Brokers and workers that tests start have groups of their own: this folder in their environment gives them away.
        with tempfile.TemporaryDirectory(prefix="fork-mutants-", ignore_cleanup_errors=True) as nodes:
            try:
                return Run(command, self.folder, number, limit, settings | {"KAFKA_NODES_DIRECTORY": nodes})
            finally:
                end_all(f"KAFKA_NODES_DIRECTORY={nodes}")

    def check(self, chosen):
        """That the tests hold which are looked at first where no fault is; the others when they are first needed."""
        for fault in chosen:
            for step in fault.steps[:1]:
                self.hold(step)

    def hold(self, step):
        """That a step's tests hold where no fault is, and how long they take; once."""
        with self.lock:
            if step in self.baseline:
                return
            run = self.run(step, 0, 900)
            if run.complaint and not EXACT.match(step):
                run = self.run(step, 0, 900)
            if run.complaint:
                raise Broken(f"without a fault {step} fails already: {run.complaint}\n" + "\n".join(run.output))
            if run.tests == 0:
                raise Broken(f"no test is called {step}")
            self.baseline[step] = run.seconds

    def notice(self, fault):
        """Which test notices a fault; None where none does."""
        for step in fault.steps[: self.steps]:
            self.hold(step)
            limit = 4 * self.baseline[step] + 20
            run = self.run(step, fault.number, limit)
            if run.complaint and not run.hung and not EXACT.match(step):
                run = self.run(step, fault.number, limit)
            if run.complaint:
                return run.complaint
        return None


class Command:
    """Another program that looks for faults: its status says whether it has found one, its last line what."""

    def __init__(self, folder, command):
        self.folder, self.command = folder, command

    def check(self, _):
        run = Run(["sh", "-c", self.command], self.folder, 0, 3600)
        if run.complaint:
            raise Broken(f"without a fault the command fails already: {run.complaint}\n" + "\n".join(run.output))

    def notice(self, fault):
        run = Run(["sh", "-c", self.command], self.folder, fault.number, 3600, {"MUTANT_SEED": fault.seed or "0"})
        if run.complaint and run.complaint.startswith("its end (status"):
            return next((line for line in reversed(run.output) if line.strip()), run.complaint)
        return run.complaint
