"""Swift read as far as planting faults needs it: tokens, blocks and statements, without types.

It relies on the formatting that `swift format` gives: a binary operator has spaces around it, a statement begins a line.
"""
import dataclasses, re

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
    |(?P<number>0x[0-9a-fA-F_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)
    |(?P<name>\$\d+|`\w+`|[^\W\d]\w*)
    |(?P<operator>\.\.[.<]|[-+*/%<>=!&|^~?]+)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
OPENING, CLOSING = "([{", ")]}"
# Keywords that begin a statement, and those of them whose blocks can be values.
DECLARATIONS = {"func", "init", "subscript", "deinit", "struct", "enum", "class", "extension", "protocol", "actor"}
CONTROL = {"if", "guard", "for", "while", "switch", "do", "repeat", "defer", "else", "catch"}
KEYWORDS = DECLARATIONS | CONTROL | {
    "let", "var", "return", "throw", "case", "default", "break", "continue", "import", "typealias", "fallthrough", "where", "in", "is", "as",
}
MODIFIERS = {
    "package", "private", "fileprivate", "public", "internal", "static", "final", "mutating", "consuming", "borrowing", "lazy", "override",
    "unsafe", "nonisolated", "indirect", "weak", "convenience", "required", "set",
}


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    begins_line: bool
    # Whether white space is before it, and after it.
    after_space: bool
    before_space: bool = False
    # The block around it, and the number of the statement in that block.
    block: "Block" = None
    statement: "Statement" = None
    # The index of the bracket that closes this one, or opens it.
    partner: int = -1


@dataclasses.dataclass
class Block:
    """What lies between two braces; the outermost is the file."""

    kind: str  # file, type, function, accessor, closure, or a keyword of CONTROL
    name: str = ""
    parent: "Block" = None
    # The statement of the parent that the block belongs to.
    owner: "Statement" = None
    # Whether a function says what it returns.
    returns: bool = False
    statements: list = dataclasses.field(default_factory=list)

    def enclosing(self, *kinds):
        block = self
        while block and block.kind not in kinds:
            block = block.parent
        return block


@dataclasses.dataclass
class Statement:
    block: Block
    first: int
    last: int = -1
    # Whether it follows the colon of a `case`.
    in_case: bool = False
    # The names in it, when they were asked for.
    names: set = None


def text_end(source, start):
    """Where a string literal ends that begins here; what is interpolated belongs to it."""
    hashes = re.compile("#*").match(source, start)[0]
    at = start + len(hashes)
    quotes = '"""' if source.startswith('"""', at) else '"'
    end, escape = quotes + hashes, "\\" + hashes
    at += len(quotes)
    while at < len(source):
        if source.startswith(end, at):
            return at + len(end)
        if source.startswith(escape + "(", at):
            at, depth = at + len(escape) + 1, 1
            while depth:
                if source[at] == '"':
                    at = text_end(source, at)
                    continue
                depth += {"(": 1, ")": -1}.get(source[at], 0)
                at += 1
        else:
            at += len(escape) + 1 if source.startswith(escape, at) else 1
    return at


def tokens(source):
    """The tokens of a file, without comments; texts are one token each, and what stands between `#if` and `#endif` is none."""
    found, at, new_line, space, conditional = [], 0, True, True, 0
    while at < len(source):
        if source.startswith("/*", at):
            depth, at = 1, at + 2
            while depth:
                mark = re.compile(r"/\*|\*/").search(source, at)
                depth, at = depth + (1 if mark[0] == "/*" else -1), mark.end()
            space = True
            continue
        if source[at] == '"' or re.compile('#+"').match(source, at):
            kind, end = "text", text_end(source, at)
        else:
            match = TOKEN.match(source, at)
            kind, end = match.lastgroup, match.end()
        piece = source[at:end]
        if kind == "space":
            new_line, space = new_line or "\n" in piece, True
            if found:
                found[-1].before_space = True
        elif directive := re.compile(r"#(if|endif|else|elseif)\b[^\n]*").match(source, at):
            conditional += {"if": 1, "endif": -1}.get(directive[1], 0)
            end = directive.end()
        elif not conditional:
            found.append(Token(kind, piece, at, end, new_line, space))
            new_line = space = False
        at = end
    return found


class Source:
    """A file's tokens with the blocks and statements that they are in."""

    def __init__(self, text):
        self.text, self.tokens = text, tokens(text)
        self.file = Block("file")
        self.file.owner = None
        block, open_brackets, awaits = self.file, [], False
        for index, token in enumerate(self.tokens):
            top = open_brackets[-1] if open_brackets else -1
            in_block = top < 0 or self.tokens[top].text == "{"
            if token.text in CLOSING and top >= 0:
                open_brackets.pop()
                token.partner, self.tokens[top].partner = top, index
                if token.text == "}":
                    if block.statements:
                        block.statements[-1].last = index - 1
                    block = block.parent
                    awaits = False
            elif in_block and self.begins_statement(index, awaits, block):
                if block.statements:
                    block.statements[-1].last = index - 1
                if block.kind == "closure" and len(block.statements) == 1 and self.tokens[index - 1].text == "in":
                    # What names a closure's parameters is no statement.
                    block.statements.clear()
                block.statements.append(Statement(block, index, in_case=awaits))
                awaits = False
            token.block = block
            token.statement = block.statements[-1] if block.statements else None
            if token.text == ":" and in_block and token.statement:
                awaits = self.tokens[token.statement.first].text in ("case", "default")
            if token.text in OPENING:
                open_brackets.append(index)
                if token.text == "{":
                    block = self.opened(index, block)
        for statement in self.file.statements[-1:]:
            statement.last = len(self.tokens) - 1

    def begins_statement(self, index, awaits, block):
        token, before = self.tokens[index], self.tokens[index - 1] if index else None
        if awaits or before is None or (before.text == "{" and before.partner < 0):
            return token.text not in ("in",)
        if not token.begins_line:
            return before.text == ";"
        if token.kind == "operator" and token.before_space or token.text in (".", ",", ":", "?", "else", "where", "catch", "{", ")", "]", "->"):
            return False
        is_open = before.kind == "operator" and before.after_space or before.text in (",", ".", ":", "->", "=", "else", "where", "in", "return")
        return not is_open or before.text == "in"

    def opened(self, index, block):
        """The block that a brace opens."""
        statement, words = self.tokens[index].statement, []
        depth = 0
        for token in reversed(self.tokens[statement.first if statement else 0 : index]):
            if token.text in CLOSING:
                depth += 1
            elif token.text in OPENING:
                depth -= 1
                if depth < 0:
                    return Block("closure", parent=block, owner=statement)
            elif depth == 0:
                words.insert(0, token.text)
        # The last block before this one ends what belongs to another block: `if … { } else { }`.
        names = [word for at, word in enumerate(words) if word not in MODIFIERS and words[at - 1 : at] != ["@"]]
        head = next((word for word in names if re.match(r"\w", word)), "")
        kind, name, returns = "closure", "", False
        before = self.tokens[index - 1].text
        if block.kind in ("accessor", "function") and head in ("get", "set", "willSet", "didSet", "_read", "_modify", "yielding"):
            kind, name = "accessor", block.name
        elif head in ("func", "init", "subscript", "deinit"):
            kind = "function"
            name = words[words.index("func") + 1] if head == "func" else head
            returns = "->" in words
        elif head in DECLARATIONS:
            kind = "type"
        elif head in ("var",) and "=" not in words:
            kind, name, returns = "accessor", words[words.index("var") + 1], True
        else:
            controls = [word for word in words if word in CONTROL]
            if controls and (head in CONTROL or head in ("let", "var", "return") or "=" in words or before in ("else", "do")):
                kind = controls[-1]
                if before not in CONTROL and kind in ("else", "do", "repeat", "defer"):
                    kind = "closure"
        if not name and kind not in ("function", "accessor"):
            name = block.name
        return Block(kind, name, block, statement, returns)

    def function(self, token):
        """The function or property that a token is in the body of; None outside of all."""
        return token.block.enclosing("function", "accessor")

    def is_value(self, statement):
        """Whether a statement may be the value of what it is in, so that it can't be left out."""
        block = statement.block
        if block.kind in ("closure", "accessor"):
            return len(block.statements) == 1
        if block.kind == "function":
            return block.returns and len(block.statements) == 1
        if block.kind in ("if", "else", "do", "catch") and len(block.statements) > 1:
            return False
        if block.kind == "switch" and not self.is_alone_in_case(statement):
            return False
        if block.kind in ("if", "else", "switch", "do", "catch"):
            return self.tokens[block.owner.first].text not in CONTROL or self.is_value(block.owner)
        return False

    def is_alone_in_case(self, statement):
        """Whether a statement is all that a case of a `switch` has."""
        after = self.tokens[statement.last + 1].text
        return statement.in_case and after in ("case", "default", "}")

    def blocks(self):
        """All blocks with tokens in them."""
        return {id(token.block): token.block for token in self.tokens}.values()

    def words(self, statement):
        """The names in a statement."""
        if statement.names is None:
            statement.names = {token.text for token in self.tokens[statement.first : statement.last + 1] if token.kind == "name"}
        return statement.names
