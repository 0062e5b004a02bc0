"""Faults that are made of the sources by operators: which are chosen, which tests must notice each, how the copy looks with them."""
import os, pathlib, random, re, zlib

import faults, operators

EXCUSED = "Tests/Mutants/excused"
SWITCH = faults.SWITCH + """
extension Mutant {
    static func flip(_ number: Int, _ condition: Bool) -> Bool { isOn(number) ? !condition : condition }

    static func pass(_ number: Int, _ condition: Bool) -> Bool { condition || isOn(number) }

    static func more<T: AdditiveArithmetic & ExpressibleByIntegerLiteral>(_ number: Int, _ value: T) -> T { isOn(number) ? value + 1 : value }
}
"""
# Tables of data, text for people, and what meets only this machine or a real cluster's refusals.
LEFT_OUT = re.compile(
    r"Sources/(Vocabulary/Catalogue/.*\+|Observation/Observer|Operations/Doctor/|Options/(Printing|Table/(Options|CommandRow))"
    r"|fork-worker/(Demo|Sandbox|Process)/|Kafka/Embedded/|[^/]+/.*(Advice|Text\.swift))"
)
HUNT = "SIMULATION_HUNT=1 SIMULATION_SEEDS=200 SIMULATION_SECONDS=90 SWIFT_DETERMINISTIC_HASHING=1 SimulationTests\\..*readers.see"
DELIVERIES = "SIMULATION_HUNT=1 SIMULATION_SEEDS=300 SIMULATION_SECONDS=60 SWIFT_DETERMINISTIC_HASHING=1 SimulationTests\\..*receivers.get"
# How a worker starts, answers probes, and reads and writes topics.
WORKER_RUNS = "IntegrationTests\\.(.*/)?(RunStarts|RunProbes|RunRecords)/"
SLOW = "(Property|ZoneDay|UnitFuzz|SizeContract|megabyte|DayTests)"
CORE = [
    "HealthTests\\.GoldenContract", f"HealthTests\\.(?!.*{SLOW})", "PROPERTY_SEED=1 HealthTests\\..*Property",
    f"HealthTests\\..*{SLOW}", "PROPERTY_SEED=2 HealthTests\\..*Property",
]
# The tests of a room's faults, after the suites whose names are those of the file.
STEPS = {
    "Health": CORE,
    "Vocabulary": [*CORE[:3], *(f"{room}Tests\\." for room in ("Dispatching", "Webhooks", "AppleHealth", "Operations", "Worker")), *CORE[3:]],
    "JSON": ["JSONTests\\.", *CORE[:3]],
    "Store": ["StoreTests\\.", "WorkerTests\\.", HUNT],
    "Kafka": ["KafkaTests\\.", "WorkerTests\\.(Recovery|Supervisor|Worker)", HUNT],
    "Worker": ["WorkerTests\\.", HUNT],
    "Operations": ["OperationsTests\\.", "CommandTests\\.", HUNT],
    "Options": ["OptionsTests\\.", "CommandTests\\."],
    "Observation": ["ObservationTests\\.", "WorkerTests\\.(Worker|Lane|Commit|Probe)", "CommandTests\\."],
    "Serving": ["ServingTests\\."],
    "ConsoleReading": ["ConsoleReadingTests\\."],
    "System": ["SystemTests\\.", "KafkaTests\\.", "WorkerTests\\.", "CommandTests\\."],
    "Files": ["FilesTests\\.", "CommandTests\\."],
    "AppleHealth": ["AppleHealthTests\\.", "CommandTests\\.(Import|Page)"],
    "Formats": ["FormatsTests\\.", "CommandTests\\."],
    "Webhooks": ["WebhooksTests\\."],
    "Dispatching": ["DispatchingTests\\.", DELIVERIES],
    "Delivering": ["DeliveringTests\\.", DELIVERIES],
    "Requests": ["RequestsTests\\."],
    "Views": ["ViewsTests\\.", "CommandTests\\."],
    "fork-worker": ["CommandTests\\."],
}


