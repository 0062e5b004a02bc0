import Vocabulary

/// Stores the code of a category sample in `Sample.value`, and also in the extra if a double is not exact.
enum CategoryCode {
    /// The magnitude below which a double represents every integer exactly.
    static let exactBelow = 0x1p53

    /// Returns the payload that stores a code; empty if the double is exact.
    static func payload(_ code: Int64) -> [UInt8] {
        if Double(code).magnitude < exactBelow { return [] }
        var packer = Packer()
        packer.signed(code)
        return packer.bytes
    }

    /// Returns the code of a sample from its value and its payload.
    static func code(_ value: Double, _ payload: ArraySlice<UInt8>) -> Int64 {
        if payload.isEmpty { return Int64(exactly: value) ?? 0 }
        var unpacker = Unpacker(payload)
        return unpacker.signed()
    }
}
