"""How faults are made of sources: each operator finds the places of a file where it can plant one.

A fault replaces one token, one clause or one statement. An operator of Swift becomes one of the fault's own, with its
precedence, so that nobody needs to know how far an expression goes; what it is, is chosen when the process starts.
"""
import dataclasses, re

from swift_source import CLOSING, CONTROL, KEYWORDS, OPENING, Source

# Of these nothing is looked at: what only costs time or space, and what only people read.
LEFT_OUT = {
    "observer", "reserveCapacity", "keepingCapacity", "minimumCapacity", "capacity", "precondition", "assert", "preconditionFailure",
    "fatalError", "withAdvice", "print", "isLogged", "reason", "sentence", "advice",
}
# Functions that only give back memory and handles, and calls that do.
RELEASING = re.compile(r"(destroy|release|free|deallocate|close|closedir|unlock|join|signal|removeTemporary)$", re.IGNORECASE)
# Bounds of time and space: what lies just on one is not promised either way.
LOOSE = re.compile(r"(now|began|dueAt|time|milliseconds|nanoseconds|seconds|weight|bytes|budget|memory|cache|capacity)", re.IGNORECASE)
# A greater number is a measure: one more of it is not noticed, nor promised.
NUMBERS_MAX = 64
BINARY = "@_transparent func {name} <T: {kind}>(a: T, b: T) -> {result} {{ Mutant.isOn({number}) ? {faulty} : {original} }}"
COMPARED = "infix operator {name}: ComparisonPrecedence"
# An operator, the precedence of its place, what it becomes, and for which types.
COMPARISONS = {
    "<": [("<=", "Comparable"), (">", "Comparable")], "<=": [("<", "Comparable"), (">", "Comparable")],
    ">": [(">=", "Comparable"), ("<", "Comparable")], ">=": [(">", "Comparable"), ("<", "Comparable")],
    "==": [("!=", "Equatable")], "!=": [("==", "Equatable")],
}
ARITHMETIC = {
    "+": ("-", "AdditionPrecedence", ["AdditiveArithmetic"]), "-": ("+", "AdditionPrecedence", ["AdditiveArithmetic"]),
    "*": ("+", "MultiplicationPrecedence", ["Numeric"]), "%": ("/", "MultiplicationPrecedence", ["BinaryInteger"]),
    "/": ("*", "MultiplicationPrecedence", ["BinaryInteger", "FloatingPoint"]),
}
CHANGES = {"+=": "AdditiveArithmetic", "-=": "AdditiveArithmetic"}


@dataclasses.dataclass
class Candidate:
    """A place where an operator can plant a fault."""

    function: str
    # What the fault is, in words.
    what: str
    start: int
    end: int
    # What takes the place of the text, with {text}, {number} and {name}; and what the fault's own operator is.
    put: str
    declaration: str = ""
    occurrence: int = 1
    # How many lines it goes on for after its first.
    lines: int = 0


def candidates(text):
    """All places of a file, in order, each with how often the same was before it in its function."""
    source = Source(text)
    found = [one for finder in FINDERS for one in finder(source)]
    counted = {}
    for one in sorted(found, key=lambda one: (one.start, one.end, one.what)):
        key = (one.function, one.what)
        one.lines = text.count("\n", one.start, one.end)
        one.occurrence = counted[key] = counted.get(key, 0) + 1
        yield one


def is_apt(source, token):
    """Whether faults are planted at a token: in a body, and not in what is left out."""
    if not source.function(token) or not token.statement:
        return False
    first = source.tokens[token.statement.first].text
    return (
        not source.words(token.statement) & LEFT_OUT and first not in ("case", "import", "typealias") and source.function(token).name != "deinit"
    )


def is_memory(source, token):
    return bool(source.words(token.statement) & {"unsafe", "memcmp", "memcpy", "UnsafeMutableRawPointer"})


def made(source, token, what, start, end, put, declaration=""):
    return Candidate(source.function(token).name, what, start, end, put, declaration)


