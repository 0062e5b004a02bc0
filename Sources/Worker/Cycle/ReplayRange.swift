import Vocabulary

/// The offsets that a replay reads, fixed at its first start.
///
/// Arrays are indexed by partition.
package struct ReplayRange: Equatable, Sendable {
    /// The first upload offset and the end offset of each partition.
    package let uploads: [Range<Int64>]
    /// The end offset of the settings of each partition; they are read from the first existing offset.
    package let connections: [Int64]

    /// Creates a range; both arrays must have one element for each partition.
    package init(uploads: [Range<Int64>], connections: [Int64]) {
        self.uploads = uploads
        self.connections = connections
    }

    package var partitions: Int32 { Int32(clamping: min(uploads.count, connections.count)) }

    /// Returns the end offset of an input, or nil for a partition that did not exist at the first start.
    package func end(_ input: Input) -> Int64? {
        let number = Int(input.partition)
        return switch input.topic {
        case .uploads: uploads.indices.contains(number) ? uploads[number].upperBound : nil
        case .connections: connections.indices.contains(number) ? connections[number] : nil
        }
    }

    /// Returns the first offset to read of an input, or nil to read from the first existing offset.
    package func begin(_ input: Input) -> Int64? {
        let number = Int(input.partition)
        return input.topic == .uploads && uploads.indices.contains(number) ? uploads[number].lowerBound : nil
    }
}
