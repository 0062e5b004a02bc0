"""Operators that make faults of sources: each finds the places of a file where it can plant one.

A fault replaces a token, a clause or a statement. An operator of Swift becomes an operator of the fault's own, with the same
precedence, so that nobody needs to know how far an expression goes.
"""
import dataclasses, re

from swift_source import CLOSING, KEYWORDS, OPENING, Source

# Statements with one of these names are skipped: log lines, messages, and what only costs time or space.
LEFT_OUT = {
    "observer", "reserveCapacity", "keepingCapacity", "minimumCapacity", "capacity", "precondition", "assert", "preconditionFailure",
    "fatalError", "withAdvice", "print", "isLogged", "reason", "sentence", "advice",
}
# Calls that give back memory and handles, tune a library, or make a value: a compiler wants `self.init`.
RELEASING = re.compile(r"(destroy|release|free|deallocate|close|closedir|unlock|join|signal|self\.init)$|_set_", re.IGNORECASE)
# Bounds of time and space: a value that is just the bound may count either way.
LOOSE = re.compile(r"(now|began|dueAt|time|milliseconds|nanoseconds|seconds|weight|bytes|budget|memory|cache|capacity)", re.IGNORECASE)
# A greater literal is a measure, and one more makes no difference.
LITERAL_MAX = 64
COMPARISONS = {
    "<": [("<=", "Comparable"), (">", "Comparable")], "<=": [("<", "Comparable"), (">", "Comparable")],
    ">": [(">=", "Comparable"), ("<", "Comparable")], ">=": [(">", "Comparable"), ("<", "Comparable")],
    "==": [("!=", "Equatable")], "!=": [("==", "Equatable")],
}
# What an operator becomes, its precedence, and the types that it takes.
ARITHMETIC = {
    "+": ("-", "AdditionPrecedence", ["AdditiveArithmetic"]), "-": ("+", "AdditionPrecedence", ["AdditiveArithmetic"]),
    "*": ("+", "MultiplicationPrecedence", ["Numeric"]), "%": ("/", "MultiplicationPrecedence", ["BinaryInteger"]),
    "/": ("*", "MultiplicationPrecedence", ["BinaryInteger", "FloatingPoint"]),
}
# Two arguments that may change places: the ends of their names.
PAIRS = [("start", "end"), ("from", "to"), ("left", "right"), ("low", "high"), ("first", "last"), ("earlier", "later")]
UNITS = ("milliseconds", "seconds", "bytes", "offset", "count", "partition")


@dataclasses.dataclass
class Candidate:
    """A place where an operator can plant a fault."""

    function: str
    # The fault in words.
    what: str
    start: int
    end: int
    # What replaces the text, with {text}, {number} and {name} in it.
    put: str
    # What the fault declares: an operator or a function of its own.
    declaration: str = ""
    # Its position among the faults of this function with the same words.
    occurrence: int = 1
    # The number of lines that follow its first line.
    lines: int = 0


def candidates(text):
    """Yields all places of a file, in order."""
    source = Source(text)
    found = [one for finder in FINDERS for one in finder(source)]
    counted = {}
    for one in sorted(found, key=lambda one: (one.start, one.end, one.what)):
        key = (one.function, one.what)
        one.lines = text.count("\n", one.start, one.end)
        one.occurrence = counted[key] = counted.get(key, 0) + 1
        yield one


def is_apt(source, token):
    """Whether a token is in the body of a function, in a statement that is not skipped."""
    function = source.function(token)
    if not function or not token.statement or function.name == "deinit":
        return False
    is_pattern = source.tokens[token.statement.first].text in ("case", "import", "typealias")
    names = source.words(token.statement)
    return not is_pattern and not names & LEFT_OUT and not {"progress", "title"} <= names


def is_memory(source, token):
    """Whether a statement works on raw memory, where a wrong figure breaks the process anywhere."""
    return bool(source.words(token.statement) & {"unsafe", "memcmp", "memcpy", "UnsafeMutableRawPointer"})


