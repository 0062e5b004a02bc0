/// A change to dead letters in one transaction: a redriven record, if there is one, and the markers.
package struct LetterChange: Equatable, Sendable {
    /// The redriven record; nil if the dead letters are only marked.
    package let record: RedrivenRecord?
    package let state: DeadLetterRecord.State
    package let letters: [LetterPlace]
    /// The key of the dead letters, and of their markers.
    let key: [UInt8]?
}
