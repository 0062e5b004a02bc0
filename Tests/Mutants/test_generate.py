"""Which faults operators find in a line of Swift, and how the line looks with one of them."""
import pathlib, subprocess, sys, tempfile, unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import changes, faults, generate, operators, swift_source  # noqa: E402

# A line in a function, and the faults that are found in it.
LINES = {
    # Comparisons, and the bounds of what is counted.
    "return count < other": ["`<` becomes `<=`", "`<` becomes `>`"],
    "return count == other": ["`==` becomes `!=`"],
    "return now >= dueAt": ["`>=` becomes `<`"],
    "return list.sorted { $0.key < $1.key }": ["`<` becomes `>`"],
    "return list.sorted(by: <)": ["the order is reversed"],
    # What is no operator: generic types, arrows, prefixes, patterns, texts, comments.
    "let list: Array<Set<Int>> = make()": [],
    "let run: (Int) -> Bool = make()": [],
    "return call(&value, -other)": [],
    "case 1...5: return a": [],
    'let text = "a < b \\(c == d ? 1 : 2) && e"': [],
    "let raw = #\"a \\(b) \" c\"#": [],
    "return a // where b < c": [],
    "return a /* b < c /* d */ == e */": [],
    "@available(macOS 10, *) let other = a": [],
    # Logic.
    "return a && b || !c": ["`&&` becomes `||`", "`||` becomes `&&`", "`!` is left out"],
    "return known ?? other": ["`??` passes over what is known"],
    # Arithmetic, literals and ranges; a great number is a measure.
    "return a + 1": ["`+` becomes `-`", "1 is one more"],
    "return a * 3_600": ["`*` becomes `+`"],
    "count += 1": ["`+=` does nothing", "1 is one more"],
    "for index in 0..<count { keep(index, list) }": ["the range lacks its last", "`keep` is not called"],
    "return list[a...]": [],
    "return a + \"text\"": [],
    "return max(a, b)": ["`max` becomes `min`"],
    "return list.max(by: order)": [],
    # Conditions: each clause that binds nothing.
    "if isOpen { return nil }": ["the condition is negated"],
    "if let one, one.isOpen { return nil }": ["the condition is negated"],
    "if case .open = state { return nil }": [],
    "guard isOpen else { throw Refusal() }": ["the guard lets all pass"],
    "guard isOpen else { return nil }": ["the condition is negated"],
    "for one in list where one.isOpen { keep(one, list) }": ["the condition is negated", "`keep` is not called"],
    # Statements: calls and assignments, but not what may be a value or is a first value.
    "keep(a)\nreturn b": ["`keep` is not called"],
    "state.flow = .open\nreturn b": ["`state.flow` is not set"],
    "let first: Int\nfirst = a\nreturn b": [],
    "return make(a)": [],
    "list.reserveCapacity(a + 1)\nreturn b": [],
    "observer.failed(a + 1)\nreturn b": [],
    "progress.title = name\nreturn b": [],
    "self.init()\nreturn b": [],
    "isOpen = true\nreturn b": ["`isOpen` is not set", "`true` becomes `false`"],
    "switch a {\ncase .b: keep(a)\n    forget(b)\ndefault: break\n}\nreturn b": ["`keep` is not called", "`forget` is not called"],
    # Arguments of one type, by their names.
    "return Span(start: low.start, end: low.end)": ["`low.start` and `low.end` change places"],
    "return Span(low, count)": [],
}
# The same, where a function gives back the value of its only statement.
VALUES = {"make(a)": [], "switch a {\ncase .b: make(a)\ndefault: make(b)\n}": [], "a < b": ["`<` becomes `<=`", "`<` becomes `>`"]}
# A line with a fault.
WRITTEN = {
    "return count == other": "return count ┄┄┄┄ other",
    "return a && !b": "return a ┄┄┄┄ !b",
    "if isOpen { return nil }": "if Mutant.flip(7, isOpen) { return nil }",
    "keep(a)\nreturn b": "if !Mutant.isOn(7) { keep(a) }\nreturn b",
    "return max(a, b)": "return max7(a, b)",
    "return Span(low.start, low.end)": "return Span(Mutant.isOn(7) ? low.end : low.start, Mutant.isOn(7) ? low.start : low.end)",
}


def found(lines, head="func look(a: Int) -> Bool"):
    body = "\n".join("    " + line for line in lines.split("\n"))
    text = f"struct Place {{\n{head} {{\n{body}\n}}\n}}\n"
    return text, [one for one in operators.candidates(text)]


