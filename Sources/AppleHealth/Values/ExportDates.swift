import Vocabulary

/// Reads the dates of an export: `2024-04-16 10:00:00 +0300`.
struct ExportDates {
    private var reader = DateReader()
    private var iso: [UInt8] = []

    /// Returns milliseconds since 2001; nil for any other text.
    mutating func milliseconds(_ text: ArraySlice<UInt8>?) -> Int64? {
        guard let given = text, given.count >= 20, given.count <= 40 else { return nil }
        iso.removeAll(keepingCapacity: true)
        iso.append(contentsOf: given)
        // The first space stands between date and time, the second before the offset.
        guard iso[10] | 0x20 == UInt8(ascii: "t") || iso[10] == UInt8(ascii: " ") else { return nil }
        iso[10] = UInt8(ascii: "T")
        if let space = iso.lastIndex(of: UInt8(ascii: " ")) { iso.remove(at: space) }
        let text = iso
        guard let seconds = reader.instant(text.span), Instant.isDate(seconds) else { return nil }
        return Instant.milliseconds(seconds)
    }

    /// Returns the offset at the end of a date, `+0300`, in the form of a zone, `+03:00`.
    static func offset(_ text: [UInt8]) -> String? {
        guard let space = text.lastIndex(of: UInt8(ascii: " ")) else { return nil }
        let name = String(decoding: text[(space + 1)...], as: UTF8.self)
        return ZoneTable { _ in nil }.zone(name)?.name
    }
}
