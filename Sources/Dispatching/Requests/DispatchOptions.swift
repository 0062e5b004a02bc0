package import Webhooks

/// The options of a dispatcher that its decisions depend on.
package struct DispatchOptions: Sendable {
    package var schedule = RetrySchedule.standard
    /// How long a failed job holds up later jobs of its connection, from its first failure.
    ///
    /// 0: jobs of a connection have no order, and several are sent at once.
    package var orderHoldMilliseconds: Int64 = 3_600_000
    /// How long a job waits for others of its connection and data type; 0 merges nothing.
    package var coalesceMilliseconds: Int64 = 0
    /// Whether documents are sent with `id` and `op` only.
    package var isThin = false
    /// The most requests at once.
    package var concurrency = 256
    /// The most requests to one host at once.
    package var perHost = 16
    /// The most requests to one host that begin in a second; nil if there is no limit.
    package var ratePerHost: Double?
    package var callbacks = CallbackRules()
    /// How long requests may go on after `drain`.
    package var drainMilliseconds: Int64 = 5_000
    /// The prefix of topic names.
    package var topicPrefix = "fork."
    /// The version of fork-worker, for dead letters.
    package var version = ""
    package var bounds = MemoryBounds()

    package init() {}

    /// The longest time until a job is due again, whatever a receiver asks for.
    ///
    /// A stored time that is further away was noted by a clock that was ahead.
    var longestWaitMilliseconds: Int64 {
        let longestDelay = (schedule.delaysMilliseconds.max() ?? 0) / 5 * 6
        return max(longestDelay, orderHoldMilliseconds, Int64(RetryAfter.secondsMax) * 1_000)
    }
}

/// The bounds that keep the memory of a dispatcher small, however many jobs wait.
///
/// Bytes are those of jobs. A body under way exists several times: as it was read, as it is sent, and in HTTP buffers.
package struct MemoryBounds: Sendable {
    /// The most jobs that are neither done nor in the state, in all partitions.
    ///
    /// Beyond it the dispatcher takes no input until a commit has written some to the state.
    package var freshJobs = 10_000
    /// The most bytes of such jobs.
    package var freshBytes = 24 << 20
    /// How long a job may wait outside of the state.
    ///
    /// The limit holds from the end of the time in which the job can be merged.
    package var freshMilliseconds: Int64 = 10_000
    /// The most bytes of jobs under way.
    ///
    /// A single job may be longer.
    package var requestBytes = 16 << 20
    /// The bytes of uncommitted changes and dead letters beyond which nothing but a commit happens.
    package var pendingBytes = 8 << 20
    /// The most connections of a partition whose stored jobs are noted to be looked at for newer settings.
    ///
    /// Beyond it the dispatcher looks at all connections with stored jobs once more instead.
    package var chores = 10_000
    /// The most callback URLs for which a `Retry-After` is remembered.
    package var throttledURLs = 10_000

    package init() {}
}
