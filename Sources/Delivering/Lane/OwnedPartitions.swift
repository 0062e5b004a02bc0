import Kafka
import Store
import Vocabulary
import Worker

/// The assigned partitions of a lane, from assignment through restore to release.
struct OwnedPartitions {
    /// A partition whose state is restored.
    private struct Served {
        let store: RocksStore
        /// The state identity that was last committed, or that the restore returned.
        var identity: StateIdentity
        /// The next offset to receive.
        var next: Int64
        var isPaused: Bool
    }

    private(set) var assigned: [Int32] = []
    private var served: [Int32: Served] = [:]
    private var marks = InputMarks()
    private var watch: StoreWatch
    /// The time of the next restore of each failed partition, and the number of its failures.
    private var retries: [Int32: (at: Int64, count: Int)] = [:]

    init(tombstoneMilliseconds: Int64) { watch = StoreWatch(tombstoneMilliseconds: tombstoneMilliseconds) }

    /// The assigned partitions whose state is restored, ascending.
    var restored: [Int32] { served.keys.sorted() }
    /// The assigned partitions whose state is not restored yet.
    var unrestored: [Int32] { assigned.filter { served[$0] == nil } }

    func isServed(_ partition: Int32) -> Bool { served[partition] != nil }
    func isPaused(_ partition: Int32) -> Bool { served[partition]?.isPaused ?? true }
    /// Returns the next offset to receive.
    func next(_ partition: Int32) -> Int64? { served[partition]?.next }
    /// Returns the offset that was last committed for the group.
    func committed(_ partition: Int32) -> Int64? { served[partition]?.identity.uploads }

    /// Returns the last known record and end of a partition's changelog; nil if the partition is not served.
    func knownChangelog(_ partition: Int32) -> KnownLog? { served[partition]?.store.knownChangelog }

    /// Returns the last known record and end of a partition's input.
    func knownInput(_ partition: Int32) -> KnownLog { marks.known(.uploads(partition), .mainInput) }

    mutating func assign(_ partitions: [Int32]) {
        assigned = Set(assigned).union(partitions).sorted()
        watch.reset()
    }

    /// Begins to serve a partition whose state is restored.
    mutating func restore(_ restored: RestoreMailbox.Restored, _ store: RocksStore) {
        served[restored.partition] = Served(
            store: store,
            identity: restored.identity,
            next: restored.uploads,
            isPaused: true
        )
        marks.restored(restored.identity)
        retries[restored.partition] = nil
    }

    /// Removes partitions from the assignment.
    mutating func release(_ partitions: [Int32]) {
        drop(partitions)
        assigned.removeAll { partitions.contains($0) }
        for partition in partitions { retries[partition] = nil }
    }

    /// Closes the stores of partitions, which stay assigned.
    mutating func drop(_ partitions: [Int32]) {
        for partition in partitions { served[partition] = nil }
        watch.reset()
    }

    mutating func pause(_ partition: Int32, _ isPaused: Bool) { served[partition]?.isPaused = isPaused }

    /// Advances past a received record; returns false if the record must be ignored.
    mutating func receive(_ message: borrowing Message) -> Bool {
        let partition = message.partition
        guard let next = served[partition]?.next, message.offset >= next else { return false }
        served[partition]?.next = message.offset + 1
        marks.note(LogMark(message), of: .uploads(partition))
        return true
    }

    /// Raises the next offset to `offset`; returns false if the next offset is not lower.
    mutating func pass(to offset: Int64, in partition: Int32) -> Bool {
        guard let next = served[partition]?.next, offset > next else { return false }
        served[partition]?.next = offset
        return true
    }

    /// Counts a failed restore of a partition, and returns the milliseconds until the next restore.
    mutating func fail(_ partition: Int32, at now: Int64) -> Int64 {
        let count = (retries[partition]?.count ?? 0) + 1
        let pause = min(Int64(5_000) << Int64(min(count - 1, 4)), 60_000)
        retries[partition] = (now + pause, count)
        return pause
    }

    /// Returns the failed partitions whose pause is over, each once per failure.
    mutating func dueAgain(at now: Int64) -> [Int32] {
        let due = retries.filter { $0.value.at <= now && assigned.contains($0.key) }.keys.sorted()
        for partition in due { retries[partition]?.at = .max }
        return due
    }

    /// Returns the state identity to write together with the group's offset.
    ///
    /// The identity contains the offset too, so that a restore can compare both offsets.
    func identity(_ partition: Int32, next: Int64) -> StateIdentity? {
        guard let served = served[partition] else { return nil }
        var identity = served.identity
        identity.uploads = next
        identity.lastUpload = marks.mark(.uploads(partition), before: next)
        identity.changelogKnown = served.store.changelogOffset
        return identity
    }

    /// Writes the committed changes of a partition to its store.
    ///
    /// `forgotten` are the connections whose rows must leave the files. `span` is the range of changelog offsets of
    /// the commit.
    ///
    /// - Throws: If nothing was written.
    mutating func apply(
        _ changes: [StateChange],
        forgetting forgotten: [ConnectionID],
        _ identity: StateIdentity,
        _ span: DeliveredSpan?,
        wall: Int64
    ) throws(StoreError) {
        let partition = identity.partition
        try served[partition]?.store.apply(
            changes,
            forgetting: forgotten,
            changelogOffset: span?.end,
            identity: identity,
            identityOffset: span?.certainLast,
            atMilliseconds: wall
        )
        served[partition]?.identity = identity
        marks.committed(identity)
    }

    /// Records once a minute that the stores match their changelogs, for the check at the next start.
    mutating func noteInSync(at now: Int64, wall: Int64) throws(StoreError) {
        guard let time = watch.inSync(isRestored: unrestored.isEmpty, at: now, wall: wall) else { return }
        for served in served.values { try served.store.noteInSync(atMilliseconds: time) }
    }
}
