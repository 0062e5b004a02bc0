import Operations
import Randomness
import Testing
import Vocabulary

/// What a comparison counts and shows, against an obvious one that keeps everything.
struct ComparisonTests {
    /// A record of a topic.
    private struct Entry {
        var topic: UInt16 = 1
        let connection: String
        let key: String
        var form: String?
        /// Nil for a tombstone.
        let value: String?
    }

    private static func compared(
        live: [Entry],
        other: [Entry],
        limit: Int = 20,
        seed: UInt64 = 7
    ) -> (counts: [String: DocumentCounts], differences: [DocumentDifference], strange: Int) {
        var comparison = Comparison(limit: limit, seed: seed)
        let sides = [(Side.live, live), (.other, other)]
        for (side, entries) in sides {
            each(entries) { comparison.take(connection: $0, key: $1, form: $4, value: $2, side, topic: $3) }
            comparison.settle(side)
        }
        if comparison.beginJoin() {
            for (side, entries) in sides {
                repeat {
                    each(entries) { connection, key, value, _, form in
                        comparison.join(connection: connection, key: key, form: form, value: value, side)
                    }
                } while comparison.endJoin()
            }
        }
        if comparison.mustCollect {
            for (side, entries) in sides {
                each(entries) { connection, key, value, _, form in
                    comparison.collect(connection: connection, key: key, form: form, value: value, side)
                }
            }
        }
        return (comparison.counts, comparison.differences, comparison.unrecognizedCount)
    }

    private static func each(_ entries: [Entry], _ body: ([UInt8], [UInt8], RawSpan?, UInt16, String?) -> Void) {
        for entry in entries {
            let (connection, key) = (Array(entry.connection.utf8), Array(entry.key.utf8))
            if let value = entry.value.map({ Array($0.utf8) }) {
                unsafe body(connection, key, value.span.bytes, entry.topic, entry.form)
            } else {
                body(connection, key, nil, entry.topic, entry.form)
            }
        }
    }

    private static func names(_ differences: [DocumentDifference]) -> [String] {
        differences.map {
            "\(String(decoding: $0.connection, as: UTF8.self)) \(String(decoding: $0.id, as: UTF8.self)) \($0.kind)"
        }
    }

