package import Store
package import Vocabulary

/// The last read and the last committed record of each input, from which the state identity is written.
package struct InputMarks: Sendable {
    private var read: [Input: LogMark] = [:]
    private var committed: [Input: LogMark] = [:]

    /// Creates the marks without any input.
    package init() {}

    /// Notes a record that was read.
    package mutating func note(_ mark: LogMark, of input: Input) { read[input] = mark }

    /// Takes the committed marks of a restored partition from its state identity.
    package mutating func restored(_ identity: StateIdentity) {
        read[.uploads(identity.partition)] = nil
        read[.connections(identity.partition)] = nil
        committed(identity)
    }

    /// Takes the committed marks of a partition from its committed state identity.
    package mutating func committed(_ identity: StateIdentity) {
        committed[.uploads(identity.partition)] = identity.lastUpload
        committed[.connections(identity.partition)] = identity.lastSettings
    }

    /// Forgets the records that were read, because they are committed or will be read again.
    package mutating func drop() { read = [:] }

    /// Returns the known facts of an input's log.
    package func known(_ input: Input, _ use: LogUse) -> KnownLog { KnownLog(use, mark: committed[input]) }

    /// Returns the last record of an input before an offset, because a commit can include fewer records than were read.
    package func mark(_ input: Input, before offset: Int64?) -> LogMark? {
        if let mark = read[input], let offset, mark.offset < offset { return mark }
        return committed[input]
    }
}
