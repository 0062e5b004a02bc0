"""Reads codes of UCUM by its grammar, with the units that Health data has."""
import re

PREFIXES = ("Y", "Z", "E", "P", "T", "G", "M", "k", "h", "da", "d", "c", "m", "u", "n", "p", "f", "a", "z", "y")
# Units that may have a prefix, then units that may not.
METRIC = {"m", "g", "s", "L", "l", "W", "S", "V", "J", "Hz", "Cel", "K", "cal", "mol", "A", "Pa", "N", "B", "B[SPL]", "m[Hg]",
          "m[H2O]", "lm", "lx", "bar", "Ohm", "[iU]", "eq", "rad", "st"}
OTHER = {"10*", "10^", "min", "h", "d", "wk", "mo", "a", "%", "deg", "[degF]", "[degR]", "[Cal]", "[diop]", "[in_i]", "[ft_i]", "[yd_i]", "[mi_i]", "[lb_av]",
         "[oz_av]", "[stone_av]", "[foz_us]", "[foz_br]", "[cup_us]", "[pt_us]", "[pt_br]", "[in_i'Hg]", "[IU]", "[pH]", "atm",
         "[p'diop]"}
PIECE = re.compile(r"\{[!-z|~]*\}|[./()]|[^./(){}]+")
SIMPLE = re.compile(r"(?P<atom>10[*^]|(?:\[[^\]\s]+\]|[A-Za-z%])+)(?P<exponent>[+-]?[1-9][0-9]*)?")


def fault(code):
    """Returns why a text is not a code of UCUM, or None."""
    pieces = PIECE.findall(code)
    if not code or "".join(pieces) != code: return "it has a character that no unit has"
    try:
        rest = term(pieces)
    except ValueError as error:
        return str(error)
    return f"{rest[0]!r} ends nothing" if rest else None


def term(pieces):
    """Reads factors that `.` and `/` join; returns what follows."""
    if pieces and pieces[0] == "/": pieces = pieces[1:]
    pieces = factor(pieces)
    while pieces and pieces[0] in "./": pieces = factor(pieces[1:])
    return pieces


def factor(pieces):
    """Reads a number, a unit with its exponent, an annotation or parentheses."""
    if not pieces: raise ValueError("a factor is missing")
    head, rest = pieces[0], pieces[1:]
    if head == "(":
        rest = term(rest)
        if not rest or rest[0] != ")": raise ValueError("a parenthesis is open")
        return rest[1:]
    if head in "./)": raise ValueError(f"{head!r} follows no factor")
    if head[0] == "{": return rest
    if not re.fullmatch("[1-9][0-9]*", head):
        found = SIMPLE.fullmatch(head)
        if not found or not known(found["atom"]): raise ValueError(f"{head!r} is not a unit")
    # An annotation may follow a unit: `mL{total}`.
    return rest[1:] if rest and rest[0][0] == "{" else rest


def known(atom):
    """Whether an atom is a unit, or a prefix and a metric unit."""
    if atom in METRIC or atom in OTHER: return True
    return any(atom.startswith(prefix) and atom[len(prefix):] in METRIC for prefix in PREFIXES)
