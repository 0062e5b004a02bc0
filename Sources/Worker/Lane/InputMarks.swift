package import Store
package import Vocabulary

/// The last read and the last committed record of each input, from which the state identity is written.
package struct InputMarks: Sendable {
    private var read: [Input: LogMark] = [:]
    private var committed: [Input: LogMark] = [:]

    package init() {}

    /// Stores the last record that was read.
    package mutating func note(_ mark: LogMark, of input: Input) { read[input] = mark }

    /// Sets the last records of a restored partition from its state identity.
    package mutating func restored(_ identity: StateIdentity) {
        read[.uploads(identity.partition)] = nil
        read[.connections(identity.partition)] = nil
        committed(identity)
    }

    /// Sets the last committed records of a partition from its committed state identity.
    package mutating func committed(_ identity: StateIdentity) {
        committed[.uploads(identity.partition)] = identity.lastUpload
        committed[.connections(identity.partition)] = identity.lastSettings
    }

    /// Forgets the records that were read, because they are committed or will be read again.
    package mutating func drop() { read = [:] }

    /// Returns the last known record of an input, to be compared with its log.
    package func known(_ input: Input, _ use: LogUse) -> KnownLog { KnownLog(use, mark: committed[input]) }

    /// Returns the last record of an input before an offset, because a commit can contain fewer records than were read.
    package func mark(_ input: Input, before offset: Int64?) -> LogMark? {
        if let mark = read[input], let offset, mark.offset < offset { return mark }
        return committed[input]
    }
}