    @Test func `documents are counted by type, and the first that differ are shown in order`() {
        let live = [
            Entry(connection: "b", key: "steps/1", value: #"{"a":1}"#),
            Entry(connection: "a", key: "steps/2", value: #"{"a":1}"#),
            Entry(connection: "a", key: "sleep/1", value: #"{"a":1}"#),
            Entry(connection: "a", key: "steps/1", value: #"{"a":1,"collected_at":5}"#),
        ]
        let other = [
            Entry(connection: "a", key: "steps/1", value: #"{"a":1.0,"collected_at":7,"user_id":"x"}"#),
            Entry(connection: "a", key: "steps/2", value: #"{"a":2}"#),
            Entry(connection: "c", key: "sleep/1", value: #"{"a":1}"#),
        ]
        let found = Self.compared(live: live, other: other)
        #expect(
            found.counts == [
                "steps": DocumentCounts(equal: 1, changed: 1, missing: 1, extra: 0),
                "sleep": DocumentCounts(equal: 0, changed: 0, missing: 1, extra: 1),
            ]
        )
        let order = ["a sleep/1 missing", "a steps/2 changed", "b steps/1 missing", "c sleep/1 extra"]
        #expect(Self.names(found.differences) == order)
        #expect(found.differences.map(\.paths.count) == [0, 1, 0, 0])
        #expect(Self.names(Self.compared(live: live, other: other, limit: 2).differences) == Array(order.prefix(2)))
        #expect(Self.compared(live: live, other: other, limit: 0).differences.isEmpty)
    }

    @Test(arguments: [(0, "2", false), (1, "2", true), (1, "1", false), (20, "1", false)])
    func `records are read again only if a difference is to be shown`(limit: Int, other: String, isNeeded: Bool) {
        var comparison = Comparison(limit: limit, seed: 7)
        for (side, value) in [(Side.live, "1"), (.other, other)] {
            Self.each([Entry(connection: "a", key: "steps/1", value: "{\"a\":\(value)}")]) {
                comparison.take(connection: $0, key: $1, form: $4, value: $2, side, topic: $3)
            }
            comparison.settle(side)
        }
        let mustCollect = comparison.mustCollect
        #expect(mustCollect == isNeeded)
    }

    @Test func `the newest record counts, tombstones too, and what is no document is counted as that`() {
        let live = [
            Entry(connection: "a", key: "steps/1", value: #"{"a":1}"#),
            Entry(connection: "a", key: "steps/1", value: #"{"a":2}"#),
            Entry(connection: "a", key: "steps/2", value: #"{"a":2}"#),
            Entry(connection: "a", key: "steps/2", value: nil),
            Entry(connection: "a", key: "steps/3", value: "nonsense"),
        ]
        let found = Self.compared(live: live, other: [Entry(connection: "a", key: "steps/1", value: #"{"a":2}"#)])
        #expect(found.counts == ["steps": DocumentCounts(equal: 1, changed: 0, missing: 0, extra: 0)])
        #expect(found.strange == 1)
    }

    @Test func `a document and its forms are compared each by itself, and each record of a form too`() {
        func entries(_ fhir: String, _ second: String?, _ omh: String?) -> [Entry] {
            let all = [
                Entry(connection: "a", key: "steps/1", value: #"{"a":1,"user_id":"x"}"#),
                Entry(connection: "a", key: "steps/1", form: "fhir", value: fhir),
                Entry(connection: "a", key: "steps/1#2", form: "fhir", value: second),
                Entry(connection: "a", key: "steps/1", form: "omh", value: omh),
            ]
            return all
        }
        let live = entries(#"{"b":1}"#, #"{"b":1}"#, #"[{"a":1}]"#)
        #expect(Self.compared(live: live, other: live).counts.values.map(\.equal).sorted() == [1, 1, 2])
        let found = Self.compared(live: live, other: entries(#"{"b":2}"#, nil, #"[{"a":2}]"#))
        #expect(
            found.counts == [
                "steps": DocumentCounts(equal: 1, changed: 0, missing: 0, extra: 0),
                "steps as fhir": DocumentCounts(equal: 0, changed: 1, missing: 1, extra: 0),
                "steps as omh": DocumentCounts(equal: 0, changed: 1, missing: 0, extra: 0),
            ]
        )
        #expect(Self.names(found.differences) == ["a steps/1 changed", "a steps/1 changed", "a steps/1#2 missing"])
        #expect(found.differences.map(\.form) == ["fhir", "omh", "fhir"] && found.strange == 0)
        let paths = found.differences.map { $0.paths.map { String(decoding: $0.path, as: UTF8.self) } }
        #expect(paths == [["/b"], ["/0/a"], []])
    }

    /// There and back again, and read in either order.
    @Test(arguments: [[1, 2], [2, 1]] as [[UInt16]], 1...3)
    func `what has moved to another topic is there once`(order: [UInt16], moves: Int) {
        let value = #"{"a":1}"#
        var records: [UInt16: [String?]] = [1: [value]]
        for move in 1...moves {
            records[move % 2 == 1 ? 1 : 2, default: []].append(nil)
            records[move % 2 == 1 ? 2 : 1, default: []].append(value)
        }
        let live = order.flatMap { topic in
            (records[topic] ?? []).map { Entry(topic: topic, connection: "a", key: "steps/1", value: $0) }
        }
        let found = Self.compared(live: live, other: [Entry(connection: "a", key: "steps/1", value: value)])
        #expect(found.counts == ["steps": DocumentCounts(equal: 1, changed: 0, missing: 0, extra: 0)])
        #expect(
            Self.compared(
                live: live + [Entry(topic: moves % 2 == 1 ? 2 : 1, connection: "a", key: "steps/1", value: nil)],
                other: []
            ).counts.isEmpty
        )
    }

    private static func part(_ number: Int, of count: Int, _ quantities: [Int]) -> String {
        let mark = number == 1 ? (count > 1 ? #","parts":\#(count)"# : "") : #","part":\#(number)"#
        let list = quantities.map { "\($0)" }.joined(separator: ",")
        return
            #"{"id":"heart/1"\#(mark),"source":[],"collected_at":\#(number),"data":[{"name":"heart","data":{"A":[\#(list)]}}]}"#
    }

    /// A document cut into pieces of so many quantities.
    private static func cut(_ quantities: [Int], by size: Int) -> [Entry] {
        let pieces = stride(from: 0, to: quantities.count, by: size).map {
            Array(quantities[$0..<min($0 + size, quantities.count)])
        }
        return pieces.enumerated().map { index, piece in
            Entry(
                connection: "a",
                key: index == 0 ? "heart/1" : "heart/1#\(index + 1)",
                value: part(index + 1, of: pieces.count, piece)
            )
        }
    }

    @Test(arguments: [1, 2, 3, 5, 10], [1, 2, 4, 10])
    func `how a document was cut makes no difference, what is in its parts does`(left: Int, right: Int) {
        let numbers = Array(1...10)
        let same = Self.compared(live: Self.cut(numbers, by: left), other: Self.cut(numbers, by: right).reversed())
        #expect(same.counts == ["heart": DocumentCounts(equal: 1, changed: 0, missing: 0, extra: 0)])
        #expect(same.differences.isEmpty)
        var others = numbers
        others[7] = 77
        let found = Self.compared(live: Self.cut(numbers, by: left), other: Self.cut(others, by: right))
        #expect(found.counts == ["heart": DocumentCounts(equal: 0, changed: 1, missing: 0, extra: 0)])
        #expect(found.differences.first?.paths.map { String(decoding: $0.path, as: UTF8.self) } == ["/data/0/data/A/7"])
    }

    @Test(arguments: [UInt64.random(in: 0 ... .max)])
    func `counts and shown differences are those of a comparison that keeps everything`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func entries() -> [Entry] {
            (0..<2_000).map { _ in
                let key =
                    "\(["steps", "sleep"].randomElement(using: &random) ?? "")/\(Int.random(in: 0..<90, using: &random))"
                let connection = "c\(Int.random(in: 0..<4, using: &random))"
                let isGone = Int.random(in: 0..<4, using: &random) == 0
                return Entry(
                    connection: connection,
                    key: key,
                    value: isGone
                        ? nil : #"{"v":\#(Int.random(in: 0..<2, using: &random)),"collected_at":\#(random.next())}"#
                )
            }
        }
        let (live, other) = (entries(), entries())
        func newest(_ entries: [Entry]) -> [String: String] {
            var newest: [String: String] = [:]
            for entry in entries {
                newest["\(entry.connection) \(entry.key)"] = entry.value.map { String($0.prefix(6)) }
            }
            return newest
        }
        let (left, right) = (newest(live), newest(other))
        var total = DocumentCounts()
        var names: [String] = []
        for name in Set(left.keys).union(right.keys).sorted() {
            switch (left[name], right[name]) {
            case (let a?, let b?) where a == b:
                total = total + DocumentCounts(equal: 1, changed: 0, missing: 0, extra: 0)
            case (_?, _?):
                total = total + DocumentCounts(equal: 0, changed: 1, missing: 0, extra: 0)
                names.append("\(name) changed")
            case (_?, nil):
                total = total + DocumentCounts(equal: 0, changed: 0, missing: 1, extra: 0)
                names.append("\(name) missing")
            default:
                total = total + DocumentCounts(equal: 0, changed: 0, missing: 0, extra: 1)
                names.append("\(name) extra")
            }
        }
        let found = Self.compared(live: live, other: other, limit: 50, seed: seed)
        #expect(found.counts.values.reduce(DocumentCounts(), +) == total, "seed \(seed)")
        #expect(Self.names(found.differences) == Array(names.prefix(50)), "seed \(seed)")
        #expect(found.differences.allSatisfy { $0.kind != .changed || $0.paths.count == 1 }, "seed \(seed)")
    }

    @Test func `a document that is equal takes at most 64 bytes, whatever there are of them`() {
        var comparison = Comparison(limit: 20, seed: .random(in: 0 ... .max))
        let value = Array(#"{"a":1}"#.utf8)
        let connection = Array("conn-7".utf8)
        var worst = 0.0
        for number in 0..<60_000 {
            for side in Side.allCases {
                let key = Array("steps/\(number)".utf8)
                unsafe comparison.take(connection: connection, key: key, value: value.span.bytes, side, topic: 1)
            }
            if number > 20_000, number % 500 == 0 {
                worst = max(worst, Double(comparison.tableByteCount) / Double(number + 1))
            }
        }
        let total = comparison.counts.values.reduce(DocumentCounts(), +)
        #expect(total == DocumentCounts(equal: 60_000, changed: 0, missing: 0, extra: 0))
        #expect(worst <= 64, "\(worst) bytes")
    }
}
