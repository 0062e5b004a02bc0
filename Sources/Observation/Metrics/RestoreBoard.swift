import Synchronization

/// How far the restores under way have come, for the gauges.
final class RestoreBoard: Sendable {
    /// How far the restore of one partition is.
    struct Standing {
        let records: Int
        let bytes: Int
        let left: Int
        let etaSeconds: Double?
    }

    private let partitions = Mutex<[Int32: Standing]>([:])

    func set(_ partition: Int32, _ standing: Standing?) { partitions.withLock { $0[partition] = standing } }

    /// What is shown of all partitions together; they are restored side by side, so the last one counts.
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
