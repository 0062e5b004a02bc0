import Randomness
import Store
import Vocabulary

/// A template for connections: the state after the first upload, and the next uploads.
///
/// Copying a template avoids parsing JSON for each of a million connections, which would take longer than the
/// measurement. Each copy has random ids, hashes and device names, so that compression does not profit from the copies.
struct ConnectionTemplate {
    private let values: [(stateKey: StateKey, template: ByteTemplate)]
    private let uploads: [ByteTemplate]
    private let timestampMilliseconds: Int64

    /// The number of templates: several, so that neighbors in the store also differ in times and values.
    private static let count = 16
    private static let connection = "C0000000-0000-4000-8000-000000000000"
    /// The parts of the bundle identifiers that differ between devices.
    private static let devices = ["7D3F1C2A-9B1E-4A57-8E57-3B1F0A9C6D11", "0B0E6A86-6F0C-4E53-9B61-8C5F3B7A1D20"]

    /// Returns templates with a first upload and further uploads.
    ///
    /// - Parameters:
    ///   - first: The number of samples in the first upload.
    ///   - next: The number of samples in each further upload.
    ///   - uploads: The number of further uploads.
    /// - Returns: The templates.
    /// - Throws: If the core refuses an upload.
    static func all(first: Int, next: Int, uploads: Int) throws -> [ConnectionTemplate] {
        try (0..<count).map { number in
            var draw = SeededRandom(seed: 1000 + UInt64(number))
            // Starts in the morning, when samples of every type occur.
            let samples = Day.samples(Day.first, &draw).dropFirst(100)
            let early = Workload.chunks(Array(samples.prefix(first)), first, connection, &draw)
            let late = Workload.chunks(Array(samples.dropFirst(first).prefix(next * uploads)), next, connection, &draw)
            return try ConnectionTemplate(early.map(\.upload), late.map(\.upload))
        }
    }

    /// Returns templates of phones, with `first` samples until the evening and then an upload of `next` samples.
    ///
    /// The samples have the metadata of phones, and every second template has a webhook. No sample is deleted, because
    /// each copy has other sample ids.
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

    /// Creates a template from the uploads that make the state, and from the next uploads.
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

    /// Returns the changes of state by the first upload of a connection.
    func changes(_ number: Int) -> [StateChange] {
        var draw = SeededRandom(seed: UInt64(number) &* 0x9E37_79B9)
        let own = Self.names(number)
        guard let connection = ConnectionID(own[0]) else { return [] }
        return values.map { stateKey, template in
            StateChange(connection: connection, stateKey: stateKey, value: template.filled(own, &draw), heldBytes: nil)
        }
    }

    /// Returns a further upload of a connection.
    func upload(_ index: Int, of number: Int) -> Workload.Upload {
        var draw = SeededRandom(seed: UInt64(number) &* 0x9E37_79B9 &+ UInt64(index + 1) << 48)
        let own = Self.names(number)
        return Workload.Upload(
            connection: own[0],
            bytes: uploads[index].filled(own, &draw),
            timestampMilliseconds: timestampMilliseconds
        )
    }

    /// Returns the random id of a connection, so that the order of the numbers is not the order in the store.
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
