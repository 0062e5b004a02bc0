/// Codes of categories are kept in a sample's `value`, a double; one that a double can't hold lies in its extra, too.
enum CategoryCode {
    /// The least magnitude from which on a double need not be the integer that it came from.
    static let exactBelow = 0x1p53

    /// What the extra has of a code: nothing where the double says it.
    static func payload(_ code: Int64) -> [UInt8] {
        if Double(code).magnitude < exactBelow { return [] }
        var packer = Packer()
        packer.signed(code)
        return packer.bytes
    }

    /// The code of a sample with this value and this payload.
    static func code(_ value: Double, _ payload: ArraySlice<UInt8>) -> Int64 {
        if payload.isEmpty { return Int64(exactly: value) ?? 0 }
        var unpacker = Unpacker(payload)
        return unpacker.signed()
    }
}
