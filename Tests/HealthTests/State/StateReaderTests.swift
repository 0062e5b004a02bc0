import Health
import Randomness
import Store
import Testing
import Vocabulary

/// What is read together with what it was asked for must be what the state has, whatever was asked before.
struct StateReaderTests {
    @Test(arguments: 0..<40) func `days that are read together are what the state has`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var store = MemoryStore()
        var held: [StateKey: PublishedDocument] = [:]
        for _ in 0..<120 {
            let stateKey = Self.stateKey(&dice)
            let document = PublishedDocument(
                start: Double(stateKey.day),
                end: 1,
                firstSampleDay: 0,
                // Some are too long to be read unasked.
                sourceKey: [UInt8](repeating: 7, count: Int.random(in: 0...8, using: &dice) == 0 ? 20_000 : 3),
                hashes: [UInt64(stateKey.hour)]
            )
            held[stateKey] = document
            var together = PublishedDocuments()
            for (other, document) in held where other.ofPublished == stateKey.ofPublished { together[other] = document }
            let change = StateChange(
                connection: connection,
                stateKey: stateKey.ofPublished,
                value: together.packed,
                heldBytes: nil
            )
            store.apply([change])
        }
        var published = LoadedDocuments(StateReader(connection, of: store))
        for _ in 0..<60 {
            let stateKey = Self.stateKey(&dice)
            #expect(published[stateKey] == held[stateKey], "seed \(seed)")
            let first = Int32.random(in: -12...12, using: &dice)
            let days = first...first + Int32.random(in: 0...12, using: &dice)
            let stateKeys = held.keys.filter { days.contains($0.day) && $0.ofPublished.isOfPublishedDay }.sorted()
            let found = published.entries(ofDays: days)
            #expect(found.map(\.stateKey) == stateKeys, "seed \(seed)")
            #expect(found.map(\.document) == stateKeys.map { held[$0] }, "seed \(seed)")
        }
    }

    private static func stateKey(_ dice: inout SeededRandom) -> StateKey {
        let stream = [DataType.steps, .heart, .sleep, .workouts].randomElement(using: &dice) ?? .steps
        let id = UUID128(
            hi: 0,
            lo: stream == .sleep || stream == .workouts ? UInt64.random(in: 1...4, using: &dice) : 0
        )
        return StateKey(
            .published,
            day: stream == .workouts ? 0 : Int32.random(in: -12...12, using: &dice),
            stream: stream,
            hour: stream == .heart ? UInt8.random(in: 0...23, using: &dice) : StateKey.wholeDay,
            id: id
        )
    }
}