def made(source, token, what, put, declaration="", end=None):
    """A fault in place of a token, or of the text from this token to another."""
    return Candidate(source.function(token).name, what, token.start, (end or token).end, put, declaration)


def declared(precedence, *functions):
    """The declaration of an operator: its functions as parameters, result, faulty and original expression."""
    lines = [f"infix operator {{name}}: {precedence}"]
    for parameters, result, faulty, original in functions:
        body = f"if Mutant.isOn({{number}}) {{{{ {faulty} }}}} else {{{{ {original} }}}}"
        lines.append(f"@_transparent func {{name}} {parameters} {result} {{{{ {body} }}}}")
    return "\n".join(lines)


def binary(source):
    """Yields the operators between two operands, with the tokens before and after each."""
    for before, token, after in zip(source.tokens, source.tokens[1:], source.tokens[2:]):
        if token.kind != "operator" or before.text in OPENING + ",:" or before.text in KEYWORDS or not is_apt(source, token):
            continue
        if token.text in ("..<", "..."):
            if not token.after_space and not token.before_space and before.kind != "operator" and after.text not in CLOSING + ",:":
                yield token, before, after
        elif token.after_space and token.before_space:
            yield token, before, after


def comparisons(source):
    for token, _, after in binary(source):
        for faulty, kind in COMPARISONS.get(token.text, []):
            names = source.words(token.statement)
            is_bound = faulty[0] == token.text[0] and faulty[0] in "<>"
            if is_bound and ({"$0", "$1"} <= names or any(LOOSE.search(name) for name in names)):
                continue
            parameters = f"<T: {kind}>(a: T, b: T)" if after.text != "nil" else "<T>(a: T?, b: _OptionalNilComparisonType)"
            declaration = declared("ComparisonPrecedence", (parameters, "-> Bool", f"a {faulty} b", f"a {token.text} b"))
            yield made(source, token, f"`{token.text}` becomes `{faulty}`", "{name}", declaration)


def orders(source):
    """An operator that is handed over as a function: the order is reversed."""
    for before, token, after in zip(source.tokens, source.tokens[1:], source.tokens[2:]):
        if token.text in ("<", ">") and before.text in (":", "(", ",") and after.text in (")", ",") and is_apt(source, token):
            declaration = declared("ComparisonPrecedence", ("<T: Comparable>(a: T, b: T)", "-> Bool", f"b {token.text} a", f"a {token.text} b"))
            yield made(source, token, "the order is reversed", "{name}", declaration)


def arithmetic(source):
    for token, before, after in binary(source):
        # Texts are joined for messages.
        if token.text not in ARITHMETIC or "text" in (before.kind, after.kind) or is_memory(source, token):
            continue
        faulty, precedence, kinds = ARITHMETIC[token.text]
        functions = [(f"<T: {kind}>(a: T, b: T)", "-> T", f"a {faulty} b", f"a {token.text} b") for kind in kinds]
        if token.text == "+":
            functions.append(("<E>(a: [E], b: [E])", "-> [E]", "a", "a + b"))
        yield made(source, token, f"`{token.text}` becomes `{faulty}`", "{name}", declared(precedence, *functions))


def changes(source):
    for token, _, _ in binary(source):
        if token.text not in ("+=", "-=") or is_memory(source, token):
            continue
        functions = [("<T: AdditiveArithmetic>(a: inout T, b: T)", "", "", f"a {token.text} b")]
        if token.text == "+=":
            lists = "<C: RangeReplaceableCollection, S: Sequence>(a: inout C, b: S)"
            functions.append((lists, "where S.Element == C.Element", "", "a += b"))
        yield made(source, token, f"`{token.text}` does nothing", "{name}", declared("AssignmentPrecedence", *functions))


