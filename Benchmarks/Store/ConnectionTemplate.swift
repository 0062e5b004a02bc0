import Health
import Randomness
import Store

/// A connection after its first upload, as the core leaves it in the store, and the uploads that it sends next: to be
/// copied under other names and ids.
///
/// To parse JSON for each of a million connections would take longer than what is measured. Ids, hashes and the names
/// of devices are drawn anew, so that no compression profits from a copy.
struct ConnectionTemplate {
    private let values: [(stateKey: StateKey, template: ByteTemplate)]
    private let uploads: [ByteTemplate]
    private let timestampMilliseconds: Int64

    /// How many there are, so that neighbours in the store differ in dates and numbers too.
    private static let count = 16
    private static let connection = "C0000000-0000-4000-8000-000000000000"
    /// The parts of bundle identifiers that are a device's own.
    private static let devices = ["7D3F1C2A-9B1E-4A57-8E57-3B1F0A9C6D11", "0B0E6A86-6F0C-4E53-9B61-8C5F3B7A1D20"]

    /// Templates of a first upload with so many samples, and of further ones.
    static func all(first: Int, next: Int, uploads: Int) throws -> [ConnectionTemplate] {
        try (0..<count).map { number in
            var draw = SeededRandom(seed: 1000 + UInt64(number))
            // From the morning on, when there is a bit of everything.
            let samples = Day.samples(Day.first, &draw).dropFirst(100)
            let early = Workload.chunks(Array(samples.prefix(first)), first, connection, &draw)
            let late = Workload.chunks(Array(samples.dropFirst(first).prefix(next * uploads)), next, connection, &draw)
            return try ConnectionTemplate(early.map(\.upload), late.map(\.upload))
        }
    }

    /// Templates of phones: of one's day so many samples until the evening, then one upload of so many.
    ///
    /// With metadata as phones give it and a webhook for every second one. Nothing is deleted: the ids of what is there are
    /// drawn anew.
    static func ofPhones(first: Int, next: Int) throws -> [ConnectionTemplate] {
        try (0..<count).map { number in
            var draw = SeededRandom(seed: 2000 + UInt64(number))
            let samples = Day.samples(Day.first, &draw).map { Phone.withMetadata($0, draw.uuid(), &draw) }
            let day = samples.dropLast(2 * next)
            let early = day.enumerated().filter { $0.offset % (day.count / first) == 0 }.prefix(first).map(\.element)
            let settings = number % 2 == 1 ? [] : [Phone.settings(of: connection)]
            return try ConnectionTemplate(
                settings + Workload.chunks(early, first, connection, &draw).map(\.upload),
                Workload.chunks(Array(samples.suffix(2 * next).prefix(next)), next, connection, &draw).map(\.upload)
            )
        }
    }

    /// A connection that has had some uploads, and its next ones.
    private init(_ early: [Workload.Upload], _ late: [Workload.Upload]) throws {
        let core = CommitDriver(MemoryStore())
        let names = [Self.connection] + Self.devices
        let ids = Set(early.flatMap { ByteTemplate.uuids($0.bytes) }.compactMap { UUID128($0.text) })
        values = try core.commit(early).changes.compactMap { change in
            guard let value = change.value else { return nil }
            let isPublished = StateKey.range(.published, days: .min ... .max).contains(change.stateKey)
            return (change.stateKey, ByteTemplate(packed: value, names: names, ids: ids, endsWithHash: isPublished))
        }
        uploads = late.map { ByteTemplate(json: $0.bytes, names: names) }
        timestampMilliseconds = (late.last ?? early.last)?.timestampMilliseconds ?? 0
    }

    /// The changes of state that the first upload of a connection brings.
    func changes(_ number: Int) -> [StateChange] {
        var draw = SeededRandom(seed: UInt64(number) &* 0x9E37_79B9)
        let own = Self.names(number)
        guard let connection = ConnectionID(own[0]) else { return [] }
        return values.map { stateKey, template in
            StateChange(connection: connection, stateKey: stateKey, value: template.filled(own, &draw), heldBytes: nil)
        }
    }

    /// A further upload of a connection.
    func upload(_ index: Int, of number: Int) -> Workload.Upload {
        var draw = SeededRandom(seed: UInt64(number) &* 0x9E37_79B9 &+ UInt64(index + 1) << 48)
        let own = Self.names(number)
        return Workload.Upload(
            connection: own[0],
            bytes: uploads[index].filled(own, &draw),
            timestampMilliseconds: timestampMilliseconds
        )
    }

    /// The id of a connection, as 36 characters: the order in which connections come is none in the store.
    static func connection(_ number: Int) -> ConnectionID? { ConnectionID(names(number)[0]) }

    private static func names(_ number: Int) -> [[UInt8]] {
        var draw = SeededRandom(seed: UInt64(number) &+ 0x1234_5678_0000_0000)
        return (0..<3).map { _ in
            var text: [UInt8] = []
            UUID128(hi: draw.next(), lo: draw.next()).append(to: &text)
            return text
        }
    }
}
