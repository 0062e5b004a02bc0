import Testing

/// Each rule is shown to see what it is there for, on a snippet that breaks it and on one that only looks as if.
struct RuleTests {
    private func swift(_ text: String, at path: String = "Sources/Health/Days/Day.swift") -> SourceFile {
        SourceFile(path: path, text: text)
    }

    @Test(arguments: [
        ("a // b\nc", "a \nc"),
        ("a /* b /* c */ d\n */ e", "a \n e"),
        (#"x = "text \" more" + y"#, #"x = "" + y"#),
        (#"x = "\(f("in") + g)" + y"#, #"x = "(f("") + g)" + y"#),
        ("x = #\"a \"quoted\" word\"# + y", "x = \"\" + y"),
        ("x = \"\"\"\n  // no comment\n  \"\"\"\ny", "x = \"\n\n\"\ny"),
    ])
    func `comments and text are taken out, lines and interpolated code stay`(source: String, code: String) {
        #expect(bare(source) == code)
    }

    @Test func `a declaration is read past attributes and modifiers`() {
        let declared = Declaration(line: "    @Test(arguments: [1, (2)]) package private(set) static var count = 1")
        #expect(declared?.kind == "var")
        #expect(declared?.name == "count")
        #expect(declared?.isTopLevel == false)
        #expect(declared?.isForOthers == true)
        #expect(Declaration(line: "structure.append(1)") == nil)
        #expect(Declaration(line: "func `a name of words`() {")?.name == "a name of words")
    }

    @Test func `a file of 401 lines is too long, one of 400 is not`() {
        let lines = String(repeating: "x\n", count: 400)
        #expect(Lengths.files([swift(lines)]).isEmpty)
        #expect(Lengths.files([swift(lines + "x\n")]).count == 1)
    }

    @Test(arguments: [
        ("while a {\n    b()\n    PAUSE\n}\n", 0), ("for _ in a where b { PAUSE }\n", 0),
        ("while a {\n    if b {\n        PAUSE\n    }\n}\n", 0), ("while a,\n    b\n{\n    PAUSE\n}\n", 0),
        ("// It is late.\nPAUSE\n", 0), ("func f() {\n    PAUSE\n}\n", 1), ("while a {}\nPAUSE\n", 1),
        ("if a {\n    PAUSE\n}\n", 1),
    ])
    func `a pause is a turn of a loop, or has a comment`(text: String, count: Int) {
        let file = swift(text.replacing("PAUSE", with: "us" + "leep(1)"))
        #expect(Waits.breaches(file).count == count)
    }

    @Test func `the median is of the Swift files`() {
        let files = [1, 2, 300].map { swift(String(repeating: "x\n", count: $0)) }
        #expect(Lengths.median(files + [SourceFile(path: "Sources/C/a.h", text: "x\n")]) == 2)
    }

    @Test func `a function's length is counted from its signature to its closing brace`() {
        let source = """
            protocol P {
                func required(a: Int) -> Int
                init()
            }
            struct S {
                func long(
                    _ make: () -> Int = { 1 }
                ) -> Int
                where T: P {
                    if true { print("}") }
                    return 1
                }
                func short() { }
            }
            """
        let found = Lengths.lengths(swift(source).bareLines).map { "\($0.start) \($0.lines)" }
        #expect(found == ["5 7", "12 1"])
    }

    @Test func `a function of 71 lines is too long, one of 70 is not`() {
        func function(_ lines: Int) -> String {
            "func f() {\n" + String(repeating: "    x()\n", count: lines - 2) + "}\n"
        }
        #expect(Lengths.functions(swift(function(70))).isEmpty)
        #expect(Lengths.functions(swift(function(71))).map(\.line) == [1])
    }

    @Test(arguments: ["import Foundation", "import Kafka", "package import struct Kafka.Message"])
    func `a room that imports what it may not is named`(line: String) {
        #expect(Imports.breaches(swift("import JSON\n" + line)).map(\.line) == [2])
    }

    @Test func `an import within the table or in a named file is taken`() {
        #expect(Imports.breaches(swift("import JSON\n// import Kafka\nlet x = \"import Kafka\"")).isEmpty)
        let file = swift("import Glibc")
        #expect(Imports.breaches(file).count == 1)
        #expect(Imports.breaches(file, exceptions: [file.path: ["Glibc"]]).isEmpty)
    }

    @Test func `a declaration without a comment is taken`() {
        let source = """
            package struct Batch {
                package var count: Int
                package func removeAll() {}
            }
            """
        #expect(Documentation.empty(swift(source)).isEmpty)
    }

    @Test func `a comment that says only what the name says is named`() {
        let source = """
            /// The bytes.
            var bytes: [UInt8]
            /// The number of uploads of the upload number.
            var uploadNumber: Int
            /// In seconds since 2001.
            var start: Double
            /// How many were refused.
            ///
            /// - Parameter count: All.
            func refuse(_ count: Int)
            // The bytes.
            var more: [UInt8]
            """
        #expect(Documentation.empty(swift(source)).map(\.line) == [2, 4])
    }

    @Test(arguments: [
        "// TO" + "DO: later", "/// FIX" + "ME", "fatal" + "Error(\"no\")", "let a = try" + "! f()",
        "let b = c as" + "! D",
        "final class A: @unchecked Send" + "able {}", "class SampleManager {}", "enum StringUtil {}",
        "rd_kafka_poll(handle, 0)", "rocksdb_open(options)", "simdjson_parse(text)", "@test" + "able import Health",
    ])
    func `a banned word is found`(line: String) {
        #expect(Words.breaches(swift("let first = 1\n" + line)).map(\.line) == [2])
    }

    @Test(arguments: [
        "let text = \"fatal" + "Error(\"", "// rd_kafka_poll is called elsewhere", "let myTO" + "DOs = 1",
        "let x = a as? B",
        "let manager = 1", "wrd_kafka_x()",
    ])
    func `a word that only looks like a banned one is not`(line: String) {
        #expect(Words.breaches(swift(line)).isEmpty)
    }

    @Test func `a C wrapper may vouch for its type and speak its library's words`() {
        let source = "final class A: @unchecked Send" + "able { let x = rd_kafka_new() }"
        #expect(Words.breaches(swift(source, at: "Sources/Kafka/Consumer.swift")).isEmpty)
        #expect(Words.breaches(swift(source, at: "Tests/KafkaTests/ConsumerTests.swift")).count == 2)
    }

    @Test(arguments: ["Sources/Health/Main.swift", "Sources/Health/DayHelper.swift"])
    func `a file named after nothing is found`(path: String) {
        #expect(Words.breaches(swift("", at: path)).map(\.path) == [path])
    }

    @Test func `a circle between two folders names the words that close it`() {
        let days = swift("struct Day { let night: Night }", at: "Sources/Health/Days/Day.swift")
        let sleep = swift("struct Night {\n    let day: Day\n}", at: "Sources/Health/Sleep/Night.swift")
        let circles = Rooms([days, sleep]).circles()
        #expect(circles.count == 1)
        #expect(circles.first?.contains("Day at Sources/Health/Sleep/Night.swift:2") == true)
        #expect(circles.first?.contains("Night at Sources/Health/Days/Day.swift:1") == true)
    }

    @Test func `a circle over three folders is one circle`() {
        let names = [("A", "Bbb"), ("B", "Ccc"), ("C", "Aaa")]
        let files = zip(names, ["Aaa", "Bbb", "Ccc"]).map { row, own in
            swift("struct \(own) { let x: \(row.1)? }", at: "Sources/Health/\(row.0)/File.swift")
        }
        #expect(Rooms(files).circles().count == 1)
        #expect(Rooms(Array(files.dropLast())).circles().isEmpty)
    }

    @Test func `a word of a module that is not imported, or that two folders declare, is no arrow`() {
        let health = swift("struct Message {}\nstruct Shared {}", at: "Sources/Health/Message.swift")
        let kafka = swift("struct Record { let x: Message }\nstruct Shared {}", at: "Sources/Kafka/Record.swift")
        let both = swift("let x: Shared", at: "Sources/Health/Days/Day.swift")
        #expect(Rooms([health, kafka]).arrows.isEmpty)
        let own = swift("private struct Message {}\nlet y: Message", at: "Sources/Health/Days/Day.swift")
        #expect(Rooms([swift("struct Message {}", at: "Sources/Health/Sleep/S.swift"), own]).arrows.isEmpty)
        let other = swift("extension Message {}", at: "Sources/Health/Days/Day.swift")
        #expect(Rooms([health, other]).arrows.count == 1)
        #expect(Rooms([health, both]).arrows.count == 1)
        #expect(Rooms([health, both, swift("struct Shared {}", at: "Sources/Health/Sleep/S.swift")]).arrows.isEmpty)
    }

    @Test func `a library that no row of the README explains is named`() {
        let manifest = #"providers: [.apt(["libssl-dev"])]), x: [.apt(["zlib1g-dev"])]"#
        let readme = "zlib1g-dev is used.\n| `libssl-dev` | SHA-1 |\n"
        #expect(Papers.unexplainedLibraries(manifest: manifest, readme: readme) == ["zlib1g-dev"])
    }

    @Test func `a path of one machine is found, a relative one is not`() {
        let text = "cd /" + "work/fork\ncd docs/" + "work/fork\ncd /" + "home/me\ncd /tmp/x\n"
        let file = SourceFile(path: "README.md", text: text)
        #expect(Papers.machinePaths(file, checkout: "/" + "work/fork").map(\.line) == [1, 3])
        #expect(Papers.machinePaths(file, checkout: "/tmp/fork").map(\.line) == [3])
    }

    @Test func `a link that leads nowhere is found`() {
        let text = """
            # One heading: its words
            [a](other.md) [b](other.md#two) [c](#one-heading-its-words) [d](https://example.org/x) <img src="x.svg">
            [e](missing.md)
            [f](other.md#three)
            [g](../docs/other.md) [h](#two)
            """
        let pages = [
            SourceFile(path: "docs/page.md", text: text),
            SourceFile(path: "docs/other.md", text: "## Two\n```\n# Three\n```\n"),
        ]
        let links = Links(pages) { ["docs/other.md", "docs/page.md", "docs/x.svg"].contains($0) }
        #expect(links.breaches(pages[0]).map(\.line) == [3, 4, 5])
    }
}
