/// What is done about letters in one go: the record that sends them through again, if one does, and their marks.
package struct LetterChange: Equatable, Sendable {
    /// Nil where they are only marked.
    package let record: RedrivenRecord?
    package let state: DeadLetterRecord.State
    package let letters: [LetterPlace]
    /// The letters' key, which is that of their marks.
    let key: [UInt8]?
}