def connectives(source):
    for token, _, _ in binary(source):
        if token.text in ("&&", "||"):
            faulty = "||" if token.text == "&&" else "&&"
            function = ("(a: Bool, b: @autoclosure () throws -> Bool)", "rethrows -> Bool", f"try a {faulty} b()", f"try a {token.text} b()")
            precedence = "LogicalConjunctionPrecedence" if token.text == "&&" else "LogicalDisjunctionPrecedence"
            yield made(source, token, f"`{token.text}` becomes `{faulty}`", "{name}", declared(precedence, function))
        elif token.text == "??":
            functions = [
                (f"<T>(a: T?, b: @autoclosure () throws -> {result})", f"rethrows -> {result}", "try b()", "try a ?? b()") for result in ("T", "T?")
            ]
            yield made(source, token, "`??` passes over what is known", "{name}", declared("NilCoalescingPrecedence", *functions))


def ranges(source):
    for token, _, _ in binary(source):
        if token.text in ("..<", "..."):
            result = "-> Range<T>" if token.text == "..<" else "-> ClosedRange<T>"
            function = ("<T: BinaryInteger>(a: T, b: T)", result, f"a < b ? a{token.text}b - 1 : a{token.text}b", f"a{token.text}b")
            yield made(source, token, "the range lacks its last", " {name} ", declared("RangeFormationPrecedence", function))


def negations(source):
    for before, token in zip(source.tokens, source.tokens[1:]):
        is_prefix = token.text == "!" and token.kind == "operator" and not token.before_space and (token.after_space or before.text in OPENING)
        # A clause that begins with it is negated already.
        if is_prefix and before.text not in ("if", "guard", ",", "where") and is_apt(source, token):
            declaration = "prefix operator {name}\n@_transparent prefix func {name} (a: Bool) -> Bool {{ Mutant.isOn({number}) ? a : !a }}"
            yield made(source, token, "`!` is left out", "{name}", declaration)


def extremes(source):
    for before, token, after in zip(source.tokens, source.tokens[1:], source.tokens[2:]):
        if token.text in ("min", "max") and after.text == "(" and before.text not in (".", "func") and is_apt(source, token):
            other = "max" if token.text == "min" else "min"
            body = f"Mutant.isOn({{number}}) ? {other}(a, b) : {token.text}(a, b)"
            declaration = f"@_transparent func {token.text}{{number}}<T: Comparable>(_ a: T, _ b: T) -> T {{{{ {body} }}}}"
            yield made(source, token, f"`{token.text}` becomes `{other}`", token.text + "{number}", declaration)


def literals(source):
    for before, token in zip(source.tokens, source.tokens[1:]):
        if not is_apt(source, token):
            continue
        is_operand = before.kind == "operator" and before.after_space and before.before_space
        if token.text.isdigit() and is_operand and before.text in (COMPARISONS.keys() | ARITHMETIC.keys() | {"+=", "-="}):
            if int(token.text) <= LITERAL_MAX:
                yield made(source, token, f"{token.text} is one more", "Mutant.more({number}, {text})")
        elif token.text in ("true", "false") and before.text in ("return", "="):
            other = "false" if token.text == "true" else "true"
            yield made(source, token, f"`{token.text}` becomes `{other}`", "Mutant.flip({number}, {text})")


def clauses(source):
    """The clauses of `if` and `guard`, and the condition of a loop's `where`."""
    tokens = source.tokens
    for at, token in enumerate(tokens):
        if token.text not in ("if", "guard", "where") or not is_apt(source, token):
            continue
        if token.text == "where" and tokens[token.statement.first].text != "for":
            continue
        last = "else" if token.text == "guard" else "{"
        first = here = at + 1
        while tokens[here - 1].text != last or here == at + 1:
            one = tokens[here]
            if one.text in (",", last):
                throws = token.text == "guard" and one.text == last and tokens[here + 2].text == "throw"
                what, put = ("the guard lets all pass", "pass") if throws else ("the condition is negated", "flip")
                if tokens[first].text not in ("let", "var", "case", "#"):
                    yield made(source, tokens[first], what, f"Mutant.{put}({{number}}, {{text}})", end=tokens[here - 1])
                first = here + 1
            here = one.partner + 1 if one.text in OPENING and one.text != last else here + 1


