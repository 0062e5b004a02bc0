package import Webhooks

/// The options of a dispatcher.
package struct DispatchOptions: Sendable {
    package var schedule = RetrySchedule.standard
    /// The time for which a failed job holds up later jobs of its connection, from its first failure.
    ///
    /// With 0, jobs of a connection have no order, and several are sent at once.
    package var orderHoldMilliseconds: Int64 = 3_600_000
    /// The time that a job waits for later jobs of its connection and data type to merge; 0 merges nothing.
    package var coalesceMilliseconds: Int64 = 0
    /// Whether documents are sent with only `id` and `op`.
    package var isThin = false
    /// The maximum number of running requests.
    package var concurrency = 256
    /// The maximum number of running requests to one host.
    package var perHost = 16
    /// The maximum number of requests to one host per second; nil if there is no limit.
    package var ratePerHost: Double?
    package var callbacks = CallbackRules()
    /// The longest times for connecting, and for a whole request.
    package var connectMilliseconds: Int64 = 10_000
    package var requestMilliseconds: Int64 = 30_000
    /// Whether each partition gets a new base of sequences when the process first takes it over.
    package var beginsNewBase = false
    /// The time in which running requests can end after `drain`.
    package var drainMilliseconds: Int64 = 5_000
    /// The prefix of topic names.
    package var topicPrefix = "fork."
    /// The version of fork-worker, for dead letters.
    package var version = ""
    package var bounds = MemoryBounds()

    package init() {}

    /// The longest time until a job is due again, whatever a receiver asks for.
    ///
    /// A stored due time beyond this limit was written while the clock was ahead.
    var longestWaitMilliseconds: Int64 {
        let longestDelay = (schedule.delaysMilliseconds.max() ?? 0) / 5 * 6
        return max(longestDelay, orderHoldMilliseconds, Int64(RetryAfter.secondsMax) * 1_000)
    }
}

/// The bounds on a dispatcher's memory, independent of the number of waiting jobs.
///
/// Bytes are the lengths of jobs. The body of a running request exists several times: as read, as sent, and in HTTP
/// buffers.
package struct MemoryBounds: Sendable {
    /// The maximum number of jobs that are neither finished nor stored, in all partitions.
    ///
    /// At this number, the dispatcher takes no input until a commit has stored some of them.
    package var freshJobs = 10_000
    /// The maximum number of bytes of jobs that are neither finished nor stored, in all partitions.
    package var freshBytes = 24 << 20
    /// The time that a job may wait in memory before it is stored, after it can no longer be merged.
    package var freshMilliseconds: Int64 = 10_000
    /// The maximum number of bytes of jobs with a running request; a single job may be longer.
    package var requestBytes = 16 << 20
    /// The bytes of uncommitted changes and dead letters at which the dispatcher does nothing until a commit.
    package var pendingBytes = 8 << 20
    /// The maximum number of connections of a partition that can wait for changes to their stored jobs.
    ///
    /// At this number, the dispatcher checks all connections with stored jobs instead.
    package var chores = 10_000
    /// The maximum number of callback URLs whose `Retry-After` is remembered.
    package var throttledURLs = 10_000

    package init() {}
}
