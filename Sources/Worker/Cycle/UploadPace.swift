import Synchronization

/// How fast the lanes of a process may read uploads, all together.
package final class UploadPace: Sendable {
    /// What was not used for so long is not made up for.
    private static let burstMilliseconds = 100.0

    private let perUploadMilliseconds: Double
    /// When the next upload may be read, by a clock that never goes back.
    private let next = Mutex(0.0)

    /// So many uploads a second.
    package init(perSecond: Int) { perUploadMilliseconds = 1_000 / Double(max(1, perSecond)) }

    /// An upload was read.
    package func took(at now: Int64) {
        next.withLock { $0 = max($0, Double(now) - Self.burstMilliseconds) + perUploadMilliseconds }
    }

    /// How long nothing is to be read.
    package func waitMilliseconds(at now: Int64) -> Int64 {
        next.withLock { Int64(max(0, $0 - Double(now)).rounded(.up)) }
    }
}
