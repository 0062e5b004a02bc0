import Options
import Testing

/// What is wrong with a settings file is said with its name, the key and the reason.
struct SettingsFileTests {
    @Test(arguments: [
        (#"{"lanse": 2}"#, "f.json: lanse: no such option; did you mean lanes?"),
        (#"{"": 2}"#, "f.json: '': no such option"),
        (#"{"lanes": 99}"#, "f.json: lanes 99: must be a whole number from 1 to 64"),
        (#"{"lanes": 1.5}"#, "f.json: lanes 1.5: must be a whole number from 1 to 64"),
        (#"{"lanes": 1, "lanes": 0}"#, "f.json: lanes 0: must be a whole number from 1 to 64"),
        (
            #"{"lanes": [1]}"#,
            "f.json: lanes: must be a string, a number or a bool: whole number from 1 to 64"
        ),
        (#"{"source-priority": {}}"#, "f.json: source-priority: must be a list of strings, or a string with commas"),
        (#"{"source-priority": [[]]}"#, "f.json: source-priority: must be a list of strings, or a string with commas"),
        (
            #"{"kafka": {"sasl.password": ["hunter2"]}}"#,
            "f.json: kafka: must be an object of strings, or a list of \"name=value\""
        ),
        (#"{"kafka": "hunter2"}"#, "f.json: kafka ***: must be name=value, such as security.protocol=SSL"),
        (#"{"kafka": {"": "hunter2"}}"#, "f.json: kafka ***: must be name=value, such as security.protocol=SSL"),
        (#"{"config": "g.json"}"#, "f.json: config: a configuration file cannot name another one"),
        ("[]", "f.json: a configuration file must be a JSON object, such as {\"lanes\": 2}"),
        ("", "f.json: there is no JSON, only nothing or white space"),
        (#"{"group-id": "a\u0000b"}"#, "f.json: group-id a\\u{0}b: must not contain a NUL"),
    ])
    func `what is wrong in a file`(file: String, complaint: String) {
        let outcome = parse("run --bootstrap-servers a --config f.json", files: ["f.json": file])
        #expect(outcome.complaint == ["fork-worker run: \(complaint)"])
    }

    @Test func `a file that is no JSON is not quoted`() throws {
        let outcome = parse(
            "run --bootstrap-servers a --config f.json",
            files: ["f.json": #"{"kafka": {"sasl.password": hunter2}}"#]
        )
        let complaint = try #require(outcome.complaint.first)
        #expect(complaint.hasPrefix("fork-worker run: f.json: "))
        #expect(!complaint.contains("hunter2"))
    }

    @Test func `a file that cannot be read is named`() {
        #expect(
            parse("transform --config no/such.json").complaint == [
                "fork-worker transform: no/such.json: cannot read this configuration file"
            ]
        )
    }

    @Test func `a file is not read without end`() {
        let outcome = parse("transform --config f.json", files: ["f.json": String(repeating: " ", count: 1 << 20 | 1)])
        #expect(
            outcome.complaint == [
                "fork-worker transform: f.json: a configuration file has at most 1MiB, this one has 1048577 bytes"
            ]
        )
    }

    @Test(arguments: ["transform", "demo"])
    func `keys of other commands are passed over, whatever their values`(command: String) {
        let file = #"{"lanes": "many", "bootstrap-servers": 7, "kafka": [[]], "log-level": null}"#
        #expect(parse("\(command) --config f.json", files: ["f.json": file]).complaint.isEmpty)
    }

    @Test func `of a key that is given twice the last counts, also if it is null`() {
        func lanes(_ file: String) -> Int? {
            parse("run --bootstrap-servers a --config f.json", files: ["f.json": file]).run?.process.lanes
        }
        #expect(lanes(#"{"lanes": 4, "lanes": null}"#) == 1 && lanes(#"{"lanes": null, "lanes": 4}"#) == 4)
    }

    @Test(arguments: [(#""4""#, 4), ("4", 4), ("4.0", 4), ("null", 1), ("4e0", 4)])
    func `a number may be written as a number or a string`(json: String, expected: Int) {
        let outcome = parse("run --bootstrap-servers a --config f.json", files: ["f.json": "{\"lanes\": \(json)}"])
        #expect(outcome.run?.process.lanes == expected)
    }
}
