package import Health
import Vocabulary

/// The uncommitted input of a lane: a batch for each partition, and their totals.
package struct Batches {
    private var batches: [Int32: Batch] = [:]
    package private(set) var input = UncommittedInput()
    /// The sample counts of each uncommitted upload; empty unless the log level is `debug`.
    private(set) var accounts: [UploadAccount] = []

    package init() {}

    var partitions: [Int32] { batches.keys.sorted() }
    /// A partition with documents that can be derived before the commit is due.
    var derivable: Int32? { batches.first { $0.value.canDeriveAhead }?.key }

    func isClosed(_ key: RawSpan?, in partition: Int32) -> Bool { batches[partition]?.isClosed(key) ?? false }

    /// Begins a batch, unless the partition has one.
    package mutating func begin(_ partition: Int32, _ empty: () -> Batch) {
        if batches[partition] == nil { batches[partition] = empty() }
    }

    /// Changes the batch of a partition in place, and updates the totals.
    ///
    /// The function keeps no second reference to the batch, because `body` would then copy the batch.
    package mutating func change(_ partition: Int32, _ body: (inout Batch) -> Void) {
        guard let index = batches.index(forKey: partition) else { return }
        input.bytes -= batches.values[index].weightBytes
        input.connections -= batches.values[index].connections
        body(&batches.values[index])
        input.bytes += batches.values[index].weightBytes
        input.connections += batches.values[index].connections
    }

    /// Counts an upload, and stores the timestamp of its record.
    mutating func note(_ timestamp: Int64?, in partition: Int32) { input.note(timestamp, in: partition) }

    func accounting(of partition: Int32) -> Accounting { batches[partition]?.accounting ?? Accounting() }

    /// Stores the sample counts of an upload, as the change of the counts of its batch.
    mutating func note(_ place: RecordPlace, before: Accounting) {
        accounts.append(UploadAccount(place, before: before, after: accounting(of: place.partition)))
    }

    mutating func remove(_ partition: Int32) -> Batch? { batches.removeValue(forKey: partition) }

    /// Returns the totals and resets them, because a commit includes all batches.
    mutating func takeInput() -> UncommittedInput {
        defer { input = UncommittedInput() }
        return input
    }

    /// Drops the batches of failed partitions.
    package mutating func drop(_ partitions: [Int32]) {
        for partition in partitions { batches[partition] = nil }
        accounts.removeAll { partitions.contains($0.place.partition) }
        input.forget(partitions)
        input.bytes = batches.values.reduce(0) { $0 + $1.weightBytes }
        input.connections = batches.values.reduce(0) { $0 + $1.connections }
    }
}
