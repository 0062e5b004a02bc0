import Health
import Store
import Testing

/// State that this version can't read must never count as no state: documents would be made from a part of the samples.
struct UnreadableStateTests {
    private static let upload = Line.upload(
        "2001-01-01T01:00:00Z",
        [Line.steps(1, "2001-01-01T00:00:10Z", "2001-01-01T00:00:20Z", 3)]
    )

    private static func outcome(_ place: Place, _ value: [UInt8], of upload: String = upload) throws -> Outcome {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var store = MemoryStore()
        store.apply([StateChange(connection: connection, place: place, value: value, heldBytes: nil)])
        var processor = Processor(rules: Rules(), zones: ZoneTable { _ in nil })
        return processor.commit(upload, in: store).outcome
    }

    @Test(arguments: [
        Place(.workouts), Place(.published, day: 0, stream: .steps).ofPublished,
    ])
    func `so do workouts and published documents`(place: Place) throws {
        #expect(try Self.outcome(place, [9, 0, 0]).isUnreadable)
        #expect(try Self.outcome(place, [1]).isUnreadable)
    }

    @Test(arguments: [1, 9])
    func `a deletion does not pass over a segment of a later format`(count: Int) throws {
        let deletion = Line.upload("2001-01-01T01:00:00Z", [], deleted: Array(1...count))
        let segment = Place.segment(stream: .heart, start: -432_000, end: -432_000)
        #expect(try Self.outcome(segment, [9, 0, 0], of: deletion).isUnreadable)
    }

    @Test func `a segment or a header of a later format makes the outcome unusable`() throws {
        let segment = Place.segment(stream: .steps, start: 10, end: 20)
        #expect(try Self.outcome(segment, [9, 0, 0]).isUnreadable)
        #expect(try Self.outcome(Place(.header), [9, 0, 0]).isUnreadable)
        #expect(try Self.outcome(.origins(day: 0), [9, 0]).isUnreadable)
        let withoutOrigins = [3, 1] + [UInt8](repeating: 0, count: 19)
        #expect(try Self.outcome(segment, withoutOrigins).isUnreadable)
        var list = OriginList()
        #expect(try !Self.outcome(segment, Segment().packed(Pool(), naming: &list)).isUnreadable)
    }
}
