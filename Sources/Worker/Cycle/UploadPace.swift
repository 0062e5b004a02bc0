import Synchronization

/// A rate limit on uploads, shared by all lanes of a process.
package final class UploadPace: Sendable {
    /// The longest idle time that a burst may make up for.
    private static let burstMilliseconds = 100.0

    private let perUploadMilliseconds: Double
    /// The monotonic time at which the next upload may be read.
    private let next = Mutex(0.0)

    package init(perSecond: Int) { perUploadMilliseconds = 1_000 / Double(max(1, perSecond)) }

    /// Counts an upload that was read.
    package func took(at now: Int64) {
        next.withLock { $0 = max($0, Double(now) - Self.burstMilliseconds) + perUploadMilliseconds }
    }

    /// Returns how long the lanes must wait before they read the next upload.
    package func waitMilliseconds(at now: Int64) -> Int64 {
        next.withLock { Int64(max(0, $0 - Double(now)).rounded(.up)) }
    }
}
