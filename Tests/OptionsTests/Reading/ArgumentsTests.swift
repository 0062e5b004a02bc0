import Options
import Testing
import Vocabulary

/// Flags and values are told apart the way GNU programs do it, but for numbers, which are values anywhere.
struct ArgumentsTests {
    @Test(arguments: [
        "run --bootstrap-servers a --group-id tests --lanes 3",
        "run --bootstrap-servers=a --group-id=tests --lanes=3",
        "run --lanes 9 --bootstrap-servers a --group-id x --group-id tests --lanes 3",
        "--lanes 3 run --group-id=tests --bootstrap-servers a",
    ])
    func `a value follows its option or an equals sign, and the last counts`(line: String) throws {
        let run = try #require(parse(line).run)
        #expect(run.cluster.groupID == "tests")
        #expect(run.process.lanes == 3)
    }

    @Test(arguments: [
        ("run --bootstrap-servers a", false),
        ("run --bootstrap-servers a --create-topics", true),
        ("run --create-topics --bootstrap-servers a", true),
        ("run --bootstrap-servers a --create-topics=true", true),
        ("run --bootstrap-servers a --create-topics=false", false),
        ("run --bootstrap-servers a --create-topics --create-topics=false", false),
    ])
    func `a switch takes no value, or one after an equals sign`(line: String, expected: Bool) throws {
        #expect(try #require(parse(line).run).process.createsTopics == expected)
    }

    @Test(arguments: ["-5", "5", "-.5", "+5", "-1e3", "0", "-0.25E-2"])
    func `a number is a value, also after no flag and below zero`(number: String) throws {
        let units = try #require(parse("units \(number) degC degF").units)
        #expect(units.number == Double(number))
        #expect(units.operands.dropFirst() == ["degC", "degF"])
    }

    @Test func `a number below zero is the value of its option`() {
        #expect(
            parse("transform --commit-every -1 --sleep-threshold -5min").complaint == [
                "fork-worker transform: 2 things are wrong",
                "  --commit-every -1: must be a whole number from 1 up",
                "  --sleep-threshold -5min: must be a whole number with a unit, such as 100ms, 60s, 60min, 24h or 400d",
            ]
        )
    }

    @Test func `two dashes end the options`() throws {
        let transform = try #require(parse("transform --final -- --final -h --").transform)
        #expect(transform.transform.final)
        #expect(transform.operands == ["--final", "-h", "--"])
    }

    @Test func `a dash is standard input, and options may stand between files`() throws {
        let transform = try #require(parse("transform a.ndjson --final - b.ndjson --commit-every 7").transform)
        #expect(transform.operands == ["a.ndjson", "-", "b.ndjson"])
        #expect(transform.transform.commitEvery == 7)
    }

    @Test func `an equals sign may be in a value, which may be empty`() throws {
        let run = try #require(parse("run --bootstrap-servers a --kafka=debug=a=b --topic-prefix=").run)
        #expect(run.cluster.kafka.map(\.value) == ["a=b"])
        #expect(run.rules.topicPrefix == "")
    }

    @Test(arguments: ["nan", "inf", "0x10", "1,5", "five", "1e999", "1e", "-5-"])
    func `only decimal numbers are converted`(number: String) {
        #expect(parse("units \(number) m km").complaint.first?.contains(number) == true)
    }

    @Test(arguments: [
        ("help", "Usage: fork-worker COMMAND"), ("--help", "Usage: fork-worker COMMAND"),
        ("-h", "Usage: fork-worker COMMAND"), ("help run", "Usage: fork-worker run"),
        ("run --help", "Usage: fork-worker run"), ("--help run", "Usage: fork-worker run"),
        ("run --lanes 99 -h --nonsense", "Usage: fork-worker run"), ("units -h", "Usage: fork-worker units"),
        ("--version", "fork-worker 1.2.3\n"), ("run --version", "fork-worker 1.2.3\n"),
    ])
    func `help and the version are printed whatever else is wrong`(line: String, beginning: String) throws {
        #expect(try #require(parse(line).printed).hasPrefix(beginning))
    }
}
