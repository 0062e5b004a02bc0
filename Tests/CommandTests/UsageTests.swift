import Foundation
import Testing

struct UsageTests {
    @Test(arguments: [
        (["transform", "--fnal"], "did you mean --final?"), (["trnsform"], "did you mean transform?"),
        (["transform", "--commit-evry", "2"], "did you mean --commit-every?"), ([], "a command is missing"),
        (["transform", "--commit-every"], "--commit-every"), (["transform", "--commit-every", "0"], "--commit-every"),
        (["transform", "--output-topics", "both"], "--output-topics"), (["units", "1", "mi"], "TO"),
        (["units", "x", "mi", "km"], "VALUE"), (["units", "1", "mi", "km", "m"], "m"),
        (["transform", "--config", "/nowhere.json"], "/nowhere.json"),
    ])
    func `wrong usage ends with 64 and says what is wrong`(arguments: [String], reason: String) throws {
        let ending = try Command.run(arguments)
        #expect(ending.status == 64)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.contains(reason))
    }

    @Test func `the program alone lists the commands`() throws {
        let ending = try Command.run([])
        #expect(ending.errors.contains("  dead-letters ") && ending.errors.contains("Options of every command:"))
    }

    @Test func `the variable with the path of the program is no misspelled option`() throws {
        let ending = try Command.run(["transform"], environment: ["FORK_WORKER": "/usr/bin/fork-worker"])
        #expect(ending.status == 0 && !ending.errors.contains("FORK_WORKER"), "\(ending.errors)")
    }

    @Test(arguments: ["FORK_COMMIT_EVERY": "x", "FORK_SLEEP_THRESHOLD": "60"])
    func `a wrong setting of the environment is named`(name: String, value: String) throws {
        let ending = try Command.run(["transform"], environment: [name: value])
        #expect(ending.status == 64 && ending.errors.contains(name))
    }

    @Test(arguments: [
        ["run", "--lanes", "0"], ["rnu"], ["sandbox", "--kafka-home", "/nowhere"],
        ["transform", "--connections", "/nowhere"], ["forget", "a b", "--bootstrap-servers", "a:1"],
    ])
    func `wrong settings are lines of JSON where these are asked for`(arguments: [String]) throws {
        let ending = try Command.run(arguments + ["--log-format", "json"])
        #expect(ending.status == 64 && ending.output.isEmpty && !ending.errors.isEmpty)
        for line in ending.errors.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
            #expect(object?["event"] == "wrong_usage" && object?["reason"]?.isEmpty == false)
        }
    }

    @Test func `a variable with a slip of the pen is a warning, and its value is not shown`() throws {
        let ending = try Command.run(
            ["transform"],
            environment: ["FORK_COMIT_EVERY": "hunter2", "FORK_COMMIT_EVERY": "2"]
        )
        #expect(ending.status == 0)
        #expect(ending.errors.contains("FORK_COMIT_EVERY") && ending.errors.contains("did you mean FORK_COMMIT_EVERY?"))
        #expect(!ending.errors.contains("hunter2"))
    }

    @Test(arguments: [
        ["--help"], ["transform", "--help"], ["units", "-h"], ["run", "--help"], ["help", "transform"],
    ])
    func `help fits 80 columns and goes to standard output`(arguments: [String]) throws {
        let ending = try Command.run(arguments)
        #expect(ending.status == 0 && ending.errors.isEmpty)
        let lines = ending.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 5)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0].hasPrefix("Usage: fork-worker"))
    }

    @Test func `the version is one line`() throws {
        let ending = try Command.run(["--version"])
        #expect(ending.status == 0)
        #expect(ending.text.split(separator: "\n").count == 1)
        #expect(ending.text.contains(/[0-9]+\.[0-9]+/))
    }

    @Test(
        arguments: [
            ("1", "mi", "km", "1.609344 km"), ("98.6", "degF", "degC", "37 degC"), ("-40", "degC", "degF", "-40 degF"),
            ("1", "count/min", "Hz", "0.016666666666666666 Hz"), ("2.5", "kcal", "kJ", "10.46 kJ"),
            ("0", "degC", "K", "273.15 K"), ("-5", "degC", "K", "268.15 K"), ("-.5", "m", "cm", "-50 cm"),
            ("1e3", "g", "kg", "1 kg"),
            ("50", "mmol<180.1558800000541>/L", "mg/dL", nil),
        ] as [(String, String, String, String?)]
    )
    func `a number is converted`(value: String, from: String, to: String, text: String?) throws {
        let ending = try Command.run(["units", value, from, to])
        #expect(ending.status == 0)
        if let text { #expect(ending.text == text + "\n") } else { #expect(ending.text.hasSuffix(" mg/dL\n")) }
    }

    @Test(arguments: [("mi", "kg", "mi"), ("bogus", "km", "bogus"), ("km", "parsec", "parsec"), ("km/", "m", "km/")])
    func `what can't be converted says why and ends with 1`(from: String, to: String, named: String) throws {
        let ending = try Command.run(["units", "1", from, to])
        #expect(ending.status == 1 && ending.output.isEmpty)
        #expect(ending.errors.contains(named))
    }
}
