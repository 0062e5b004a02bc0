/// Where a dead letter lies in its topic.
package struct LetterPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let partition: Int32
    package let offset: Int64

    package init(_ partition: Int32, _ offset: Int64) {
        self.partition = partition
        self.offset = offset
    }

    /// Reads what a mark says; nil when it is malformed.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let partition = Int32(parts[0]), let offset = Int64(parts[1]) else { return nil }
        self.init(partition, offset)
    }

    /// As `list` names it, such as `0:15`.
    package var description: String { "\(partition):\(offset)" }

    package static func < (left: LetterPlace, right: LetterPlace) -> Bool {
        (left.partition, left.offset) < (right.partition, right.offset)
    }
}

/// Where the record was that was refused, or an element of it.
package struct RefusedPlace: Hashable, Sendable, CustomStringConvertible {
    package let topic: String
    package let partition: Int32
    package let offset: Int64

    package init(_ topic: String, _ partition: Int32, _ offset: Int64) {
        self.topic = topic
        self.partition = partition
        self.offset = offset
    }

    /// Such as `fork.uploads:3:1204`, as `--upload` takes it.
    package var description: String { "\(topic):\(partition):\(offset)" }
}