def statements(source):
    """Calls and assignments that are left out."""
    for statement in [one for block in source.blocks() for one in block.statements]:
        own = source.tokens[statement.first : statement.last + 1]
        first, last = own[0], own[-1]
        text = source.text[first.start : last.end]
        if first.kind != "name" or first.text in KEYWORDS or not is_apt(source, first) or source.is_value(statement):
            continue
        if text.count("\n") > 6 or any(token.text in ("return", "throw") for token in own):
            continue
        assignment, depth = None, 0
        for token in own:
            depth += 1 if token.text in OPENING else -1 if token.text in CLOSING else 0
            if depth == 0 and token.kind == "operator" and token.text.endswith("=") and token.text not in COMPARISONS:
                assignment = assignment or token
        put = "if !Mutant.isOn({number}) {{ {text} }}"
        if assignment and assignment.text == "=":
            if source.function(first).name != "init" and first.text != "self" and not is_first_value(source, own):
                yield made(source, first, f"`{source.text[first.start : assignment.start].strip()}` is not set", put, end=last)
        elif not assignment and last.text == ")":
            called = text.split("(")[0].removeprefix("try ").removeprefix("unsafe ")
            if not RELEASING.search(called):
                yield made(source, first, f"`{called}` is not called", put, end=last)


def is_first_value(source, own):
    """Whether an assignment gives a constant or a variable of its function the first value."""
    function = source.function(own[0])
    for at, token in enumerate(source.tokens):
        if token.text in ("let", "var") and source.tokens[at + 1].text == own[0].text and source.function(token) is function:
            statement = token.statement
            has_value = statement.first == at and any(one.text == "=" for one in source.tokens[at : statement.last + 1])
            if own[1].text == "=" and not has_value:
                return True
    return False


def swaps(source):
    """Two neighbouring arguments that are names or members, of one type by their names."""
    tokens = source.tokens
    for at, token in enumerate(tokens):
        if token.text != "(" or token.partner < 0 or tokens[at - 1].kind != "name" or tokens[at - 1].text in KEYWORDS or not is_apt(source, token):
            continue
        parts, first, here = [], at + 1, at + 1
        while here <= token.partner:
            if tokens[here].text == "," or here == token.partner:
                parts.append(plain(tokens[first:here]))
                first = here + 1
            here = tokens[here].partner + 1 if tokens[here].text in OPENING else here + 1
        for left, right in zip(parts, parts[1:]):
            if left and right and are_alike(left[-1].text.lower(), right[-1].text.lower()):
                one, other = (source.text[part[0].start : part[-1].end] for part in (left, right))
                between = source.text[left[-1].end : right[0].start]
                put = f"Mutant.isOn({{number}}) ? {other} : {one}{between}Mutant.isOn({{number}}) ? {one} : {other}"
                yield made(source, left[0], f"`{one}` and `{other}` change places", put, end=right[-1])


def plain(part):
    """The value of an argument if it is a name or a member of one."""
    value = part[2:] if len(part) > 2 and part[1].text == ":" else part
    is_path = len(value) % 2 and all(
        token.text == "." if at % 2 else token.kind == "name" and token.text not in KEYWORDS for at, token in enumerate(value)
    )
    return value if is_path else None


def are_alike(left, right):
    if left == right:
        return False
    is_pair = any(left.endswith(one) and right.endswith(other) for one, other in PAIRS)
    return is_pair or any(left.endswith(unit) and right.endswith(unit) for unit in UNITS)


FINDERS = [comparisons, orders, arithmetic, changes, connectives, ranges, negations, extremes, literals, clauses, statements, swaps]
