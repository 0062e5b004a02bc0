import Health
import Store
import Testing

/// What an overlay reads together with what it was asked for must be what the state has, whatever was asked before.
struct ListingTests {
    @Test(arguments: 0..<40) func `days that are read together are what the state has`(seed: UInt64) throws {
        var dice = SeededDice(seed: seed)
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var store = MemoryStore()
        var held: [Place: PublishedDocument] = [:]
        for _ in 0..<120 {
            let place = Self.place(&dice)
            let document = PublishedDocument(
                start: Double(place.day),
                end: 1,
                firstSampleDay: 0,
                // Some are too long to be read unasked.
                sourceKey: [UInt8](repeating: 7, count: Int.random(in: 0...8, using: &dice) == 0 ? 20_000 : 3),
                hashes: [UInt64(place.hour)]
            )
            held[place] = document
            let change = StateChange(connection: connection, place: place, value: document.packed, heldBytes: nil)
            store.apply([change])
        }
        var overlay = Overlay(connection, state: store)
        for _ in 0..<60 {
            let place = Self.place(&dice)
            #expect(overlay.published(at: place, state: store) == held[place], "seed \(seed)")
            let first = Int32.random(in: -12...12, using: &dice)
            let range = Place.range(.published, days: first...first + Int32.random(in: 0...12, using: &dice))
            let places = held.keys.filter(range.contains).sorted()
            #expect(overlay.publishedPlaces(in: range, state: store) == places, "seed \(seed)")
        }
    }

    private static func place(_ dice: inout SeededDice) -> Place {
        Place(
            .published,
            day: Int32.random(in: -12...12, using: &dice),
            stream: [DataType.steps, .heart, .sleep, .workouts].randomElement(using: &dice),
            hour: Bool.random(using: &dice) ? Place.wholeDay : UInt8.random(in: 0...23, using: &dice)
        )
    }
}