class Rooms:
    """The suites of the test targets, by the words of their files' names."""

    def __init__(self, root):
        self.root, self.suites = pathlib.Path(root), []
        for path in sorted(pathlib.Path(root, "Tests").glob("*Tests/**/*Tests.swift")):
            target = path.relative_to(root).parts[1]
            for suite in re.findall(r"^ *(?:@Suite )?(?:struct|final class) (\w+) \{", path.read_text(), re.MULTILINE):
                if target != "IntegrationTests" or suite.startswith(path.stem[:3]) or f"@Suite struct {suite}" in path.read_text():
                    self.suites.append((target, suite, path.parent.name, words(path.stem.removesuffix("Tests"))))

    def steps(self, path):
        """The tests that must notice a fault of a file, those first that are nearest."""
        parts = path.split("/")
        room, folder, always = parts[1], parts[-2] if len(parts) > 3 else "", STEPS[parts[1]]
        own = words(pathlib.Path(path).stem) | words(folder)
        steps = self.near(always[0].split("\\.")[0], lambda other, its: other == folder or its & own)
        steps += [step for step in always if step not in (HUNT, DELIVERIES) or self.is_simulated(room, path)]
        if os.environ.get("KAFKA_HOME") and room in ("Delivering", "Requests"):
            steps += self.near("IntegrationTests", lambda other, its: other == "Dispatch")
        if os.environ.get("KAFKA_HOME") and room in ("Kafka", "Worker", "Operations", "Views", "Serving", "fork-worker"):
            # A real broker is asked last.
            steps += self.near("IntegrationTests", lambda other, its: other == room if room == "Kafka" else its & own)
            steps += [WORKER_RUNS] if room == "Worker" else []
        return steps

    def is_simulated(self, room, path):
        """Whether the simulation has a file itself, or a link to it or to its folder."""
        rest = path.removeprefix(f"Sources/{room}/")
        return room in ("Worker", "Dispatching") or any((self.root / folder / rest).exists() for folder in faults.OTHER_FOLDERS.get(f"Sources/{room}", []))

    def near(self, target, is_near):
        """A step for the suites of a target that are near, or none."""
        names = sorted(suite for its_target, suite, folder, its in self.suites if its_target == target and is_near(folder, its))
        return [f"{target}\\.(.*/)?({'|'.join(names)})/"] if names else []


