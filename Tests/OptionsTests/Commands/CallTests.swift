import Options
import Testing
import Vocabulary

/// What says what one call is about is an option only.
struct CallTests {
    static let options: Set<String> = [
        "to", "connection", "rate", "skip", "dry-run", "type", "from", "json", "code", "since", "until", "upload",
        "all", "limit", "yes", "summary", "value", "collected-at", "again",
        "into", "jobs", "follow",
        "check", "yes", "timeout", "watch", "worker", "background", "set", "if-offset", "no-wait",
        "documents", "activity", "format", "by", "week-start", "preset", "at",
        "output", "temp-directory", "time-zone", "strict", "ed25519", "webhooks", "status", "fail", "seed", "delay",
        "host", "hosts", "forward-to", "print-body", "document", "example", "uploads",
    ]

    @Test(arguments: options)
    func `a variable of it is nobody's business, and a key is wrong`(name: String) throws {
        let variable = "FORK_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
        let send = parse("send --bootstrap-servers a x", environment: [variable: "\u{1}"])
        #expect(send.send != nil, "\(send)")
        let line = "send --bootstrap-servers a --config f.json x"
        let complaint = parse(line, files: ["f.json": "{\"\(name)\": 1}"]).complaint
        #expect(complaint == ["fork-worker send: f.json: \(name): applies to a single call: give it as --\(name)"])
    }

