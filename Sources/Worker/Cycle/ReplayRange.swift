import Health

/// The offsets that a replay reads, fixed when it is first started: of each partition, by its number.
package struct ReplayRange: Equatable, Sendable {
    /// From the first upload to before the end.
    package let uploads: [Range<Int64>]
    /// Where settings end; they are read from the first that is there.
    package let connections: [Int64]

    /// A range of topics with as many partitions as there are elements, the same of both.
    package init(uploads: [Range<Int64>], connections: [Int64]) {
        self.uploads = uploads
        self.connections = connections
    }

    package var partitions: Int32 { Int32(clamping: min(uploads.count, connections.count)) }

    /// Where an input ends; nil for a partition that there was not.
    package func end(_ input: Input) -> Int64? {
        let number = Int(input.partition)
        return switch input.topic {
        case .uploads: uploads.indices.contains(number) ? uploads[number].upperBound : nil
        case .connections: connections.indices.contains(number) ? connections[number] : nil
        }
    }

    /// Where an input begins: at this offset, or the first that is still there.
    package func begin(_ input: Input) -> Int64? {
        let number = Int(input.partition)
        return input.topic == .uploads && uploads.indices.contains(number) ? uploads[number].lowerBound : nil
    }
}
