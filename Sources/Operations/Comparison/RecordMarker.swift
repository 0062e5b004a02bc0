import Health

/// Makes the marks of records, and numbers the types of documents.
struct RecordMarker {
    /// The names of the types by their numbers.
    private(set) var types: [[UInt8]] = []
    private var numbers: [[UInt8]: UInt8] = [:]
    private let seed: UInt64

    /// More types than there are data types have one number: who makes names up must not fill the memory.
    private static let typeCount = 255

    /// The seed keeps anybody from choosing ids whose hashes are the same.
    init(seed: UInt64) { self.seed = seed }

    mutating func mark(connection: [UInt8], key: DocumentKey) -> RecordMark {
        var hash = ContentHash()
        hash.add(seed)
        hash.add(connection)
        hash.add(key.whole)
        let document = hash.value == 0 ? 1 : hash.value
        hash.add(UInt64(key.part))
        return RecordMark(
            document: document,
            record: UInt32(truncatingIfNeeded: hash.value) << 8 | UInt32(number(of: key.type))
        )
    }

    private mutating func number(of type: [UInt8]) -> UInt8 {
        if let known = numbers[type] { return known }
        guard types.count < Self.typeCount else { return UInt8(Self.typeCount) }
        types.append(type)
        numbers[type] = UInt8(types.count - 1)
        return UInt8(types.count - 1)
    }

    /// The name of a type.
    func name(ofType number: UInt8) -> String {
        Int(number) < types.count ? String(decoding: types[Int(number)], as: UTF8.self) : "others"
    }
}
