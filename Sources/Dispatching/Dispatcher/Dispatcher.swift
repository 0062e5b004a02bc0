package import Vocabulary

/// The decisions of one dispatcher process: a state machine over all its partitions.
///
/// A dispatcher reads no clock and sends nothing. All times are milliseconds since 1970. If a call has an earlier time
/// than a previous call, the time of the previous call counts. The README describes the cycle of calls.
package struct Dispatcher: ~Copyable {
    /// The largest backward step of the clock that the dispatcher tolerates.
    private static let setBackMilliseconds: Int64 = 5_000

    let options: DispatchOptions
    let newest: (ConnectionID) -> NewestSettings
    let parser = JobParser()

    var partitions: [Int32: PartitionJobs] = [:]
    var hosts: Hosts
    var throttled: ThrottledURLs
    var queues: [HostKey: HostQueue] = [:]
    /// The hosts that must be checked, in the order of their turns.
    var ready = Fifo<HostKey>()
    /// The hosts that wait until all hosts of the same standing together have fewer running requests.
    var waitingForShare: [Host.Standing: Fifo<HostKey>] = [:]
    var hostAgenda = Agenda<HostKey>()
    var connectionAgenda = Agenda<ConnectionTimer>()
    var requests: [Delivery.ID: RequestUnderWay] = [:]
    var lastNumber: UInt64 = 0
    /// The latest time of all calls.
    var now: Int64 = 0

    /// A connection with a fresh job that becomes ready at a later time.
    struct ConnectionTimer: Sendable {
        let partition: Int32
        let connection: ConnectionID
    }

    /// Creates a dispatcher without partitions; `settings` returns a connection's newest settings from memory.
    package init(_ options: DispatchOptions, settings: @escaping (ConnectionID) -> NewestSettings) {
        self.options = options
        newest = settings
        hosts = Hosts(options)
        throttled = ThrottledURLs(limit: options.bounds.throttledURLs)
    }

    /// The jobs of all partitions, sorted by partition number, so that the same calls always have the same effects.
    var ordered: [PartitionJobs] { partitions.values.sorted { $0.partition < $1.partition } }

    var freshCount: Int { partitions.values.reduce(0) { $0 + $1.fresh.count } }
    var freshBytes: Int { partitions.values.reduce(0) { $0 + $1.fresh.bytes } }
    /// The bytes of uncommitted rows and dead letters.
    var pendingBytes: Int { partitions.values.reduce(0) { $0 + $1.pendingBytes } }
    var isFull: Bool { freshCount >= options.bounds.freshJobs || freshBytes >= options.bounds.freshBytes }

    /// The figures for metrics; each access reads one row of each partition.
    package var gauges: DispatchGauges {
        var gauges = DispatchGauges()
        for partition in partitions.values {
            gauges.waitingJobs += partition.stored + partition.offsets.count
            gauges.offConnections += partition.off
            gauges.chores += partition.chores.count
            gauges.indexedJobs += partition.windows.values.reduce(0) { $0 + $1.jobs.count }
            let oldest = [gauges.oldestMilliseconds, partition.oldestMilliseconds()].compactMap(\.self)
            gauges.oldestMilliseconds = oldest.min()
        }
        gauges.freshJobs = freshCount
        gauges.freshBytes = freshBytes
        gauges.requests = requests.count
        gauges.openHosts = hosts.leftAlone
        return gauges
    }

    /// Whether the clock was set back so far that planned attempts would be late.
    ///
    /// The caller must then create a new dispatcher.
    package func clockWasSetBack(to time: Int64) -> Bool { now - time > Self.setBackMilliseconds }

    /// Sets the time of a call; the time never goes back.
    mutating func advance(to time: Int64) { now = max(now, time) }
}

/// A request that has begun.
struct RequestUnderWay {
    let partition: Int32
    let connection: ConnectionID
    let place: Int64
    let host: HostKey
    let callbackURL: [UInt8]
    let account: HostRequest
    let context: PartitionJobs.AttemptContext
}
