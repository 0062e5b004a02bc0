import Vocabulary

/// Computes the hashes that identify records, and numbers the data types.
struct RecordMarker {
    /// The names of the data types, indexed by their numbers.
    private(set) var types: [[UInt8]] = []
    private var numbers: [[UInt8]: UInt8] = [:]
    private let seed: UInt64

    /// The number of data types with their own number.
    ///
    /// All further data types share one number, so that invented type names cannot fill the memory.
    private static let typeCount = 255

    /// - Parameter seed: A random seed, so that nobody can choose ids with equal hashes.
    init(seed: UInt64) { self.seed = seed }

    mutating func mark(connection: [UInt8], key: DocumentKey) -> RecordMark {
        var hash = ContentHash()
        hash.add(seed)
        hash.add(connection)
        hash.add(key.whole)
        if let form = key.form { hash.add(Array(form.utf8)) }
        let document = hash.value == 0 ? 1 : hash.value
        hash.add(UInt64(key.part))
        return RecordMark(
            document: document,
            record: UInt32(truncatingIfNeeded: hash.value) << 8 | UInt32(number(of: key.kind))
        )
    }

    private mutating func number(of type: [UInt8]) -> UInt8 {
        if let known = numbers[type] { return known }
        guard types.count < Self.typeCount else { return UInt8(Self.typeCount) }
        types.append(type)
        numbers[type] = UInt8(types.count - 1)
        return UInt8(types.count - 1)
    }

    func name(ofType number: UInt8) -> String {
        Int(number) < types.count ? String(decoding: types[Int(number)], as: UTF8.self) : "others"
    }
}

extension DocumentKey {
    /// The name under which the record is counted: its data type, for example `sleep`, or `sleep as fhir`.
    fileprivate var kind: [UInt8] { form.map { type + Array(" as \($0)".utf8) } ?? type }
}
