import Options
import Testing
import Vocabulary

/// What can be explained, and from where.
struct ExplainOptionsTests {
    @Test func `uploads come from brokers or from a file`() throws {
        let file = try #require(parse("explain c steps/2024-04-16 --uploads u.gz --connections s --json").explain)
        #expect(file.connection == "c" && file.operands == ["c", "steps/2024-04-16"] && file.isJSON)
        #expect(file.explain.uploads == "u.gz" && file.explain.connections == "s")
        let line = "explain c sleep/x --bootstrap-servers kafka:9092 --sleep-threshold 30min"
        let brokers = try #require(parse(line).explain)
        #expect(brokers.explain.uploads == nil && brokers.cluster.bootstrapServers == "kafka:9092")
        #expect(brokers.rules.sleepThresholdSeconds == 1800)
    }

    @Test(
        arguments: [
            ("explain", "CONNECTION: is missing"), ("explain c --uploads u", "DOCUMENT: is missing"),
            ("explain c.d steps/1 --uploads u", "CONNECTION c.d"),
            ("explain c steps/1", "--bootstrap-servers: must be given, here or as FORK_BOOTSTRAP_SERVERS, unless --up"),
            ("explain c steps/1 --uploads -", "--uploads: must be a file, because it is read more than once"),
            ("explain c steps/1 --bootstrap-servers k:1 --connections s", "--connections: needs --uploads"),
        ]
    )
    func `what cannot be explained is refused with its reason`(line: String, reason: String) {
        let complaint = parse(line).complaint.joined(separator: "\n")
        #expect(complaint.contains(reason), "\(complaint)")
    }
}