def words(name):
    """The beginnings of a name's words, so that `Redriving` meets `Redrive`."""
    return {word[:5].lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", name) if len(word) > 3}


def every(root):
    """All faults that operators can make of the sources, by room, but for those that are excused."""
    rooms, known = {}, excused(root)
    for path in sorted(pathlib.Path(root, "Sources").rglob("*.swift")):
        name = str(path.relative_to(root))
        if not LEFT_OUT.match(name):
            own = [fault for fault in of_file(root, name) if fault.name not in known.get(name, {})]
            rooms.setdefault(name.split("/")[1], []).extend(own)
    return rooms


def of_file(root, name):
    """All faults that operators can make of a file."""
    text = pathlib.Path(root, name).read_text()
    for one in operators.candidates(text):
        nth = f" ({one.occurrence})" if one.occurrence > 1 else ""
        line = text.count("\n", 0, one.start) + 1
        fault = faults.Fault(f"{one.function}: {one.what}{nth}", name.split("/")[-1], line, name, False)
        fault.number = zlib.crc32(f"{name} {fault.name}".encode()) or 1
        fault.made = one
        yield fault


def excused(root):
    """The names of the faults that no test can notice, with their reasons, by file."""
    known, path = {}, ""
    for line in pathlib.Path(root, EXCUSED).read_text().split("\n"):
        if line.startswith("in "):
            path = line.removeprefix("in ").strip()
        elif line.strip() and not line.startswith("#"):
            name, _, reason = line.partition(" because ")
            known.setdefault(path, {})[name] = reason
    return known


def check_excused(root):
    """That each excuse has a reason and is of a fault that there is."""
    for path, names in excused(root).items():
        there = {fault.name for fault in of_file(root, path)} if pathlib.Path(root, path).is_file() else set()
        for name, reason in names.items():
            if name not in there or not reason:
                raise faults.Failure(f"{EXCUSED}: {path} has no such fault, or the excuse has no reason: {name}")


def choose(root, count, seed, lines=None):
    """So many by chance, of each room by how many there are; no two of them are in one place.

    `lines` has the numbers of the lines that may have a fault, by file; without it all may.
    """
    rooms, chosen, open_count = every(root), [], count
    if lines is not None:
        rooms = {room: own for room in rooms if (own := [fault for fault in rooms[room] if touches(fault, lines)])}
    for room in sorted(rooms, key=lambda room: len(rooms[room])):
        left = sum(len(rooms[other]) for other in rooms if len(rooms[other]) >= len(rooms[room]))
        share = max(1, round(open_count * len(rooms[room]) / left))
        taken = []
        for fault in random.Random(f"{seed} {room}").sample(rooms[room], len(rooms[room])):
            if len(taken) == min(share, open_count):
                break
            if not any(meet(fault, other) for other in taken):
                taken.append(fault)
        open_count -= len(taken)
        chosen += taken
    return prepared(root, chosen)


def touches(fault, lines):
    """Whether a fault is in one of these lines."""
    return not lines.get(fault.path, set()).isdisjoint(range(fault.line, fault.line + fault.made.lines + 1))


def prepared(root, chosen):
    """Faults in the order of their places, with their tests."""
    tests = Rooms(root)
    for fault in chosen:
        fault.steps = tests.steps(fault.path)
    return sorted(chosen, key=lambda fault: (fault.path, fault.made.start))


def meet(one, other):
    return one.path == other.path and one.made.start <= other.made.end and other.made.start <= one.made.end


def written(root, chosen):
    """What changes in a checkout at `root`: the text of each path with its faults, and of the switch of each target."""
    texts, declared = {}, {}
    for path, own in faults.by_path(chosen).items():
        text = pathlib.Path(root, path).read_text()
        for fault in sorted(own, key=lambda fault: -fault.made.start):
            one = fault.made
            values = {"text": text[one.start : one.end], "number": fault.number, "name": operator_name(fault.number)}
            text = text[: one.start] + fill(one.put, values) + text[one.end :]
            declared.setdefault("/".join(path.split("/")[:2]), []).append(fill(one.declaration, values))
        texts[path] = text
    for target, declarations in declared.items():
        for folder in [target] + faults.OTHER_FOLDERS.get(target, []):
            texts[f"{folder}/{faults.FILE_OF_SWITCH}"] = SWITCH + "\n".join(filter(None, declarations)) + "\n"
    return texts


def fill(form, values):
    return re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), form.replace("{{", "{").replace("}}", "}"))


def operator_name(number):
    """An operator of Swift that nobody else has: four characters that draw boxes."""
    return "".join(chr(0x2500 + (number >> shift & 0xFF)) for shift in (24, 16, 8, 0))


def complained_of(errors, folder, texts, chosen):
    """The faults that stand where a compiler complains, by the lines `path:line:column: error:`."""
    wrong = set()
    for line in errors:
        match = re.match(r"(/\S+\.swift):(\d+):\d+: error:", line)
        if not match:
            continue
        path = pathlib.Path(match[1])
        at = str(path.resolve().relative_to(pathlib.Path(folder).resolve())) if path.is_absolute() else match[1]
        for fault in (one for one in chosen if one.made):
            last = fault.line + fault.made.lines
            if fault.path == at and fault.line <= int(match[2]) <= last:
                wrong.add(fault.number)
            elif at.endswith(faults.FILE_OF_SWITCH) and operator_name(fault.number) in texts[at].split("\n")[int(match[2]) - 1]:
                wrong.add(fault.number)
    return [fault for fault in chosen if fault.number in wrong]


def at(root, places):
    """All faults that operators can make in these places, `File.swift:line`; of some in one place the first."""
    found = []
    for fault in (fault for faults_of_room in every(root).values() for fault in faults_of_room):
        if any(f"{fault.path}:{fault.line}".endswith("/" + place) for place in places) and not any(meet(fault, other) for other in found):
            found.append(fault)
    return prepared(root, found)