class OperatorTests(unittest.TestCase):
    def test_faults_of_a_line(self):
        for line, expected in LINES.items():
            with self.subTest(line):
                lines = line if "return" in line else line + "\nreturn b"
                self.assertEqual(sorted(one.what for one in found(lines)[1]), sorted(expected))

    def test_a_statement_that_is_a_value_is_not_left_out(self):
        for line, expected in VALUES.items():
            with self.subTest(line):
                self.assertEqual([one.what for one in found(line)[1]], expected)

    def test_a_line_with_a_fault(self):
        for line, expected in WRITTEN.items():
            with self.subTest(line):
                text, candidates = found(line)
                one = candidates[0]
                values = {"text": text[one.start : one.end], "number": 7, "name": "┄┄┄┄"}
                written = text[: one.start] + generate.fill(one.put, values) + text[one.end :]
                self.assertIn("\n".join("    " + line for line in expected.split("\n")), written)

    def test_outside_of_functions_nothing_is_found(self):
        self.assertEqual(found("static let count = 1 + 2", "extension Place")[1], [])

    def test_between_conditional_directives_nothing_is_found(self):
        self.assertEqual([one.what for one in found("#if os(Linux)\nkeep(a == b)\n#endif\nreturn a")[1]], [])

    def test_the_same_fault_in_one_function_is_numbered(self):
        self.assertEqual([one.occurrence for one in found("keep(a == b)\nreturn c == d")[1] if one.what == "`==` becomes `!=`"], [1, 2])

    def test_a_name_does_not_change_with_the_lines_above(self):
        root = pathlib.Path(__file__).resolve().parent.parent.parent
        path = root / "Sources/Health/Samples/Interval.swift"
        text = path.read_text()
        before = [(one.function, one.what, one.occurrence) for one in operators.candidates(text)]
        after = [(one.function, one.what, one.occurrence) for one in operators.candidates("// a comment\n\n" + text)]
        self.assertTrue(before)
        self.assertEqual(before, after)

    def test_every_room_has_tests_that_look_for_its_faults(self):
        root = pathlib.Path(__file__).resolve().parent.parent.parent
        rooms = {path.relative_to(root).parts[1] for path in root.glob("Sources/**/*.swift")}
        self.assertEqual(rooms, set(generate.STEPS))

    def test_every_bracket_of_the_sources_has_its_partner(self):
        root = pathlib.Path(__file__).resolve().parent.parent.parent
        for path in root.glob("Sources/**/*.swift"):
            source = swift_source.Source(path.read_text())
            unmatched = [token for token in source.tokens if token.kind == "mark" and token.text in "([{)]}" and token.partner < 0]
            self.assertEqual(unmatched, [], path)

    def test_the_lines_that_a_diff_adds(self):
        diff = """diff --git a/Sources/A.swift b/Sources/A.swift
--- a/Sources/A.swift
+++ b/Sources/A.swift
@@ -3 +3,2 @@ func look() {
-old
+one
+++ two
@@ -9,2 +10,0 @@
-gone
-gone
@@ -20,0 +20 @@
+last
diff --git a/Sources/B.swift b/Sources/B.swift
--- a/Sources/B.swift
+++ /dev/null
@@ -1 +0,0 @@
-all
"""
        self.assertEqual(changes.added(diff), {"Sources/A.swift": {3, 4, 20}})

    def test_faults_of_a_change_are_in_its_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            run = lambda *words: subprocess.run(
                ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=root, check=True, capture_output=True
            )
            body = lambda *lines: "func look() -> Bool {\n" + "\n".join(f"    keep{n}({line})" for n, line in enumerate(lines)) + "\n    return b\n}\n"
            sources = root / "Sources/JSON"
            sources.mkdir(parents=True)
            (root / "Tests/Mutants").mkdir(parents=True)
            (root / generate.EXCUSED).write_text("")
            (sources / "Old.swift").write_text(body("a == b", "a < b", "a && b"))
            (sources / "Moved.swift").write_text(body("a == b", "c && d"))
            run("init", "--quiet")
            run("add", ".")
            run("commit", "--quiet", "-m", "first")
            (sources / "Old.swift").write_text(body("a == b", "a >= b", "a && b"))
            (sources / "Moved.swift").rename(sources / "Elsewhere.swift")
            run("add", ".")
            (sources / "New.swift").write_text(body("a || b"))
            lines = changes.since(root, "HEAD")
            chosen = [fault for fault in generate.choose(root, 100, "1", lines)]
            self.assertEqual({(fault.path.split("/")[-1], fault.line) for fault in chosen}, {("Old.swift", 3), ("New.swift", 2)})
            self.assertGreater(len(generate.choose(root, 100, "1")), len(chosen))
            with self.assertRaises(faults.Failure):
                changes.since(root, "nowhere")

    def test_no_statement_by_hand_takes_a_declaration_from_what_follows(self):
        with self.assertRaises(faults.Failure):
            faults.read_list("in Sources/A.swift\nstatement wrong\n- let end = min(a, b)\n+ let end = a\n", "list.txt")
        faults.read_list("in Sources/A.swift\nexpression right\n- let end = «min(a, b)»\n+ a\n", "list.txt")


if __name__ == "__main__":
    unittest.main()
