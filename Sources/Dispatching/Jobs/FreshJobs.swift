import Vocabulary

/// The jobs of one partition that are only in memory, by connection and place.
struct FreshJobs {
    private var jobs: [Int64: FreshJob] = [:]
    /// The places of each connection's jobs, ascending.
    private var queues: [ConnectionID: [Int64]] = [:]
    private(set) var bytes = 0

    var count: Int { jobs.count }

    subscript(place: Int64) -> FreshJob? { jobs[place] }

    /// Returns the places of a connection's jobs, ascending.
    func places(of connection: ConnectionID) -> [Int64] { queues[connection] ?? [] }

    /// Adds a job whose place is greater than all others of its connection, or merges it with an earlier one.
    ///
    /// `coalesce` is the time within which jobs are merged, in milliseconds.
    ///
    /// - Returns: The former place of the earlier job; nil if the new job was not merged.
    mutating func add(_ job: FreshJob, coalesce: Int64) -> Int64? {
        let connection = job.connection
        if coalesce > 0 {
            for place in places(of: connection).reversed() {
                guard var earlier = jobs[place], earlier.dataType == job.dataType else { continue }
                let before = earlier.bytes
                guard earlier.merge(job, coalesce: coalesce) else { break }
                jobs[place] = nil
                queues[connection]?.removeAll { $0 == place }
                queues[connection, default: []].append(earlier.place)
                jobs[earlier.place] = earlier
                bytes += earlier.bytes - before
                return place
            }
        }
        queues[connection, default: []].append(job.place)
        jobs[job.place] = job
        bytes += job.bytes
        return nil
    }

    /// Changes a job, but not its place.
    mutating func update(_ place: Int64, _ body: (inout FreshJob) -> Void) {
        guard var job = jobs[place] else { return }
        bytes -= job.bytes
        body(&job)
        bytes += job.bytes
        jobs[place] = job
    }

    mutating func remove(_ place: Int64) -> FreshJob? {
        guard let job = jobs.removeValue(forKey: place) else { return nil }
        let connection = job.connection
        bytes -= job.bytes
        if let index = queues[connection]?.firstIndex(of: place) { queues[connection]?.remove(at: index) }
        if queues[connection]?.isEmpty == true { queues[connection] = nil }
        return job
    }
}
