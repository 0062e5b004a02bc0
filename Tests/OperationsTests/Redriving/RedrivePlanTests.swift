import Operations
import Testing
import Vocabulary

/// Which letters go through again together, in which order, and which stay.
struct RedrivePlanTests {
    private static let inputs: Set = ["fork.uploads", "fork.connections"]

    private static func plan(
        _ letters: [DeadLetterRecord],
        _ places: [Int64]? = nil,
        code: String? = nil,
        again: Bool = false,
        forgotten: Int64? = nil
    ) -> RedrivePlan {
        var filter = DeadLetterFilter()
        filter.code = code
        let choice = places.map { LetterChoice.places(Set($0.map { LetterPlace(0, $0) })) } ?? .filter(filter)
        var index = LetterIndex(choice, keepsOthers: true)
        for letter in letters { index.take(letter) }
        var connections = ForgottenConnections()
        let settings = Array(#"{"connection_id":"c","forget":true}"#.utf8)
        let key = [UInt8(ascii: "c")]
        unsafe connections.take(key: key.span.bytes, value: settings.span.bytes, timestampMilliseconds: forgotten)
        index.note(connections)
        return RedrivePlan(index, again: again, inputs: inputs, areNamed: places != nil)
    }

    /// Each step as the offsets of its letters, with a mark where the record goes as it was.
    private static func steps(_ plan: RedrivePlan) -> [String] {
        (0..<plan.stepCount).compactMap { plan[$0] }.map { step in
            step.letters.map { "\($0.place.offset)" }.joined(separator: " ") + (step.isWhole ? " whole" : "")
        }
    }

    private static let samples = [
        letter(1, of: 10, "/samples/0"), letter(2, of: 11), letter(3, of: 10, "/deleted/4"),
        letter(4, of: 10, "/post/0"), letter(5, of: 12, "/samples/7"),
    ]

    @Test func `refused elements of an upload go together, uploads in the order of their first letters`() {
        #expect(Self.steps(Self.plan(Self.samples)) == ["1 3 4", "2 whole", "5"])
    }

    @Test func `those that are named go, and no others of their upload`() {
        #expect(Self.steps(Self.plan(Self.samples, [3, 5])) == ["3", "5"])
    }

    @Test(arguments: [
        letter(9, of: 10, "/samples", [("fork-error-count", "7")]), letter(9, of: 10, "/data/records/3"),
        letter(9, of: 10, "/payloads/3"), letter(9, of: 10, "/3"), letter(9, of: 10, "/data/sleep/0"),
        letter(9, of: 10),
    ])
    func `a letter that stands for more than its element takes the whole upload along, and all letters of it`(
        more: DeadLetterRecord
    ) {
        let letters = Self.samples + [mark(6, "redriven", of: 3), more]
        #expect(Self.steps(Self.plan(letters)) == ["1 4 9 whole", "2 whole", "5"])
        // Those that are only marked with it come behind it.
        #expect(Self.steps(Self.plan(letters, [9])) == ["9 1 4 whole"])
        #expect(Self.steps(Self.plan(letters, [1])) == ["1"])
    }

    @Test func `letters of a connection that was forgotten since do not go, whatever is asked for`() {
        let letters = [letter(1, of: 10), letter(2, of: 11, key: "d"), letter(3, of: 11, "/samples/0")]
        #expect(Self.steps(Self.plan(letters, forgotten: 4)).joined(separator: ", ") == "1 whole, 2 3 whole")
        for again in [false, true] {
            let plan = Self.plan(letters, again: again, forgotten: 5)
            #expect(Self.steps(plan) == ["2 whole"] && plan.notSent.allSatisfy { !$0.isFailure })
        }
        let named = Self.plan(letters, [1], again: true, forgotten: 5)
        #expect(named.stepCount == 0)
        #expect(named.notSent.map(\.isFailure) == [true] && named.notSent[0].reason.contains("forgotten since"))
    }

    @Test func `the letter that holds the whole record is the one that is read`() throws {
        let rest = letter(9, of: 10, "/samples", [("fork-error-count", "7")])
        let step = try #require(Self.plan(Self.samples + [rest])[0])
        #expect(step.carriers.map(\.place.offset) == [9])
        #expect(try #require(Self.plan(Self.samples)[0]).carriers.map(\.place.offset) == [1, 3, 4])
    }

    @Test func `what is marked stays, unless it is asked for again`() {
        let letters = Self.samples + [mark(6, "redriven", of: 1), mark(7, "parked", of: 2)]
        let filtered = Self.plan(letters)
        #expect(Self.steps(filtered) == ["3 4", "5"] && filtered.notSent.isEmpty)
        let named = Self.plan(letters, [1, 2, 5])
        #expect(Self.steps(named) == ["5"])
        #expect(named.notSent.map(\.place.offset) == [1, 2])
        #expect(named.notSent.allSatisfy { $0.reason.contains("--again") })
        #expect(Self.steps(Self.plan(letters, [1, 2, 5], again: true)) == ["1", "2 whole", "5"])
        #expect(Self.steps(Self.plan(letters, again: true)) == ["1 3 4", "2 whole", "5"])
    }

    @Test(arguments: [(nil, 1, false), ("1", 2, false), ("4", 5, false), ("5", 6, true), ("77", 78, true)])
    func `what was refused again five times wants to be asked for again`(
        header: String?,
        next: Int,
        stays: Bool
    ) throws {
        let more = header.map { [("fork-redrive", $0)] } ?? []
        let letters = [letter(1, of: 10, "/samples/0", more), letter(2, of: 10, "/samples/1")]
        let plan = Self.plan(letters)
        #expect(plan.notSent.map(\.place.offset) == (stays ? [1] : []))
        #expect(plan.notSent.allSatisfy { $0.reason.contains("--again") && !$0.isFailure })
        #expect(Self.plan(letters, [1]).notSent.map(\.isFailure) == (stays ? [true] : []))
        #expect(Self.steps(plan) == (stays ? ["2"] : ["1 2"]))
        let all = Self.plan(letters, again: true)
        #expect(all.notSent.isEmpty && all[0]?.redrive.number == next)
    }

    @Test func `what names no record of an input topic stays`() {
        let letters = [
            letter(1, of: 10, topic: "t.uploads"), letter(2, code: "noData", time: 2), letter(3, of: -1),
            letter(4, of: 10),
            letter(5, of: 10, topic: "fork.connections"),
        ]
        let plan = Self.plan(letters, again: true)
        #expect(Self.steps(plan) == ["4 whole", "5 whole"])
        #expect(plan.notSent.map(\.place.offset) == [1, 2, 3])
        #expect(plan.notSent[0].reason.contains("t.uploads"))
    }

    @Test func `a place without a letter is told`() {
        let plan = Self.plan(Self.samples, [1, 99])
        #expect(Self.steps(plan) == ["1"] && plan.notSent.map(\.place.offset) == [99])
    }

    @Test func `pages end where letters or bytes are enough, and never within a record`() {
        let many = (0..<5_000).map { letter($0, of: $0 / 1_500, "/samples/\($0)") }
        let plan = Self.plan(many)
        var ends = [0]
        while let last = ends.last, last < plan.stepCount { ends.append(plan.page(from: last).upperBound) }
        #expect(ends == [0, 1, 2, 4])
        let long = (0..<4).map { letter($0, of: $0, bytes: 5 << 20) }
        #expect(Self.plan(long).page(from: 0) == 0..<1)
        // Of a dialect nobody knows how long the record is: it has a page of its own.
        let dialect = [letter(1, of: 1), letter(2, of: 2, "/data/records/0"), letter(3, of: 3)]
        #expect([0, 1, 2].map { Self.plan(dialect).page(from: $0) } == [0..<1, 1..<2, 2..<3])
    }
}
