import Health
import Synchronization

/// What was deleted in a database and may still lie in its files, until these are written anew.
///
/// A row that is deleted stays in older files until a compaction. Whoever deletes rows of which no byte may stay writes a
/// note of the partition in the same batch, and the note goes when its files are written anew. The note names nobody: after
/// a process that has ended in between, all of the partition is written anew.
final class Erasures: Sendable {
    /// What of a partition is to be written anew.
    enum Extent: Equatable, Sendable {
        /// All that connections within these ranges can have.
        case connections([ClosedRange<ConnectionID>])
        case all
    }

    /// One piece of work.
    struct Work: Sendable {
        let partition: Int32
        let extent: Extent
        fileprivate let notes: Int
    }

    private struct Partition {
        /// How often a note was written.
        var notes = 0
        var extent: Extent?
    }

    /// Of more ranges than these all that lies between the first and the last is written anew, once, instead of some of it
    /// again and again.
    private static let rangesMax = 16

    private let partitions = Mutex<[Int32: Partition]>([:])

    /// A note of this partition is about to be written.
    func note(_ partition: Int32) { partitions.withLock { $0[partition, default: Partition()].notes += 1 } }

    /// Rows were deleted of which no byte may stay.
    func add(_ extent: Extent, of partition: Int32) {
        partitions.withLock { partitions in
            let before = partitions[partition]?.extent
            partitions[partition, default: Partition()].extent = Self.joined(before, extent)
        }
    }

    private static func joined(_ one: Extent?, _ other: Extent) -> Extent {
        guard case .connections(let added) = other else { return .all }
        switch one {
        case .all: return .all
        case nil: return .connections(bounded(added))
        case .connections(let known): return .connections(bounded(known + added))
        }
    }

    /// As many ranges as are written anew one by one, or one that spans them all.
    static func bounded(_ ranges: [ClosedRange<ConnectionID>]) -> [ClosedRange<ConnectionID>] {
        guard ranges.count > rangesMax, let first = ranges.map(\.lowerBound).min(),
            let last = ranges.map(\.upperBound).max()
        else { return ranges }
        return [first...last]
    }

    /// Takes the next piece of work; nil when there is none.
    func next() -> Work? {
        partitions.withLock { partitions in
            let waiting = partitions.filter { $0.value.extent != nil }.min { $0.key < $1.key }
            guard let (partition, known) = waiting, let extent = known.extent else { return nil }
            partitions[partition]?.extent = nil
            return Work(partition: partition, extent: extent, notes: known.notes)
        }
    }

    /// Ends a piece of work: has the note removed, unless more was deleted meanwhile.
    func finish<Failure: Error>(_ work: Work, removeNote: () throws(Failure) -> Void) throws(Failure) {
        try partitions.withLock { partitions throws(Failure) in
            guard let known = partitions[work.partition], known.notes == work.notes, known.extent == nil else { return }
            try removeNote()
            partitions[work.partition] = nil
        }
    }
}

extension Database {
    /// Writes files anew in which something may lie that was deleted for good, of one partition.
    ///
    /// - Returns: Whether there was something to do.
    /// - Throws: When it could not be done; it stays to be done.
    package func eraseNext() throws(StoreError) -> Bool {
        guard let work = erasures.next() else { return false }
        do throws(StoreError) {
            try compact(Self.ranges(work))
            if isStoppingErasures { return false }
            try erasures.finish(work) { () throws(StoreError) in
                var batch = WriteBatch()
                batch.delete(StoreKey.erasure(work.partition))
                try write(batch)
                // Lost, it would have all of the partition written anew by the next start.
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

    /// Has all of those partitions written anew of which an ended process has left a note.
    package func resumeErasures() {
        var partitions: [Int32] = []
        unsafe entries(from: StoreKey.erasure(0), upTo: StoreKey.erasure(.max), ofManyConnections: true) { key, _ in
            if let partition = unsafe StoreKey.partition(ofErasure: key) { partitions.append(partition) }
        }
        for partition in partitions { erasures.add(.all, of: partition) }
    }
}
