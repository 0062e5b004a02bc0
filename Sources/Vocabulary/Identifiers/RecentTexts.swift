package import JSON

/// A small cache of the meanings of strings in one JSON document.
///
/// Comparing two strings is cheaper than a table lookup.
package struct RecentTexts<Meaning: Sendable>: Sendable {
    private struct Entry: Sendable {
        let text: KnownText
        let subject: UInt16
        let meaning: Meaning
    }

    /// The entries by the subject, or by a hash of the last characters if the subject is 0.
    ///
    /// A new entry replaces the entry at its place.
    private var entries = InlineArray<64, Entry?>(repeating: nil)

    package init() {}

    /// Returns the cached meaning of a string for a subject, for example a unit for a sample type.
    ///
    /// `mutating`, because the compiler would otherwise copy all entries to read one.
    @inline(__always) package mutating func meaning(of field: Value, to subject: UInt16 = 0) -> Meaning? {
        guard let text = field.text, let entry = entries[Self.place(text, subject)], entry.subject == subject,
            entry.text.isSame(as: field)
        else { return nil }
        return entry.meaning
    }

    /// Stores the meaning of a string for a subject.
    package mutating func note(_ meaning: Meaning, of field: Value, to subject: UInt16 = 0) {
        guard let text = field.text, let known = KnownText(field) else { return }
        entries[Self.place(text, subject)] = Entry(text: known, subject: subject, meaning: meaning)
    }

    @inline(__always) private static func place(_ text: Text, _ subject: UInt16) -> Int {
        subject == 0 ? Int(truncatingIfNeeded: (text.tail &* 0x9E37_79B9_7F4A_7C15) &>> 58) : Int(subject & 63)
    }
}