def binary(source):
    """The tokens that are operators between two operands, with what is before and after each."""
    tokens = source.tokens
    for at in range(1, len(tokens) - 1):
        token, before, after = tokens[at], tokens[at - 1], tokens[at + 1]
        is_range = token.text in ("..<", "...")
        if token.kind != "operator" or not is_apt(source, token):
            continue
        if is_range and not (token.after_space or token.before_space) and before.kind != "operator" and before.text not in OPENING + ",:":
            if after.text not in CLOSING + ",:" and before.text not in KEYWORDS:
                yield token, before, after
        elif not is_range and token.after_space and token.before_space and before.text not in OPENING + ",:" and before.text not in KEYWORDS:
            yield token, before, after


def comparisons(source):
    for token, before, after in binary(source):
        if token.text not in COMPARISONS:
            continue
        statement = source.words(token.statement)
        for faulty, kind in COMPARISONS[token.text]:
            is_bound = faulty[0] == token.text[0] and faulty[0] in "<>"
            if is_bound and ({"$0", "$1"} <= statement or any(LOOSE.search(name) for name in statement)):
                continue
            if after.text == "nil":
                function = "@_transparent func {name} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ Mutant.isOn({number}) ? a FAULTY b : a ORIGINAL b }}"
                declaration = COMPARED + "\n" + function.replace("FAULTY", faulty).replace("ORIGINAL", token.text)
            else:
                declaration = operator(COMPARED, [kind], "Bool", f"a {faulty} b", f"a {token.text} b")
            yield made(source, token, f"`{token.text}` becomes `{faulty}`", token.start, token.end, "{name}", declaration)


def operator(infix, kinds, result, faulty, original):
    """The declaration of an operator between values of one type, of any of these kinds."""
    lines = [infix]
    for kind in kinds:
        lines.append(BINARY.format(name="{name}", number="{number}", kind=kind, result=result, faulty=faulty, original=original))
    return "\n".join(line if line == infix else line.replace(" { ", " {{ ").replace(" }", " }}") for line in lines)


def arithmetic(source):
    for token, before, after in binary(source):
        # Beside texts it is the text of a message, and memory is nothing to play with.
        if token.text not in ARITHMETIC or "text" in (before.kind, after.kind) or is_memory(source, token):
            continue
        faulty, precedence, kinds = ARITHMETIC[token.text]
        declaration = operator(f"infix operator {{name}}: {precedence}", kinds, "T", f"a {faulty} b", f"a {token.text} b")
        if token.text == "+":
            # Lists are joined by it too.
            declaration += "\n@_transparent func {name} <E>(a: [E], b: [E]) -> [E] {{ Mutant.isOn({number}) ? a : a + b }}"
        yield made(source, token, f"`{token.text}` becomes `{faulty}`", token.start, token.end, "{name}", declaration)


def changes(source):
    for token, _, _ in binary(source):
        if token.text in CHANGES and not is_memory(source, token):
            declaration = "infix operator {name}: AssignmentPrecedence" + "".join(
                f"\n@_transparent func {{name}} <{parameters} {{{{ if !Mutant.isOn({{number}}) {{{{ a {token.text} b }}}} }}}}"
                for parameters in [f"T: {CHANGES[token.text]}>(a: inout T, b: T)"] + ["C: RangeReplaceableCollection, S: Sequence>(a: inout C, b: S) where S.Element == C.Element"] * (token.text == "+=")
            )
            yield made(source, token, f"`{token.text}` does nothing", token.start, token.end, "{name}", declaration)


