import Health

/// What a batch over the uploads read so far makes of one connection, with plain sets and no store.
struct SimulatedOracle {
    private(set) var accounts: [UInt8: SimulatedAccount] = [:]
    private var uploads: [SimulatedUpload] = []
    private var seen: [UInt8: UInt8] = [:]
    private var deletions: Set<UInt8> = []

    /// Keeps the books of an upload, and the upload for the batch.
    mutating func take(_ upload: SimulatedUpload) {
        uploads.append(upload)
        deletions.formUnion(upload.deletions)
        var account = SimulatedAccount()
        for sample in upload.samples {
            if sample.isRefused {
                account.refused += 1
            } else if deletions.contains(sample.id) {
                account.deletedBefore += 1
            } else if let version = seen[sample.id] {
                if sample.version > version { account.replaced += 1 } else { account.duplicates += 1 }
                seen[sample.id] = max(version, sample.version)
            } else {
                account.new += 1
                seen[sample.id] = sample.version
            }
        }
        accounts[upload.number] = account
    }

    /// What each place of the state must hold; documents are the same, but for the deleted ids.
    func values(setting: UInt8) -> [StateKey: [UInt8]] {
        var values = [SimulatedCore.history: [setting] + uploads.map(\.number)]
        if !deletions.isEmpty { values[SimulatedCore.deleted] = deletions.sorted() }
        var greatest: [UInt8: UInt8] = [:]
        for sample in uploads.flatMap(\.samples) where !sample.isRefused && !deletions.contains(sample.id) {
            greatest[sample.id] = max(greatest[sample.id] ?? 0, sample.version)
        }
        for (id, version) in greatest.sorted(by: { $0.key < $1.key }) {
            values[SimulatedCore.bucket(id % 4), default: []] += [id, version]
        }
        return values
    }
}
