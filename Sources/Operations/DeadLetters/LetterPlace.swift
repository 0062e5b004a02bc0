/// The position of a dead letter in its topic.
package struct LetterPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let partition: Int32
    package let offset: Int64

    package init(_ partition: Int32, _ offset: Int64) {
        self.partition = partition
        self.offset = offset
    }

    /// Parses a position from a marker; returns nil if it is malformed.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let partition = Int32(parts[0]), let offset = Int64(parts[1]) else { return nil }
        self.init(partition, offset)
    }

    /// The position as `dead-letters list` prints it, such as `0:15`.
    package var description: String { "\(partition):\(offset)" }

    package static func < (left: LetterPlace, right: LetterPlace) -> Bool {
        (left.partition, left.offset) < (right.partition, right.offset)
    }
}

/// The position of a refused record.
package struct RefusedPlace: Hashable, Sendable, CustomStringConvertible {
    package let topic: String
    package let partition: Int32
    package let offset: Int64

    package init(_ topic: String, _ partition: Int32, _ offset: Int64) {
        self.topic = topic
        self.partition = partition
        self.offset = offset
    }

    /// The position as the option `--upload` accepts it, such as `fork.uploads:3:1204`.
    package var description: String { "\(topic):\(partition):\(offset)" }
}