def connectives(source):
    for token, _, _ in binary(source):
        if token.text in ("&&", "||"):
            faulty = {"&&": "||", "||": "&&"}[token.text]
            precedence = {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence"}[token.text]
            declaration = f"infix operator {{name}}: {precedence}\n@_transparent func {{name}} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{{{ if Mutant.isOn({{number}}) {{{{ try a {faulty} b() }}}} else {{{{ try a {token.text} b() }}}} }}}}"
            yield made(source, token, f"`{token.text}` becomes `{faulty}`", token.start, token.end, "{name}", declaration)
        elif token.text == "??":
            declaration = "infix operator {name}: NilCoalescingPrecedence" + "".join(
                f"\n@_transparent func {{name}} <T>(a: T?, b: @autoclosure () throws -> {result}) rethrows -> {result} {{{{ if Mutant.isOn({{number}}) {{{{ try b() }}}} else {{{{ try a ?? b() }}}} }}}}"
                for result in ("T", "T?")
            )
            yield made(source, token, "`??` passes over what is known", token.start, token.end, "{name}", declaration)


def ranges(source):
    for token, _, _ in binary(source):
        if token.text in ("..<", "..."):
            kind = {"..<": "Range", "...": "ClosedRange"}[token.text]
            declaration = f"infix operator {{name}}: RangeFormationPrecedence\n@_transparent func {{name}} <T: BinaryInteger>(a: T, b: T) -> {kind}<T> {{{{ Mutant.isOn({{number}}) && a < b ? a{token.text}b - 1 : a{token.text}b }}}}"
            yield made(source, token, "the range lacks its last", token.start, token.end, " {name} ", declaration)


def orders(source):
    """Operators that are handed over as functions: the order is reversed."""
    for before, token, after in zip(source.tokens, source.tokens[1:], source.tokens[2:]):
        if token.text in "<>" and before.text in (":", "(", ",") and after.text in (")", ",") and is_apt(source, token):
            declaration = operator(COMPARED, ["Comparable"], "Bool", f"b {token.text} a", f"a {token.text} b")
            yield made(source, token, "the order is reversed", token.start, token.end, "{name}", declaration)


def negations(source):
    for before, token in zip(source.tokens, source.tokens[1:]):
        if token.text == "!" and token.kind == "operator" and not token.before_space and (token.after_space or before.text in OPENING) and is_apt(source, token):
            if before.text in ("if", "guard", ",", "where"):
                continue
            declaration = "prefix operator {name}\n@_transparent prefix func {name} (a: Bool) -> Bool {{ Mutant.isOn({number}) ? a : !a }}"
            yield made(source, token, "`!` is left out", token.start, token.end, "{name}", declaration)


def extremes(source):
    """`max` of two is `min`, and `min` is `max`."""
    for before, token, after in zip(source.tokens, source.tokens[1:], source.tokens[2:]):
        if token.text in ("min", "max") and after.text == "(" and before.text not in (".", "func") and is_apt(source, token):
            other = {"min": "max", "max": "min"}[token.text]
            declaration = f"@_transparent func {token.text}{{number}}<T: Comparable>(_ a: T, _ b: T) -> T {{{{ Mutant.isOn({{number}}) ? {other}(a, b) : {token.text}(a, b) }}}}"
            yield made(source, token, f"`{token.text}` becomes `{other}`", token.start, token.end, f"{token.text}{{number}}", declaration)


def literals(source):
    for before, token, after in zip(source.tokens, source.tokens[1:], source.tokens[2:]):
        if not is_apt(source, token):
            continue
        if token.kind == "number" and before.kind == "operator" and before.after_space and before.before_space and before.text in COMPARISONS | ARITHMETIC | CHANGES:
            if not token.text.isdigit() or int(token.text) > NUMBERS_MAX:
                continue
            yield made(source, token, f"{token.text} is one more", token.start, token.end, "Mutant.more({number}, {text})")
        elif token.text in ("true", "false") and before.text in ("return", "="):
            yield made(source, token, f"`{token.text}` becomes `{'false' if token.text == 'true' else 'true'}`", token.start, token.end, "Mutant.flip({number}, {text})")


def clauses(source):
    """What stands after `if`, `guard` and `where`: negated, or, where a guard throws, always true."""
    tokens = source.tokens
    for at, token in enumerate(tokens):
        if token.text not in ("if", "guard", "where") or token.kind != "name" or not is_apt(source, token):
            continue
        if token.text == "where" and tokens[token.statement.first].text != "for":
            continue
        end = "else" if token.text == "guard" else "{"
        first = here = at + 1
        while True:
            one = tokens[here]
            if one.text in (",", end) and one.kind in ("mark", "name"):
                if tokens[first].text not in ("let", "var", "case", "#"):
                    throws = token.text == "guard" and tokens[here + 2].text == "throw" if one.text == end else False
                    what, put = ("the guard lets all pass", "Mutant.pass({number}, {text})") if throws else ("the condition is negated", "Mutant.flip({number}, {text})")
                    yield made(source, token, what, tokens[first].start, tokens[here - 1].end, put)
                first = here + 1
                if one.text == end:
                    break
            here = one.partner if one.text in OPENING else here
            here += 1


def statements(source):
    """Calls and assignments that are left out."""
    for block in blocks(source):
        for statement in block.statements:
            first, last = source.tokens[statement.first], source.tokens[statement.last]
            if not is_apt(source, first) or source.is_value(statement) or first.text in KEYWORDS or first.kind != "name":
                continue
            depth, assigned = 0, None
            own = source.tokens[statement.first : statement.last + 1]
            for token in own:
                depth += 1 if token.text in OPENING else -1 if token.text in CLOSING else 0
                if depth == 0 and token.kind == "operator" and token.text.endswith("=") and token.text not in COMPARISONS:
                    assigned = assigned or token
            text = source.text[first.start : last.end]
            if text.count("\n") > 6 or any(token.text in ("return", "throw") for token in own):
                continue
            if assigned and assigned.text == "=":
                if source.function(first).name in ("init",) or own[0].text == "self" or is_first(source, statement, own):
                    continue
                yield made(source, first, f"`{source.text[first.start:assigned.start].strip()}` is not set", first.start, last.end, "if !Mutant.isOn({number}) {{ {text} }}")
            elif not assigned and last.text == ")":
                called = text.split("(")[0].removeprefix("try ").removeprefix("unsafe ")
                if RELEASING.search(called):
                    continue
                yield made(source, first, f"`{called}` is not called", first.start, last.end, "if !Mutant.isOn({number}) {{ {text} }}")


def is_first(source, statement, own):
    """Whether an assignment gives a constant or a variable its first value."""
    if own[1].text != "=":
        return False
    block = source.function(own[0])
    return any(
        one.text in ("let", "var") and source.tokens[at + 1].text == own[0].text and source.function(one) is block and not has_value(source, at)
        for at, one in enumerate(source.tokens)
    )


def has_value(source, at):
    statement = source.tokens[at].statement
    return statement.first == at and any(token.text == "=" for token in source.tokens[at : statement.last + 1])


def blocks(source):
    seen = {}
    for token in source.tokens:
        seen[id(token.block)] = token.block
    return seen.values()


# Parameters of one type, by the ends of their names: the one is handed over for the other.
PAIRS = [("start", "end"), ("from", "to"), ("left", "right"), ("low", "high"), ("first", "last"), ("earlier", "later")]


def swaps(source):
    """Two arguments, one after the other, that are plain and of one type by their names."""
    tokens = source.tokens
    for at, token in enumerate(tokens):
        if token.text != "(" or token.partner < 0 or tokens[at - 1].kind != "name" or tokens[at - 1].text in KEYWORDS or not is_apt(source, token):
            continue
        parts, first = [], at + 1
        for here in range(at + 1, token.partner + 1):
            if tokens[here].text in (",", ")") and tokens[here].block is token.block:
                parts.append(tokens[first:here])
                first = here + 1
        for left, right in zip(parts, parts[1:]):
            (label, a), (other, b) = plain(left), plain(right)
            if a and b and alike(a[-1].text, b[-1].text) and not {label, other} & {"_"}:
                texts = [source.text[part[0].start : part[-1].end] for part in (a, b)]
                between = source.text[a[-1].end : b[0].start]
                put = f"Mutant.isOn({{number}}) ? {texts[1]} : {texts[0]}{between}Mutant.isOn({{number}}) ? {texts[0]} : {texts[1]}"
                yield made(source, token, f"`{texts[0]}` and `{texts[1]}` change places", a[0].start, b[-1].end, put)


def plain(part):
    """An argument's label, and its value where that is a name or the member of one."""
    label = ""
    if len(part) > 2 and part[1].text == ":":
        label, part = part[0].text, part[2:]
    is_path = part and all((token.kind == "name" and token.text not in KEYWORDS) if at % 2 == 0 else token.text == "." for at, token in enumerate(part)) and len(part) % 2
    return label, part if is_path else None


def alike(left, right):
    low, high = left.lower(), right.lower()
    units = ("milliseconds", "seconds", "bytes", "offset", "count", "partition")
    return left != right and (
        any(low.endswith(a) and high.endswith(b) for a, b in PAIRS) or any(low.endswith(unit) and high.endswith(unit) for unit in units)
    )


FINDERS = [comparisons, arithmetic, changes, connectives, ranges, orders, negations, extremes, literals, clauses, statements, swaps]
