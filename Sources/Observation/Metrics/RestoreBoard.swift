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
