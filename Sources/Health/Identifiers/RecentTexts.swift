import JSON

/// What strings of one document were found to mean: comparing a string is cheaper than looking it up.
struct RecentTexts<Meaning: Sendable>: Sendable {
    private struct Entry: Sendable {
        let text: KnownText
        let subject: UInt16
        let meaning: Meaning
    }

    /// By the subject, or else the last letters; one that has the place of another takes it.
    private var entries = InlineArray<64, Entry?>(repeating: nil)

    /// What a string means to a subject, if it was noted lately.
    ///
    /// Mutating, since the compiler would else copy all entries to look at one.
    @inline(__always) mutating func meaning(of field: Value, to subject: UInt16 = 0) -> Meaning? {
        guard let text = field.text, let entry = entries[Self.place(text, subject)], entry.subject == subject,
            entry.text.isSame(as: field)
        else { return nil }
        return entry.meaning
    }

    /// Takes note of what a string means to a subject.
    mutating func note(_ meaning: Meaning, of field: Value, to subject: UInt16 = 0) {
        guard let text = field.text, let known = KnownText(field) else { return }
        entries[Self.place(text, subject)] = Entry(text: known, subject: subject, meaning: meaning)
    }

    @inline(__always) private static func place(_ text: Text, _ subject: UInt16) -> Int {
        subject == 0 ? Int(truncatingIfNeeded: (text.tail &* 0x9E37_79B9_7F4A_7C15) &>> 58) : Int(subject & 63)
    }
}