    @Test func `send needs only its brokers`() throws {
        let send = try #require(parse("send --bootstrap-servers a").send)
        #expect(
            send.operands.isEmpty && send.send.target == .uploads && send.send.connection == nil
                && send.send.ratePerSecond == nil
        )
        #expect(send.send.skippedLines == 0 && !send.send.isDryRun)
        #expect(send.rules.topicPrefix == "fork." && send.cluster.groupID == "fork-worker")
        #expect(send.rules.routing == .connection && send.log.level == nil)
    }

    @Test func `an option of one name means to each command its own`() throws {
        #expect(try #require(parse("send --bootstrap-servers a --to connections").send).send.target == .connections)
        let documents = try #require(parse("documents --bootstrap-servers a conn-7 --to 2024-04-16").documents)
        #expect(documents.documents.to == .date(daysSince1970: 19_829))
        #expect(
            parse("documents --bootstrap-servers a c --to uploads").complaint.first?.contains("--to uploads") == true
        )
        #expect(parse("send --bootstrap-servers a --to 2024-04-16").complaint.first?.contains("uploads or") == true)
        #expect(parse("send --bootstrap-servers a --to").complaint.first?.contains("--to=uploads|connections") == true)
    }

    @Test func `types are given one by one, in their order`() throws {
        let line = "documents --bootstrap-servers a c --type sleep --type steps --type=sleep"
        #expect(try #require(parse(line).documents).documents.types == ["sleep", "steps", "sleep"])
    }

    @Test(arguments: ["a", ".", "shadow", "sha/dow.", "\(String(repeating: "a", count: 38)).", "fork."])
    func `a prefix that no replay can have, or the live one, is nothing to compare with`(prefix: String) {
        #expect(parse("diff --bootstrap-servers a \(prefix)").complaint.first?.contains("PREFIX \(prefix)") == true)
    }

    @Test func `diff has connections one by one, and a limit`() throws {
        let plain = try #require(parse("diff --bootstrap-servers a shadow.").diff)
        #expect(
            plain.operands == ["shadow."] && plain.chosenConnections.isEmpty && plain.diff.limit == 20 && !plain.isJSON
        )
        let line = "diff --bootstrap-servers a --connection b --connection c --limit 0 --json fork. --topic-prefix x."
        let diff = try #require(parse(line).diff)
        #expect(
            diff.operands == ["fork."] && diff.chosenConnections == ["b", "c"] && diff.diff.limit == 0 && diff.isJSON
        )
        #expect(!parse("diff --bootstrap-servers a --connection b.c shadow.").complaint.isEmpty)
        #expect(!parse("diff --bootstrap-servers a").complaint.isEmpty)
    }

    @Test func `forget asks and waits, and check does neither`() throws {
        let forget = try #require(parse("forget --bootstrap-servers a conn-7").forget)
        #expect(forget.connection == "conn-7" && !forget.forget.isCheck && !forget.isAgreed && !forget.isJSON)
        #expect(forget.forget.timeoutMilliseconds == 60_000)
        let agreed = try #require(parse("forget --bootstrap-servers a --yes --timeout 5min --json b").forget)
        #expect(agreed.isAgreed && agreed.forget.timeoutMilliseconds == 300_000 && agreed.isJSON)
        #expect(try #require(parse("forget --bootstrap-servers a --check b").forget).forget.isCheck)
        for line in ["--check --yes", "--check --timeout 5s"] {
            #expect(parse("forget --bootstrap-servers a \(line) b").complaint.first?.contains("only searches") == true)
        }
        #expect(parse("forget --bootstrap-servers a").complaint.first?.contains("CONNECTION") == true)
    }

    @Test(arguments: ["a.b", "a/b", "", String(repeating: "a", count: 201)])
    func `a connection that can be none is wrong`(id: String) {
        #expect(!parse("documents --bootstrap-servers a", argument: id).complaint.isEmpty)
        #expect(!parse("send --bootstrap-servers a --connection", argument: id).complaint.isEmpty)
        #expect(!parse("forget --bootstrap-servers a --check", argument: id).complaint.isEmpty)
    }

    @Test(
        arguments: [
            ("2024-04-16", .date(daysSince1970: 19_829)), ("1970-01-01", .date(daysSince1970: 0)),
            ("1969-12-31", .date(daysSince1970: -1)), ("2000-02-29", .date(daysSince1970: 11_016)),
            ("2024-04-16T00:00:00Z", .instant(unixMilliseconds: 1_713_225_600_000)),
            ("2024-04-16T02:00:00.5+02:00", .instant(unixMilliseconds: 1_713_225_600_500)),
            ("2024-04-15t20:00:00.0019-04:00", .instant(unixMilliseconds: 1_713_225_600_001)),
        ] as [(String, TimeArgument)]
    )
    func `a moment is a date or a time with its offset`(text: String, moment: TimeArgument) throws {
        let documents = try #require(parse("documents --bootstrap-servers a c --from", argument: text).documents)
        #expect(documents.documents.from == moment)
    }

    @Test(arguments: [
        "2024-02-30", "2023-02-29", "2024-13-01", "2024-4-16", "2024-04-16T08:00:00", "2024-04-16T08:00Z", "08:00",
        "2024-04-16T24:00:00Z", "2024-04-16T08:60:00Z", "2024-04-16T08:00:00.Z", "2024-04-16Z", "yesterday", "",
        "2024-04-16T08:00:00Zx", "２024-04-16",
    ])
    func `what is no moment is wrong`(text: String) {
        #expect(!parse("documents --bootstrap-servers a c --from", argument: text).complaint.isEmpty)
    }

    @Test(arguments: [
        ("2024-04-17", "2024-04-16"), ("2024-04-16T08:00:01Z", "2024-04-16T08:00:00Z"),
    ])
    func `a beginning after the end is wrong`(from: String, to: String) {
        let complaint = parse("documents --bootstrap-servers a c --from \(from) --to \(to)").complaint
        #expect(complaint == ["fork-worker documents: --from: must not be later than --to"])
        #expect(parse("documents --bootstrap-servers a c --from \(to) --to \(from)").documents != nil)
    }

    @Test func `dead letters are listed, or one is shown by its place`() throws {
        let line = "dead-letters --bootstrap-servers a"
        #expect(try #require(parse("\(line) list").deadLetters).deadLetters.action == .list)
        let shown = try #require(parse("\(line) show 3:15 --json").deadLetters)
        guard case .show(let place) = shown.deadLetters.action else {
            Issue.record("\(shown.deadLetters.action)")
            return
        }
        #expect(place.partition == 3 && place.offset == 15 && shown.isJSON)
        let upload = try #require(parse("\(line) list --upload fork.uploads:1:2").deadLetters).deadLetters.upload
        #expect(upload?.topic == "fork.uploads" && upload?.place.partition == 1 && upload?.place.offset == 2)
    }

    @Test func `letters are redriven or parked by their places, or by filters`() throws {
        let line = "dead-letters --bootstrap-servers a"
        let named = try #require(parse("\(line) redrive 3:15 0:1 --again --dry-run --json").deadLetters)
        guard case .redrive(let places) = named.deadLetters.action else {
            Issue.record("\(named.deadLetters.action)")
            return
        }
        #expect(places.map { [Int64($0.partition), $0.offset] } == [[3, 15], [0, 1]])
        #expect(named.deadLetters.isAgain && named.deadLetters.isDryRun && named.isJSON)
        let mended = try #require(parse("\(line) redrive 3:15 --value f --collected-at 2024-04-16").deadLetters)
        #expect(
            mended.deadLetters.valueFile == "f" && mended.deadLetters.collectedAt == .date(daysSince1970: 19_829)
                && !mended.deadLetters.isAgain
        )
        for filter in [
            "--code tooLate", "--connection x", "--since 2024-01-01", "--until 2024-01-01", "--upload a:0:1",
        ] {
            #expect(try #require(parse("\(line) redrive \(filter)").deadLetters).deadLetters.action == .redrive([]))
            #expect(try #require(parse("\(line) park \(filter)").deadLetters).deadLetters.action == .park([]))
        }
    }

    @Test(arguments: [
        "", "look", "show", "list 3:15", "show 3", "show 3:x", "show -1:5", "show 3:15 --code tooLate",
        "list --upload 1:2",
        "show 3:15 --summary", "show 3:15 3:16", "show 3:15 --all", "show 3:15 --dry-run", "list --again", "redrive",
        "redrive --dry-run", "park", "redrive 3", "redrive 3:15 x", "redrive 3:15 --code tooLate",
        "park 3:15 --since 2024-01-01",
        "redrive --code tooLate --value f", "redrive 3:15 3:16 --value f", "redrive 3:15 --summary",
        "park 3:15 --again",
        "park 3:15 --value f", "park 3:15 --collected-at 2024-01-01", "redrive 3:15 --collected-at x", "list --value f",
        "list --since 2024-04-17 --until 2024-04-16", "show 99999999999:1", "list --by app", "redrive 3:15 --limit 1",
        "list --summary --by person", "list --limit 0",
    ])
    func `what names no letters is wrong`(rest: String) {
        #expect(!parse("dead-letters --bootstrap-servers a \(rest)").complaint.isEmpty)
    }

    @Test func `letters are counted by a property, and codes are those that letters have`() throws {
        let line = "dead-letters --bootstrap-servers a list"
        let summary = try #require(parse("\(line) --summary --by type --limit 5").deadLetters).deadLetters
        #expect(summary.isSummary && summary.summaryProperty == .type && summary.limit == 5)
        #expect(try #require(parse("\(line) --summary").deadLetters).deadLetters.summaryProperty == .code)
        for code in ["noData", "status", "aborted"] {
            #expect(try #require(parse("\(line) --code \(code)").deadLetters).deadLetters.code == code)
        }
        let complaint = parse("\(line) --code invalidvalue").complaint.joined()
        #expect(complaint.contains("must be decodingError, ") && complaint.hasSuffix("; did you mean invalidValue?"))
    }

    @Test func `topics have the sizes that a worker would give them`() throws {
        let plan = try #require(parse("topics --bootstrap-servers a plan").topics)
        #expect(plan.topics.action == .plan && plan.process.partitions == 6 && plan.process.replicationFactor == nil)
        #expect(plan.rules.documentMaxBytes == 900_000 && plan.rules.uploadMaxBytes == 16 << 20 && !plan.isJSON)
        let line = "topics apply --bootstrap-servers a --partitions 12 --replication-factor 3 --json"
        let apply = try #require(parse(line).topics)
        #expect(apply.topics.action == .apply && apply.isJSON)
        #expect(apply.process.partitions == 12 && apply.process.replicationFactor == 3)
        #expect(parse("topics --bootstrap-servers a").complaint.first?.contains("ACTION") == true)
    }
}
