/// The restore of one partition as a state machine, in which each answer leads to the next request.
///
/// The former owner of the partition may have stalled between adding its offsets to a transaction and writing its last
/// records. The broker does not return the group's offsets before that transaction has ended; afterwards the records of
/// the transaction are in the changelog. So the end of the changelog is requested again after the offsets. The restore is
/// done when the end or the offsets are the same as in the previous answer.
package struct PartitionRestore: Sendable {
    /// The next request to make.
    package enum Request: Equatable, Sendable {
        /// Request the end of the changelog.
        case askEnd
        /// Read the changelog up to this offset.
        case read(upTo: Int64)
        /// Request the offsets that the group has committed.
        case askOffsets
        /// Finished: state and offsets match.
        case done
    }

    /// The group's committed offsets, each nil if there is none.
    package struct Offsets: Hashable, Sendable {
        package var uploads: Int64?
        package var connections: Int64?

        package init(uploads: Int64?, connections: Int64?) {
            self.uploads = uploads
            self.connections = connections
        }

        /// Returns the inputs of a partition for which the group has an offset.
        func known(of partition: Int32) -> Set<Input> {
            var known: Set<Input> = []
            if uploads != nil { known.insert(.uploads(partition)) }
            if connections != nil { known.insert(.connections(partition)) }
            return known
        }
    }

    package private(set) var request = Request.askEnd
    /// The last offsets that the group returned.
    package private(set) var offsets: Offsets?
    /// The end up to which the changelog was read.
    private var readEnd: Int64?

    package init() {}

    /// Reports the current end of the changelog.
    package mutating func changelogEnds(at end: Int64) {
        let isRead = readEnd.map { end <= $0 } ?? false
        request = isRead && offsets != nil ? .done : .read(upTo: end)
    }

    /// Reports that the changelog was read up to the requested end.
    package mutating func hasRead() {
        guard case .read(let end) = request else { return }
        readEnd = end
        request = .askOffsets
    }

    /// Reports the group's offsets; no open transaction can still change them.
    package mutating func groupStands(at answer: Offsets) {
        request = answer == offsets ? .done : .askEnd
        offsets = answer
    }
}
