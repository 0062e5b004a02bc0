import Vocabulary

/// The sample counts of one upload: the counts of its batch after the upload, minus the counts before the upload.
struct UploadAccount {
    let place: RecordPlace
    /// The log fields and counts, in the order of `Accounting.sampleCounts`.
    let counts: [(name: StaticString, count: Int)]

    init(_ place: RecordPlace, before: Accounting, after: Accounting) {
        self.place = place
        counts = Accounting.sampleCounts.map { ($0.name, after[keyPath: $0.path] - before[keyPath: $0.path]) }
    }
}
