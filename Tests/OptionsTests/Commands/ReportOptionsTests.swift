import Options
import Testing

/// What is reported, and what documents are read from.
struct ReportOptionsTests {
    @Test func `a report needs a connection and a place of documents only`() throws {
        let report = try #require(parse("report conn-7 --documents d.ndjson").report)
        #expect(
            report.connection == "conn-7" && report.report.by == .day && report.report.from == nil
                && report.report.to == nil
        )
        #expect(
            report.report.types.isEmpty && report.report.weekStart == .monday && report.report.preset == nil
                && !report.isJSON
        )
        #expect(report.documentFile == "d.ndjson")
    }

    @Test func `days are dates, and all options of a report are taken`() throws {
        let line = "report c --documents - --by week --from 2024-04-15 --to 2024-04-22 --type A --type B"
        let report = try #require(parse(line + " --week-start sunday --json").report)
        #expect(
            report.report.by == .week && report.report.from == 19_828 && report.report.to == 19_835
                && report.report.types == ["A", "B"]
        )
        #expect(report.report.weekStart == .sunday && report.isJSON)
        let preset = try #require(parse("report c --documents - --preset c3pro --at 2024-04-16").report)
        #expect(preset.report.preset == .c3pro && preset.report.at == .date(daysSince1970: 19_829))
    }

    @Test(
        arguments: [
            ("report", "CONNECTION: is missing"), ("report c.d --documents x", "CONNECTION c.d"),
            ("report c --documents x --from 2024-04-16T00:00:00Z", "must be a date"),
            ("report c --documents x --from 2024-04-16 --to 2024-04-16", "must be earlier than --to"),
            ("report c --documents x --preset c3pro --by week", "--by: does not go with --preset"),
            ("report c --documents x --preset c3pro --type A", "--type: does not go with --preset"),
            ("report c --documents x --at 2024-04-16", "--at: is for --preset only"),
            ("report c --documents x --by hour", "must be day, week, month or year"),
            (
                "report c",
                "--bootstrap-servers: must be given, here or as FORK_BOOTSTRAP_SERVERS, unless --documents is"
            ),
            (
                "documents c",
                "--bootstrap-servers: must be given, here or as FORK_BOOTSTRAP_SERVERS, unless --documents"
            ),
            ("documents c --documents x --type sleep --activity running", "needs --type workouts"),
            ("documents c --documents x --type sleep --format gpx", "needs --type workouts"),
            ("documents c --documents x --type workouts --type sleep --format gpx", "needs --type workouts"),
            ("documents c --documents x --format gpx --json", "--json: does not go with --format"),
            ("documents c --documents x --format kml", "must be gpx"),
        ]
    )
    func `a report or a list of documents that cannot be is refused with its reason`(line: String, reason: String) {
        let complaint = parse(line).complaint.joined(separator: "\n")
        #expect(complaint.contains(reason), "\(complaint)")
    }

    @Test func `an activity asks for workouts`() throws {
        let plain = try #require(parse("documents c --documents x --activity running --activity walking").documents)
        #expect(plain.documents.types == ["workouts"] && plain.documents.activities == ["running", "walking"])
        let named = try #require(parse("documents c --documents x --type workouts --activity running").documents)
        #expect(named.documents.types == ["workouts"] && named.documents.activities == ["running"])
    }

    @Test func `a format of routes asks for workouts`() throws {
        let plain = try #require(parse("documents c --documents x --format gpx").documents)
        #expect(plain.documents.types == ["workouts"] && plain.documents.format == .gpx)
        let named = try #require(parse("documents c --documents x --type workouts --format gpx").documents)
        #expect(named.documents.types == ["workouts"] && named.documents.format == .gpx)
        #expect(try #require(parse("documents c --documents x").documents).documents.format == nil)
    }

    @Test func `a file stands before brokers that the environment names`() throws {
        let environment = ["FORK_BOOTSTRAP_SERVERS": "kafka:9092"]
        #expect(parse("report c --documents x", environment: environment).report?.documentFile == "x")
        let report = try #require(parse("report c", environment: environment).report)
        #expect(report.documentFile == nil && report.cluster.bootstrapServers == "kafka:9092")
    }
}
