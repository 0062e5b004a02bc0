package import Store

/// The last record of each input that is read, and the last of those that are committed, for what the state says of itself.
package struct InputMarks: Sendable {
    private var read: [Input: InputMark] = [:]
    private var committed: [Input: InputMark] = [:]

    /// Marks of inputs of which nothing is known.
    package init() {}

    /// A record was read.
    package mutating func note(_ mark: InputMark, of input: Input) { read[input] = mark }

    /// A partition's state has come.
    package mutating func restored(_ identity: StateIdentity) {
        read[.uploads(identity.partition)] = nil
        read[.connections(identity.partition)] = nil
        committed(identity)
    }

    /// What a partition's state says of itself is committed.
    package mutating func committed(_ identity: StateIdentity) {
        committed[.uploads(identity.partition)] = identity.lastUpload
        committed[.connections(identity.partition)] = identity.lastSettings
    }

    /// What was read is committed, or will be read again.
    package mutating func drop() { read = [:] }

    /// The last record of an input whose offset is below this one; a commit may take in less than was read.
    package func mark(_ input: Input, before offset: Int64?) -> InputMark? {
        if let mark = read[input], let offset, mark.offset < offset { return mark }
        return committed[input]
    }
}
