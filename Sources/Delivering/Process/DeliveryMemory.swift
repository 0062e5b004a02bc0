package import Dispatching

/// The parts of a dispatcher's memory limit.
///
/// One part is for jobs. The other part is divided like the memory limit of a worker: among the process, its clients
/// and its store.
package struct DeliveryMemory: Sendable {
    /// The bytes for jobs in memory.
    package let jobsBytes: Int
    /// The bytes for the process without its jobs.
    package let restBytes: Int

    /// - Parameter limitBytes: The value of `--memory-limit`.
    package init(limitBytes: Int) {
        jobsBytes = min(limitBytes * 5 / 16, 512 << 20)
        restBytes = limitBytes - jobsBytes
    }

    /// The limits for jobs.
    ///
    /// While a body is sent, three copies of it exist: as read, as sent, and in the buffers of HTTP.
    package var bounds: MemoryBounds {
        var bounds = MemoryBounds()
        bounds.freshBytes = jobsBytes * 3 / 10
        bounds.requestBytes = jobsBytes * 2 / 10
        bounds.pendingBytes = jobsBytes / 10
        return bounds
    }
}
