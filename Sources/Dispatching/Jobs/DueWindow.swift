import Vocabulary

/// The first index entries of one host in one partition, by due time and place.
///
/// The window contains all entries up to its end. So finding the next entry reads neither removed rows nor rows with
/// later times.
struct DueWindow {
    /// A job that is due at a time.
    struct DueJob: Equatable {
        let due: Int64
        let place: Int64
        let connection: ConnectionID

        func isBefore(_ due: Int64, _ place: Int64) -> Bool { (self.due, self.place) < (due, place) }
    }

    /// The number of entries that one read loads.
    static let readCount = 16
    /// The number of entries above which an insertion removes the last one.
    private static let keptCount = 32

    private(set) var jobs: [DueJob] = []
    /// The last entry up to which the window is complete; nil if it contains all entries.
    private(set) var end: (due: Int64, place: Int64)?

    /// Whether there is no entry, neither in the window nor after its end.
    var isEmpty: Bool { jobs.isEmpty && end == nil }

    /// Adds an entry, unless it lies after the end.
    ///
    /// If there are too many entries, removes the last one and moves the end.
    mutating func insert(_ job: DueJob) {
        if let end, (end.due, end.place) < (job.due, job.place) { return }
        let index = index(of: job.due, job.place)
        if index < jobs.count, jobs[index].due == job.due, jobs[index].place == job.place { return }
        jobs.insert(job, at: index)
        if jobs.count > Self.keptCount {
            jobs.removeLast()
            end = jobs.last.map { ($0.due, $0.place) }
        }
    }

    mutating func remove(due: Int64, place: Int64) {
        let index = index(of: due, place)
        guard index < jobs.count, jobs[index].due == due, jobs[index].place == place else { return }
        jobs.remove(at: index)
    }

    /// Returns the range after the window; nil if the window contains all entries.
    func rest(of host: HostKey) -> ClosedRange<StateKey>? {
        guard let end else { return nil }
        return StateKey.range(dueAt: host, from: end.due, place: end.place + 1)
    }

    /// Appends the entries of a read after the end; fewer than `limit` entries mean that no more follow.
    mutating func append(_ jobs: [DueJob], limit: Int) {
        self.jobs += jobs
        end = jobs.count < limit ? nil : jobs.last.map { ($0.due, $0.place) }
    }

    /// Creates a window from the entries of one read.
    init(_ jobs: [DueJob], limit: Int) { append(jobs, limit: limit) }

    private func index(of due: Int64, _ place: Int64) -> Int {
        if let last = jobs.last, last.isBefore(due, place) { return jobs.count }
        var low = 0
        var high = jobs.count
        while low < high {
            let middle = (low + high) / 2
            if jobs[middle].isBefore(due, place) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
