import Synchronization

/// The progress of the running restores, for the gauges.
final class RestoreBoard: Sendable {
    /// The progress of the restore of one partition.
    struct Standing {
        let records: Int
        let bytes: Int
        let left: Int
        let etaSeconds: Double?
    }

    private let partitions = Mutex<[Int32: Standing]>([:])

    func set(_ partition: Int32, _ standing: Standing?) { partitions.withLock { $0[partition] = standing } }

    /// Returns the share of a partition's changelog that its running restore has read, from 0 to 1; nil if unknown.
    ///
    /// `left` counts offsets, some of which have no record, so the share is an estimate.
    func share(of partition: Int32) -> Double? {
        partitions.withLock { known in
            known[partition].map { Double($0.records) / Double(max(1, $0.records + max(0, $0.left))) }
        }
    }

    /// The sums over all partitions, and the longest remaining time, because partitions are restored in parallel.
    var total: (partitions: Int, records: Int, bytes: Int, left: Int, etaSeconds: Int) {
        partitions.withLock { known in
            let etas = known.values.map { $0.etaSeconds ?? 0 }.filter { $0 < 1e9 }
            return (
                known.count, known.values.reduce(0) { $0 + $1.records }, known.values.reduce(0) { $0 + $1.bytes },
                known.values.reduce(0) { $0 + $1.left }, Int((etas.max() ?? 0).rounded(.up))
            )
        }
    }
}
