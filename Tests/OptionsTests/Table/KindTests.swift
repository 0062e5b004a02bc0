import Options
import Testing
import Vocabulary

/// Every type of option, at its edges.
struct KindTests {
    @Test(arguments: [
        ("1ms", 1), ("100ms", 100), ("1s", 1000), ("60s", 60_000), ("1min", 60_000), ("007ms", 7),
        ("0ms", nil), ("60001ms", nil), ("2min", nil), ("1h", nil), ("100", nil), ("0", nil), ("", nil), ("ms", nil),
        ("1.5s", nil), ("1 s", nil), ("1S", nil), ("+1s", nil), ("99999999999999999999d", nil), ("٣s", nil),
        ("9223372036854775807d", nil), ("1s1ms", nil),
    ])
    func `a time is a whole number with a unit`(text: String, milliseconds: Int?) {
        let outcome = parse("run --bootstrap-servers a", environment: [:], argument: "--commit-interval=\(text)")
        #expect(outcome.run?.process.commitIntervalMilliseconds == milliseconds.map { Int64($0) })
    }

    @Test(arguments: [("24h", 86_400_000), ("1d", 86_400_000), ("400d", 34_560_000_000), ("23h", nil)])
    func `hours and days are times`(text: String, milliseconds: Int?) {
        let outcome = parse("transform --state-retention \(text)")
        #expect(outcome.transform?.rules.stateRetentionSeconds == milliseconds.map { Double($0) / 1_000 })
    }

    @Test(arguments: [
        ("0s", 0), ("0ms", 0), ("1ms", 1), ("7d", 604_800_000), ("604800001ms", nil), ("0", nil), ("-1s", nil),
    ])
    func `the gap that parts two nights may be nothing, and a week at most`(text: String, milliseconds: Int?) {
        let outcome = parse("transform --sleep-threshold \(text)")
        #expect(outcome.transform?.rules.sleepThresholdSeconds == milliseconds.map { Double($0) / 1_000 })
    }

    @Test func `the bounds of a time are times, nothing too`() {
        #expect(
            parse("transform --sleep-threshold 8d").complaint == [
                "fork-worker transform: --sleep-threshold 8d: must be from 0s to 7d"
            ]
        )
    }

    @Test(arguments: [
        ("1000", 1000), ("64KiB", 65_536), ("16MiB", 16 << 20), ("512MiB", 512 << 20), ("999", nil), ("513MiB", nil),
        ("1GiB", nil), ("64KB", nil), ("64kib", nil), ("1e6", nil), ("-1", nil), ("KiB", nil), ("1.5MiB", nil),
        ("18446744073709551616", nil), ("9223372036854775807GiB", nil),
    ])
    func `a size is bytes or has a unit`(text: String, bytes: Int?) {
        #expect(parse("transform --document-max-bytes \(text)").transform?.rules.documentMaxBytes == bytes)
    }

    @Test(arguments: [
        ("1", 1), ("64", 64), ("0", nil), ("65", nil), ("-1", nil), ("1.0", nil), ("one", nil), ("", nil),
    ])
    func `a whole number has bounds`(text: String, number: Int?) {
        #expect(parse("run --bootstrap-servers a", argument: "--lanes=\(text)").run?.process.lanes == number)
    }

    @Test(arguments: [
        "localhost", "localhost:9092", "a:1,b:65535", "[::1]:9092", "[::1]", "SASL_SSL://kafka.example:9093",
        "ssl://a:1", "10.0.0.1:9092",
    ])
    func `brokers are hosts with ports`(text: String) {
        #expect(parse("run --bootstrap-servers \(text)").run?.cluster.bootstrapServers == text)
    }

    @Test func `blanks after the commas of a list are passed over`() {
        let run = parse("run", argument: "--bootstrap-servers=a:1, b:2").run
        #expect(run?.cluster.bootstrapServers == "a:1,b:2")
    }

    @Test(arguments: [
        "", ",", "a,", ":9092", "a:", "a:b", "a:0", "a:65536", "a:+1", "a b", "http://a:1", "[::1]x", "a:1/x", "[::1]:",
    ])
    func `what is no host with a port is refused`(text: String) {
        let complaint = parse("run", argument: "--bootstrap-servers=\(text)").complaint
        #expect(complaint.first?.hasPrefix("fork-worker run: --bootstrap-servers ") == true)
    }

    @Test(arguments: [
        ("fork.", true), ("", true), ("a_b-c.D9", true), (String(repeating: "x", count: 38), true),
        (String(repeating: "x", count: 39), false), ("a b", false), ("ä", false), ("a/b", false), ("a\n", false),
    ])
    func `a topic's prefix leaves room for a connection's id`(text: String, isGood: Bool) {
        #expect((parse("transform", argument: "--topic-prefix=\(text)").transform != nil) == isGood)
    }

    @Test(arguments: [
        ("pod-0", true), (String(repeating: "x", count: 240), true), (String(repeating: "x", count: 241), false),
        ("", false), ("a b", false),
    ])
    func `an instance id leaves room for a lane's number`(text: String, isGood: Bool) {
        let outcome = parse("run --bootstrap-servers a", argument: "--group-instance-id=\(text)")
        #expect((outcome.run != nil) == isGood)
    }

    @Test(arguments: [
        ("a group", true), ("gruppe-ä", true), ("", false), ("a\nb", false), ("a\u{7f}", false), ("a\0", false),
    ])
    func `a group has any name but no control characters`(text: String, isGood: Bool) {
        #expect((parse("run --bootstrap-servers a", argument: "--group-id=\(text)").run != nil) == isGood)
    }

    @Test(arguments: [("connection", Rules.Routing.connection), ("app", .app), ("single", .single)])
    func `output topics are one of three`(text: String, expected: Rules.Routing) {
        #expect(parse("transform --output-topics \(text)").transform?.rules.routing == expected)
    }

    @Test(arguments: [
        ("Watch,iPhone", ["Watch", "iPhone"]), ("iPad", ["iPad"]), (" a , b ", ["a", "b"]),
        ("user-entered,Watch", ["user-entered", "Watch"]),
    ])
    func `sources are ranked by a list`(text: String, expected: [String]) {
        #expect(
            parse("transform", argument: "--source-priority=\(text)").transform?.rules.sourcePriority == expected
        )
    }

    @Test(arguments: ["", ",", "a,", "a,,b", "a,a"])
    func `a list has no empty and no repeated words`(text: String) {
        #expect(parse("transform", argument: "--source-priority=\(text)").complaint.count == 1)
    }

    @Test(arguments: [
        ("true", true), ("1", true), ("false", false), ("0", false), ("yes", nil), ("TRUE", nil), ("", nil),
    ])
    func `a switch is true or false`(text: String, expected: Bool?) {
        #expect(parse("transform", argument: "--final=\(text)").transform?.transform.final == expected)
    }
}
