/// A row of the state that this version cannot read.
///
/// A transaction that depends on such a row must not be committed, because a job would be lost.
package struct UnreadableRow: Error, Equatable, Sendable, CustomStringConvertible {
    package let kind: RowKind
    /// The partition of `fork.webhook-state`.
    package let partition: Int32
    /// The version byte of the row; nil if the row is empty or damaged.
    package let version: UInt8?

    package init(kind: RowKind, partition: Int32, version: UInt8?) {
        self.kind = kind
        self.partition = partition
        self.version = version
    }

    package var description: String {
        let place = "A row of the webhook state (\(kind.words), partition \(partition))"
        guard let version, version != kind.version else {
            return """
                \(place) can't be read, its bytes are damaged. Deleting the state directory brings back the rows of the \
                topic. When these are damaged too, nothing helps but to start again with an empty state topic and \
                directory: the jobs that wait are then lost.
                """
        }
        let writer = version > kind.version ? "A newer" : "An older"
        return """
            \(place) has version \(version), and this fork-worker reads version \(kind.version). \(writer) fork-worker \
            wrote it: run that one. Deleting the state directory does not help, the state topic holds the same.
            """
    }
}
