import Vocabulary
import Webhooks

/// A job in memory whose records are neither finished nor stored.
struct FreshJob {
    /// The place of the job: the base plus the offset of its last record.
    private(set) var place: Int64
    /// The places of all records of the job, ascending; several if jobs were merged.
    private(set) var offsets: [Int64]
    /// The jobs to be merged, in order.
    private var parts: [Job]
    private(set) var sequence: Int64
    private(set) var traceparent: [UInt8]?
    private(set) var timestampMilliseconds: Int64?
    /// The arrival time of the first record, in milliseconds since 1970.
    let firstArrivedMilliseconds: Int64
    /// The arrival time of the last record, in milliseconds since 1970.
    private(set) var arrivedMilliseconds: Int64
    /// The time at which this process received the first record, in milliseconds since 1970.
    let receivedMilliseconds: Int64
    /// The time until which the job waits for later jobs to merge, in milliseconds since 1970; 0 if it does not wait.
    let readyMilliseconds: Int64
    var history = AttemptsRow.History()
    /// Whether a request has begun, so that no later job may be merged into this one.
    var isSent = false
    /// Whether the job is in the queue of a host.
    var isOffered = false
    /// The host and callback URL of the last offer.
    var host = HostKey.none
    var callbackURL: [UInt8] = []

    var connection: ConnectionID { parts[0].connection }
    var dataType: [UInt8] { parts[0].dataType }

    /// Creates a job from a record.
    ///
    /// `coalesce` is the time that the job waits for later jobs to merge, in milliseconds.
    init(_ job: Job, _ record: DispatchRecord, at place: Int64, _ now: Int64, coalesce: Int64) {
        self.place = place
        offsets = [place]
        parts = [job]
        sequence = record.sequence.flatMap { SequenceHeader.sequence($0) } ?? place
        traceparent = record.traceparent
        timestampMilliseconds = record.timestampMilliseconds
        arrivedMilliseconds = min(record.timestampMilliseconds ?? now, now)
        firstArrivedMilliseconds = arrivedMilliseconds
        receivedMilliseconds = now
        readyMilliseconds = job.parts == 1 && coalesce > 0 ? arrivedMilliseconds + coalesce : 0
    }

    /// The bytes of all jobs to be merged.
    var bytes: Int { parts.reduce(0) { $0 + $1.bytes.count } }

    /// The job, merged from its parts on first use.
    var job: Job {
        mutating get {
            parts = Self.merged(parts[...])
            return parts[0]
        }
    }

    /// Replaces the job, for example by one that has only its deletions.
    mutating func replace(by job: Job) { parts = [job] }

    /// Merges a later job of the same connection into this one.
    ///
    /// `coalesce` is the time within which jobs are merged, in milliseconds.
    ///
    /// - Returns: Whether the jobs were merged.
    mutating func merge(_ later: FreshJob, coalesce: Int64) -> Bool {
        guard coalesce > 0, !isSent, history.attempts == 0, later.sequence > sequence,
            later.arrivedMilliseconds <= firstArrivedMilliseconds + coalesce,
            let last = parts.last, let job = later.parts.first, last.goesTogether(with: job)
        else { return false }
        let uploads = parts.reduce(0) { $0 + $1.uploadCount } + job.uploadCount
        if bytes + job.bytes.count <= Job.mergedBytesMax, uploads <= Job.mergedUploadsMax {
            parts.append(job)
        } else {
            // The sums are only upper bounds, because a document in both jobs counts once.
            guard let merged = self.job.merged(with: job) else { return false }
            parts = [merged]
        }
        place = later.place
        offsets += later.offsets
        sequence = later.sequence
        traceparent = later.traceparent
        timestampMilliseconds = later.timestampMilliseconds
        arrivedMilliseconds = later.arrivedMilliseconds
        isOffered = false
        return true
    }

    /// Merges jobs that fit together, by recursive halving, so that each document is copied only a few times.
    private static func merged(_ parts: ArraySlice<Job>) -> [Job] {
        if parts.count < 2 { return Array(parts) }
        let middle = parts.startIndex + parts.count / 2
        let (left, right) = (merged(parts[..<middle]), merged(parts[middle...]))
        guard left.count == 1, right.count == 1, let both = left[0].merged(with: right[0]) else { return left + right }
        return [both]
    }
}
