import Health
import Randomness
import Testing
import Vocabulary

/// What is derived before a commit ends.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct AheadPropertyTests {
    /// Uploads and settings of three connections among each other, a few of them forgotten.
    private static func inputs(_ seed: UInt64, using dice: inout SeededRandom) -> [Course.Input] {
        var waiting: [[Course.Input]] = []
        for (index, connection) in ["conn-7", "conn-8", "a"].enumerated() {
            let history = History(seed: seed &+ UInt64(index) &* 1_000_000)
            var inputs: [Course.Input] = []
            for var upload in History.uploads(history.arrivals, longest: 8, using: &dice) {
                upload.connection = connection
                if Int.random(in: 0...3, using: &dice) == 0 {
                    let settings = settings(of: connection, using: &dice)
                    inputs.append(Course.Input(topic: .connections, connection: connection, value: settings))
                }
                inputs.append(Course.Input(connection: connection, value: upload.bytes))
            }
            waiting.append(inputs.reversed())
        }
        var all: [Course.Input] = []
        while waiting.contains(where: { !$0.isEmpty }) {
            let turn = Int.random(in: 0..<waiting.count, using: &dice)
            if let input = waiting[turn].popLast() { all.append(input) }
        }
        return all
    }

    /// Settings that may move, open or forget the connection.
    private static func settings(of connection: String, using dice: inout SeededRandom) -> [UInt8] {
        let app = ["one", "two"][Int.random(in: 0...1, using: &dice)]
        let ends = [",\"callback_url\":\"https://example.com/\"", ",\"closed\":true", ",\"forget\":true", "", ""]
        let end = ends[Int.random(in: 0..<ends.count, using: &dice)]
        return Array("{\"connection_id\":\"\(connection)\",\"app_id\":\"\(app)\"\(end)}".utf8)
    }

    private static func rules(_ seed: UInt64) -> Rules {
        var rules = Course.rules
        if seed % 3 == 0 { rules.stateRetentionSeconds = 5 * 86_400 }
        rules.routing = Rules.Routing.allCases[Int(seed % 4) % 3]
        return rules
    }

    @Test(arguments: Seeds.some(48))
    func `what a commit brings does not depend on what of it is derived before it ends`(seed: UInt64) {
        var dice = SeededRandom(seed: ~seed)
        var rest = Self.inputs(seed, using: &dice)[...]
        let rules = Self.rules(seed)
        var plain = Course(rules: rules)
        var early = Course(rules: rules)
        early.ahead = SeededRandom(seed: seed)
        var number = 0
        while !rest.isEmpty {
            let some = Array(rest.prefix(Int.random(in: 1...9, using: &dice)))
            rest = rest.dropFirst(some.count)
            let (expected, found) = (plain.commit(some), early.commit(some))
            #expect(found.records == expected.records, "seed \(seed), commit \(number)")
            #expect(found.changes == expected.changes, "seed \(seed), commit \(number)")
            #expect(found.accounting == expected.accounting, "seed \(seed), commit \(number)")
            #expect(found.isBehind == expected.isBehind, "seed \(seed), commit \(number)")
            #expect(found.forgotten == expected.forgotten, "seed \(seed), commit \(number)")
            number += 1
        }
    }

    /// In an order of topics and keys, so that those of one key stay as they were.
    private static func sorted(_ records: [OutputRecord]) -> [OutputRecord] {
        records.sorted { ($0.topic, Course.text($0.key)) < ($1.topic, Course.text($1.key)) }
    }

    private static func sorted(_ changes: [StateChange]) -> [StateChange] {
        changes.sorted { ($0.connection, $0.stateKey) < ($1.connection, $1.stateKey) }
    }

    @Test(arguments: Seeds.some(48))
    func `what a commit brings does not depend on which connections were closed before it ended`(seed: UInt64) {
        var dice = SeededRandom(seed: ~seed)
        var rest = Self.inputs(seed, using: &dice)[...]
        let rules = Self.rules(seed)
        var plain = Course(rules: rules)
        var closing = Course(rules: rules)
        var chance = SeededRandom(seed: seed)
        var number = 0
        while !rest.isEmpty {
            let some = Array(rest.prefix(Int.random(in: 1...9, using: &dice)))
            let (taken, found) = closing.commit(some, closingBy: &chance)
            #expect(taken > 0)
            rest = rest.dropFirst(taken)
            let expected = plain.commit(Array(some.prefix(taken)))
            #expect(Self.sorted(found.records) == Self.sorted(expected.records), "seed \(seed), commit \(number)")
            #expect(Self.sorted(found.changes) == Self.sorted(expected.changes), "seed \(seed), commit \(number)")
            #expect(found.accounting == expected.accounting, "seed \(seed), commit \(number)")
            #expect(found.isBehind == expected.isBehind, "seed \(seed), commit \(number)")
            #expect(found.forgotten.sorted() == expected.forgotten.sorted(), "seed \(seed), commit \(number)")
            number += 1
        }
        #expect(closing.everywhere == plain.everywhere)
    }
}
