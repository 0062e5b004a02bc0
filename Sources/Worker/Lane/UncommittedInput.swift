import Observation

/// What the batches in hand weigh, and since when their uploads are under way.
struct UncommittedInput {
    var bytes = 0
    var connections = 0
    /// Uploads, refused ones too.
    private(set) var uploads = 0
    /// The least of their records' timestamps, in Unix milliseconds.
    private(set) var oldest: Int64?
    private var timed = 0
    private var timestampSum = 0.0

    /// Takes note of an upload by the timestamp of its record, if that has one.
    mutating func note(_ timestamp: Int64?) {
        uploads += 1
        guard let timestamp else { return }
        timed += 1
        timestampSum += Double(timestamp)
        oldest = min(oldest ?? timestamp, timestamp)
    }

    /// How long they were under way.
    func latency(committedAt now: Int64) -> Latency {
        var latency = Latency()
        if let oldest { latency.add(uploads: timed, timestampSum: timestampSum, oldest: oldest, committedAt: now) }
        return latency
    }
}
