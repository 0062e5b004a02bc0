import Health

/// What became of the samples of one upload: what its batch had counted after it, less what it had before.
struct UploadAccount {
    let place: RecordPlace
    /// By their names in the log, which are the contract's.
    let counts: [(name: StaticString, count: Int)]

    init(_ place: RecordPlace, before: Accounting, after: Accounting) {
        self.place = place
        counts = Accounting.sampleCounts.map { ($0.name, after[keyPath: $0.path] - before[keyPath: $0.path]) }
    }
}
