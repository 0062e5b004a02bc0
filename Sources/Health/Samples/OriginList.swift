/// The origins that packed samples name by number: those of one segment, or of all segments of a day.
package struct OriginList {
    /// By number, the index in the pool.
    package private(set) var origins: [Int32] = []
    /// By index in the pool, the number; −1 where it has none.
    private var numbers: [Int32] = []

    package init() {}

    /// The number of an origin of the pool, which is added when it is new.
    mutating func number(of origin: Int32) -> UInt64 {
        let index = Int(origin)
        while numbers.count <= index { numbers.append(-1) }
        if numbers[index] < 0 {
            numbers[index] = Int32(origins.count)
            origins.append(origin)
        }
        return UInt64(numbers[index])
    }

    /// The bytes of a list that is kept by itself.
    package func packed(_ pool: Pool) -> [UInt8] {
        var packer = Packer(capacity: 2 + 512 * origins.count)
        packer.byte(StateFormat.origins.version)
        pack(into: &packer, pool)
        return packer.bytes
    }

    /// Reads the bytes of a list that was kept by itself; nil when they are broken or of another version.
    package init?(_ bytes: [UInt8], pool: inout Pool) {
        guard var unpacker = StateFormat.origins.unpacker(bytes) else { return nil }
        self.init(from: &unpacker, pool: &pool)
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }

    /// Writes the list as a part of something.
    func pack(into packer: inout Packer, _ pool: Pool) {
        packer.count(origins.count)
        for origin in origins { packer.string(pool.canonicals[Int(origin)]) }
    }

    /// Reads a list that is a part of something; nil when an origin is broken.
    init?(from unpacker: inout Unpacker, pool: inout Pool) {
        for number in 0..<unpacker.count() {
            guard let origin = pool.intern(canonical: unpacker.span()),
                self.number(of: origin) == UInt64(number)
            else { return nil }
        }
    }
}
