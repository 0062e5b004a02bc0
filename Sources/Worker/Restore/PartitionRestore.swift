/// What a partition's restore needs next, as a value: answers in, the next question out.
///
/// The former owner may have stalled between sending its offsets and its records. Until its transaction has ended the
/// broker does not tell the group's offsets; once it does, the transaction's records are in the changelog. So the
/// changelog's end counts only when it was asked after the offsets, and offsets only while reading up to that end has
/// found nothing newer.
package struct PartitionRestore: Sendable {
    /// The next thing to do.
    package enum Request: Equatable, Sendable {
        /// Ask where the changelog ends.
        case askEnd
        /// Read the changelog up to this offset.
        case read(upTo: Int64)
        /// Ask which offsets the group has committed.
        case askOffsets
        /// State and offsets belong together.
        case done
    }

    /// The group's offsets; nil where it has none.
    package struct Offsets: Hashable, Sendable {
        package var uploads: Int64?
        package var connections: Int64?

        /// Offsets of both inputs.
        package init(uploads: Int64?, connections: Int64?) {
            self.uploads = uploads
            self.connections = connections
        }

        /// The inputs of a partition that have one.
        func known(of partition: Int32) -> Set<Input> {
            var known: Set<Input> = []
            if uploads != nil { known.insert(.uploads(partition)) }
            if connections != nil { known.insert(.connections(partition)) }
            return known
        }
    }

    /// What is to be asked or read next.
    package private(set) var request = Request.askEnd
    /// What the group said last.
    package private(set) var offsets: Offsets?
    /// The end up to which the changelog was read.
    private var readEnd: Int64?

    /// A restore that begins.
    package init() {}

    /// The changelog ends here now.
    package mutating func changelogEnds(at end: Int64) {
        let isRead = readEnd.map { end <= $0 } ?? false
        request = isRead && offsets != nil ? .done : .read(upTo: end)
    }

    /// The changelog was read up to the end that was asked for.
    package mutating func hasRead() {
        guard case .read(let end) = request else { return }
        readEnd = end
        request = .askOffsets
    }

    /// The group's offsets are these, and no transaction is about to change them.
    package mutating func groupStands(at answer: Offsets) {
        request = answer == offsets ? .done : .askEnd
        offsets = answer
    }
}
