"""Faults that are planted: how a list of them is read, where each lies, and how the sources look with all of them.

The form of a list is in README.md beside this file.
"""
import dataclasses, pathlib, re, zlib

FILE_OF_SWITCH = "Mutant.swift"
# Where targets lie that have links to files of others.
OTHER_FOLDERS = {
    "Sources/Kafka": ["Tests/Simulation/Kafka"],
    "Sources/Store": ["Tests/Simulation/Store"],
    "Sources/Operations": ["Tests/Simulation/Operations"],
    "Sources/Delivering": ["Tests/Simulation/Delivering"],
    "Sources/Requests": ["Tests/Simulation/Requests"],
    "Sources/fork-worker": ["Tests/Simulation/Commands"],
}
SWITCH = """import Glibc

/// Which of the planted faults is there, chosen when the process starts.
enum Mutant {
    private static let chosen: Int = unsafe getenv("MUTANT_NUMBER").flatMap { unsafe Int(String(cString: $0)) } ?? 0

    static func isOn(_ number: Int) -> Bool { chosen == number }
}
"""


class Failure(Exception):
    """A list that can't be read, or a fault that is not where its list says."""


@dataclasses.dataclass
class Fault:
    """One thing that is wrong in the sources when its number is chosen."""

    name: str
    list: str
    line: int
    path: str
    # Whether whole statements are replaced; else an expression.
    is_statement: bool
    original: str = ""
    faulty: str = ""
    # Regular expressions of tests, tried one after the other until one fails.
    steps: list = dataclasses.field(default_factory=list)
    # Where its list lies.
    folder: pathlib.Path = None
    # Why no test can notice it, where none does.
    unnoticed: str = ""
    # Where a search by chance begins, since it was found there or soon after; empty where that takes long.
    seed: str = ""
    number: int = 0
    # The place that an operator found, where it made the fault.
    made: object = None

    @property
    def room(self):
        return self.path.split("/")[1]

    def __str__(self):
        return f"{self.list}:{self.line}: {self.name}"


def read_lists(folders):
    """All faults of some folders' lists.

    A fault's number is made of its name, so that a list that changes leaves all other files as they were built.
    """
    faults = []
    for folder in folders:
        for path in sorted(folder.rglob("*.txt")):
            faults += read_list(path.read_text(), path.name, folder)
    numbers = {}
    for fault in faults:
        fault.number = zlib.crc32(fault.name.encode()) or 1
        other = numbers.setdefault(fault.number, fault)
        if other is not fault:
            raise Failure(f"{fault} has the name of {other}, or its number")
    return faults


def read_list(text, name, folder=None):
    """The faults of one list."""
    faults, shared, path = [], [], ""
    for line_number, line in enumerate(text.split("\n"), 1):
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if not line.strip() or word == "#":
            continue
        if word == "in":
            path = rest
        elif word in ("expression", "statement"):
            faults.append(Fault(rest, name, line_number, path, word == "statement", folder=folder))
        elif word == "always":
            shared.append(rest)
        elif not faults:
            raise Failure(f"{name}:{line_number}: this belongs to a fault: {line}")
        elif word == "-":
            faults[-1].original += rest + "\n"
        elif word == "+":
            faults[-1].faulty += rest + "\n"
        elif word == "then":
            faults[-1].steps.append(rest)
        elif word == "seed":
            faults[-1].seed = rest
        elif word == "unnoticed":
            faults[-1].unnoticed = rest
        else:
            raise Failure(f"{name}:{line_number}: no such word: {word}")
    for fault in faults:
        fault.original, fault.faulty = fault.original.strip(), fault.faulty.strip()
        fault.steps += shared
        if not fault.path or not fault.original or not (fault.faulty or fault.is_statement):
            raise Failure(f"{fault}: it needs a file, the original and what is put in its place")
        # Statements stand in an `if`, behind which nobody knows the name.
        if fault.is_statement and re.match(r"(let|var)\b", fault.original.partition("«")[2] or fault.original):
            raise Failure(f"{fault}: it takes a declaration from what follows: make it an expression")
    return faults


def pattern(text):
    """Text as a pattern that takes any white space where the text has some."""
    return r"\s+".join(re.escape(word) for word in text.split())


def place(fault, source):
    """Where in its file the original lies: what is between « and », or all of it."""
    before, opening, rest = fault.original.partition("«")
    inside, closing, after = rest.partition("»")
    if not opening:
        before, inside, after = "", fault.original, ""
    elif not closing:
        raise Failure(f"{fault}: « has no »")
    gap = lambda left, right: r"\s+" if left[-1:].isspace() or right[:1].isspace() else ""
    expression = "".join(
        [
            pattern(before) + gap(before, inside) if before.strip() else "",
            f"({pattern(inside)})",
            gap(inside, after) + pattern(after) if after.strip() else "",
        ]
    )
    found = list(re.finditer(expression, source))
    if len(found) != 1:
        raise Failure(f"{fault}: its text is {len(found)} times in {fault.path}")
    return found[0].span(1)


class Place:
    """A piece of a file with the faults that replace just this piece, and the pieces inside it."""

    def __init__(self, start, end):
        self.start, self.end, self.faults, self.inside = start, end, [], []

    def written(self, source):
        """The piece with all variants in it, and the choice between them."""
        text = inner = ""
        at = self.start
        for place in self.inside:
            inner += source[at : place.start] + place.written(source)
            at = place.end
        text = inner + source[at : self.end]
        for fault in self.faults:
            if fault.is_statement:
                text = f"if Mutant.isOn({fault.number}) {{ {fault.faulty} }} else {{ {text} }}"
            else:
                text = f"(Mutant.isOn({fault.number}) ? ({fault.faulty}) : ({text}))"
        return text


def mutated(source, faults):
    """A file's text with all its faults written in, each chosen by its number."""
    places, wrong = {}, []
    for fault in faults:
        try:
            span = place(fault, source)
            places.setdefault(span, Place(*span)).faults.append(fault)
        except Failure as failure:
            wrong.append(str(failure))
    if wrong:
        raise Failure("\n".join(wrong))
    whole = Place(0, len(source))
    open_places = [whole]
    for span in sorted(places, key=lambda span: (span[0], -span[1])):
        while open_places[-1].end <= span[0]:
            open_places.pop()
        if span[1] > open_places[-1].end:
            raise Failure(f"{places[span].faults[0]}: it overlaps {open_places[-1].faults[0]}")
        open_places[-1].inside.append(places[span])
        open_places.append(places[span])
    return whole.written(source)


def by_path(faults):
    """The faults of each file."""
    paths = {}
    for fault in faults:
        paths.setdefault(fault.path, []).append(fault)
    return paths


def written(root, faults):
    """What changes in a checkout at `root`: the text of each path with its faults, and of the switch of each target."""
    texts, wrong = {}, []
    for path, own in by_path(faults).items():
        source = pathlib.Path(root, path)
        try:
            if not source.is_file():
                raise Failure(f"{own[0]}: there is no {path}")
            texts[path] = mutated(source.read_text(), own)
            target = "/".join(path.split("/")[:2])
            for folder in [target] + OTHER_FOLDERS.get(target, []):
                texts[f"{folder}/{FILE_OF_SWITCH}"] = SWITCH
        except Failure as failure:
            wrong.append(str(failure))
    if wrong:
        raise Failure("\n".join(wrong))
    return texts
