import Options
import Testing

/// Values of properties that stand in files and variables.
struct ReferenceTests {
    private static let files = [
        "/run/p": "s3cret\n", "two": "a\nb\r\n", "blank": "\n",
        "settings": #"""
        {"kafka": {"sasl.password": "@/run/p", "sasl.username": "$WHO"}}
        """#,
    ]

    private static func value(_ property: String) -> String? {
        parse("run --bootstrap-servers a --kafka x=\(property)", environment: ["WHO": "me=@you"], files: files)
            .run?.cluster.kafka.first?.value
    }

    @Test(arguments: [
        ("@/run/p", "s3cret"), ("@two", "a\nb"), ("$WHO", "me=@you"), ("@@/run/p", "@/run/p"), ("$$WHO", "$WHO"),
        ("@@@", "@@"), ("a@/run/p", "a@/run/p"), ("", ""),
    ])
    func `a value may stand in a file or a variable, and a doubled sign is one`(written: String, meant: String) {
        #expect(Self.value(written) == meant)
    }

    @Test func `flags, environment and settings file read references alike`() throws {
        let environment = ["FORK_KAFKA": "ssl.key.password=@/run/p", "WHO": "me"]
        let outcome = parse("run --bootstrap-servers a --config settings", environment: environment, files: Self.files)
        let run = try #require(outcome.run)
        #expect(
            Dictionary(uniqueKeysWithValues: run.cluster.kafka.map { ($0.name, $0.value) }) == [
                "sasl.password": "s3cret", "sasl.username": "me", "ssl.key.password": "s3cret",
            ]
        )
        #expect(
            run.effective.filter { $0.name == "kafka" }.map(\.value) == [
                "sasl.password=***", "sasl.username=$WHO", "ssl.key.password=***",
            ]
        )
    }

    @Test(arguments: [
        (
            "sasl.password=@hunter2",
            "cannot read the file named after '@'; for a literal value that starts with '@', write '@@'"
        ),
        (
            "sasl.password=@",
            "cannot read the file named after '@'; for a literal value that starts with '@', write '@@'"
        ),
        ("sasl.password=@blank", "the file named after '@' is empty"),
        (
            "sasl.password=$hunter2",
            "the variable named after '$' is not set; for a literal value that starts with '$', write '$$'"
        ),
    ])
    func `what a reference names must be there, and nothing of it is shown`(property: String, reason: String) {
        let complaint = parse("run --bootstrap-servers a --kafka \(property)", files: Self.files).complaint
        #expect(complaint == ["fork-worker run: --kafka sasl.password=***: \(reason)"])
    }

    @Test func `the place of a wrong reference is named, and files have a bound`() {
        let files = ["long": String(repeating: "x", count: 65_537), "f": #"{"kafka": {"sasl.password": "@none"}}"#]
        let long = parse("run --bootstrap-servers a --kafka x=@long", files: files).complaint
        #expect(long == ["fork-worker run: --kafka x=@long: the file named after '@' has more than 64KiB"])
        let missing = parse("run --bootstrap-servers a --config f", files: files).complaint
        #expect(missing.first?.hasPrefix("fork-worker run: f: kafka sasl.password=***: cannot read the file") == true)
    }
}
