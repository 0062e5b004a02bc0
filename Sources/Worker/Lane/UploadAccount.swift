import Health
import Observation

/// What became of the samples of one upload: what its batch had counted after it, less what it had before.
struct UploadAccount {
    let partition: Int32
    let offset: Int64
    let report: CommitReport

    init(_ place: RecordPlace, before: Accounting, after: Accounting) {
        partition = place.partition
        offset = place.offset
        var report = CommitReport()
        report.samplesIn = after.samplesIn - before.samplesIn
        report.new = after.new - before.new
        report.duplicates = after.duplicates - before.duplicates
        report.replaced = after.replaced - before.replaced
        report.deletedBeforeArrival = after.deletedBeforeArrival - before.deletedBeforeArrival
        report.refused = after.refused - before.refused
        report.deletions = after.deletions - before.deletions
        report.deletionsRefused = after.deletionsRefused - before.deletionsRefused
        self.report = report
    }
}
