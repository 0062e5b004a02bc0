import Synchronization
package import Vocabulary

/// Deleted rows that may still be in the database's files, until the files are rewritten.
///
/// RocksDB keeps a deleted row in older files until a compaction. Rows of a forgotten connection must not stay. So the
/// deletion also writes a marker for the partition in the same batch, and the marker is removed after the files were
/// rewritten. The marker contains no connection id. If the process ends in between, the next process rewrites the whole
/// partition.
package final class Erasures: Sendable {
    /// The part of a partition that must be rewritten.
    package enum Extent: Equatable, Sendable {
        /// The rows of all connections within these ranges of ids.
        case connections([ClosedRange<ConnectionID>])
        case all
    }

    /// One partition whose files must be rewritten.
    package struct Work: Sendable {
        let partition: Int32
        package let extent: Extent
        fileprivate let notes: Int
        /// A sequence number of the database from after the deletion.
        fileprivate let sequence: UInt64
    }

    private struct Partition {
        /// The number of markers written.
        var notes = 0
        var extent: Extent?
        /// The sequence number at which the extent was first taken; nil if it was not taken yet.
        var sequence: UInt64?
    }

    /// Above this number of ranges, one range from the first to the last is rewritten instead.
    ///
    /// Otherwise a file could be rewritten repeatedly.
    private static let rangesMax = 16

    private let partitions = Mutex<[Int32: Partition]>([:])

    package init() {}

    /// Counts a marker that is about to be written.
    package func note(_ partition: Int32) { partitions.withLock { $0[partition, default: Partition()].notes += 1 } }

    /// Adds deleted rows that must be removed from the files.
    package func add(_ extent: Extent, of partition: Int32) {
        partitions.withLock { partitions in
            let before = partitions[partition]?.extent
            partitions[partition, default: Partition()].extent = Self.joined(before, extent)
            partitions[partition]?.sequence = nil
        }
    }

    /// Returns a task that cannot be done yet to the others.
    func putBack(_ work: Work) {
        partitions.withLock { partitions in
            let before = partitions[work.partition]?.extent
            partitions[work.partition, default: Partition()].extent = Self.joined(before, work.extent)
            // What was deleted meanwhile needs a later number.
            partitions[work.partition]?.sequence = before == nil ? work.sequence : nil
        }
    }

    private static func joined(_ one: Extent?, _ other: Extent) -> Extent {
        guard case .connections(let added) = other else { return .all }
        switch one {
        case .all: return .all
        case nil: return .connections(inFewRanges(added))
        case .connections(let known): return .connections(inFewRanges(known + added))
        }
    }

    /// Returns the ranges, or one range that spans them if there are too many.
    static func inFewRanges(_ ranges: [ClosedRange<ConnectionID>]) -> [ClosedRange<ConnectionID>] {
        guard ranges.count > rangesMax, let first = ranges.map(\.lowerBound).min(),
            let last = ranges.map(\.upperBound).max()
        else { return ranges }
        return [first...last]
    }

    /// Removes and returns the next task; nil if there is none.
    ///
    /// `sequence` is the present sequence number of the database.
    package func next(at sequence: UInt64 = 0) -> Work? {
        partitions.withLock { partitions in
            let waiting = partitions.filter { $0.value.extent != nil }.min { $0.key < $1.key }
            guard let (partition, known) = waiting, let extent = known.extent else { return nil }
            partitions[partition]?.extent = nil
            partitions[partition]?.sequence = nil
            let sequence = known.sequence ?? sequence
            return Work(partition: partition, extent: extent, notes: known.notes, sequence: sequence)
        }
    }

    /// Completes a task.
    ///
    /// The marker is removed unless more rows were deleted meanwhile.
    package func finish<Failure: Error>(_ work: Work, removeNote: () throws(Failure) -> Void) throws(Failure) {
        try partitions.withLock { partitions throws(Failure) in
            guard let known = partitions[work.partition], known.notes == work.notes, known.extent == nil else { return }
            try removeNote()
            partitions[work.partition] = nil
        }
    }
}

extension Erasures.Work {
    /// Whether a snapshot with this sequence number still has the deleted rows.
    func isIn(snapshot sequence: UInt64) -> Bool { sequence < self.sequence }
}

extension Database {
    /// Rewrites the files of one partition that may contain deleted rows of forgotten connections.
    ///
    /// While a reader has a snapshot from before the deletion, the rows would stay in the files, so the task waits.
    ///
    /// - Returns: Whether anything was done.
    /// - Throws: If rewriting failed. The task stays pending.
    package func eraseNext() throws(StoreError) -> Bool {
        guard let work = erasures.next(at: handle.latestSequence) else { return false }
        if let oldest = handle.oldestSnapshotSequence, work.isIn(snapshot: oldest) {
            erasures.putBack(work)
            return false
        }
        do throws(StoreError) {
            try compact(Self.ranges(work))
            if isStoppingErasures { return false }
            try erasures.finish(work) { () throws(StoreError) in
                var batch = WriteBatch()
                batch.delete(StoreKey.erasure(work.partition))
                try write(batch)
                // Without this flush, a crash could restore the marker, and the next start would rewrite the whole
                // partition.
                try flush()
            }
        } catch {
            erasures.add(work.extent, of: work.partition)
            throw error
        }
        return true
    }

    private static func ranges(_ work: Erasures.Work) -> [(start: [UInt8], end: [UInt8])] {
        guard case .connections(let connections) = work.extent else {
            return [(StoreKey.first(work.partition), StoreKey.end(work.partition))]
        }
        return connections.map { range in
            let start = StoreKey.value(work.partition, range.lowerBound, StateKey(head: 0, high: 0, low: 0))
            return (start, StoreKey.end(work.partition, range.upperBound))
        }
    }

    /// Schedules the rewriting of partitions whose marker an earlier process has left.
    package func resumeErasures() {
        var partitions: [Int32] = []
        unsafe entries(from: StoreKey.erasure(0), upTo: StoreKey.erasure(.max), ofManyConnections: true) { key, _ in
            if let partition = unsafe StoreKey.partition(ofErasure: key) { partitions.append(partition) }
        }
        for partition in partitions { erasures.add(.all, of: partition) }
    }
}
