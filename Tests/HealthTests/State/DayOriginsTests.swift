import Health
import Store
import Testing
import Vocabulary

/// The origins of a day's samples are kept once for all of the day's segments.
struct DayOriginsTests {
    private static let day = Int32(8491)
    private static let days = StateKey.range(.segment, days: Int32.min...Int32.max)

    private static func steps(_ number: Int, _ day: String, of source: String) -> String {
        let more = "\"value\":1,\"unit\":\"count\",\"source\":{\"name\":\"\(source)\"}"
        return Line.sample(
            number,
            "HKQuantityTypeIdentifierStepCount",
            "\(day)T10:00:00Z",
            "\(day)T10:01:00Z",
            more
        )
    }

    /// Processes an upload, and gives back what it changed in the state.
    private static func commit(
        _ samples: [String],
        deleted: [Int] = [],
        by loop: inout CommitLoop<MemoryStore>
    ) -> [StateChange] {
        let outcome = loop.commit(Line.upload("2024-04-03T00:00:00Z", samples, deleted: deleted)).outcome
        #expect(outcome.unreadable == nil)
        return outcome.changes
    }

    @Test func `they are written when a day has a new one`() throws {
        var loop = CommitLoop()
        let stateKey = StateKey.origins(day: Self.day)
        func count(_ changes: [StateChange], at stateKey: StateKey) -> Int? {
            var pool = Pool(zones: ZoneTable { _ in nil })
            guard let value = changes.first(where: { $0.stateKey == stateKey })?.value else { return nil }
            return OriginList(value, pool: &pool)?.origins.count
        }
        var changes = Self.commit([Self.steps(1, "2024-04-01", of: "watch")], by: &loop)
        #expect(count(changes, at: stateKey) == 1)
        changes = Self.commit([Self.steps(2, "2024-04-01", of: "watch")], by: &loop)
        #expect(count(changes, at: stateKey) == nil)
        changes = Self.commit([Self.steps(3, "2024-04-01", of: "phone")], by: &loop)
        #expect(count(changes, at: stateKey) == 2)
        changes = Self.commit([Self.steps(4, "2024-04-02", of: "phone")], by: &loop)
        #expect(count(changes, at: stateKey) == nil)
        #expect(count(changes, at: .origins(day: Self.day + 1)) == 1)
        let connection = try #require(ConnectionID(Array("c".utf8)))
        let segments = loop.state.stateKeys(in: Self.days, of: connection).filter { !$0.isOrigins }
        for segment in segments {
            let value = loop.state.value(at: segment, of: connection) ?? []
            #expect(!value.contains(UInt8(ascii: "{")), "a segment names its origins by number")
        }
    }

    @Test(arguments: [[1], [2], [1, 2]])
    func `a day without a sample keeps none`(first: [Int]) throws {
        var loop = CommitLoop()
        let heart = Line.sample(
            2,
            "HKQuantityTypeIdentifierHeartRate",
            "2024-04-01T10:00:00Z",
            "2024-04-01T10:00:00Z",
            "\"value\":60,\"unit\":\"count/min\""
        )
        _ = Self.commit([Self.steps(1, "2024-04-01", of: "watch"), heart], by: &loop)
        let connection = try #require(ConnectionID(Array("c".utf8)))
        _ = Self.commit([], deleted: first, by: &loop)
        #expect(loop.state.stateKeys(in: Self.days, of: connection).isEmpty == (first.count == 2))
        _ = Self.commit([], deleted: [1, 2], by: &loop)
        #expect(loop.state.stateKeys(in: Self.days, of: connection).isEmpty)
    }
}
