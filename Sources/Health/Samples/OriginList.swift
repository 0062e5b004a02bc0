import Vocabulary

/// The origins that packed samples refer to by number: the origins of one segment, or of all segments of a day.
package struct OriginList {
    /// The pool index of each origin, by number.
    package private(set) var origins: [Int32] = []
    /// The number of each origin, by pool index; −1 if it is not in the list.
    private var numbers: [Int32] = []

    package init() {}

    /// Returns the number of an origin, and adds it to the list if it is new.
    mutating func number(of origin: Int32) -> UInt64 {
        let index = Int(origin)
        while numbers.count <= index { numbers.append(-1) }
        if numbers[index] < 0 {
            numbers[index] = Int32(origins.count)
            origins.append(origin)
        }
        return UInt64(numbers[index])
    }

    /// Encodes a list that is stored as its own value.
    package func packed(_ pool: Pool) -> [UInt8] {
        var packer = Packer(capacity: 2 + 512 * origins.count)
        packer.byte(StateFormat.origins.version)
        pack(into: &packer, pool)
        return packer.bytes
    }

    /// Decodes a list that is stored as its own value; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8], pool: inout Pool) {
        guard var unpacker = StateFormat.origins.unpacker(bytes) else { return nil }
        self.init(from: &unpacker, pool: &pool)
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }

    func pack(into packer: inout Packer, _ pool: Pool) {
        packer.count(origins.count)
        for origin in origins { packer.string(pool.canonicals[Int(origin)]) }
    }

    /// Decodes a list from within another value; nil if an origin is damaged.
    init?(from unpacker: inout Unpacker, pool: inout Pool) {
        for number in 0..<unpacker.count() {
            guard let origin = pool.intern(canonical: unpacker.span()),
                self.number(of: origin) == UInt64(number)
            else { return nil }
        }
    }
}
