import Synchronization
import Vocabulary

/// The figures of the last 15 minutes, an entry each 5 s.
package final class WorkerHistory: Sendable {
    /// The figures of 5 s; nil if unknown.
    package struct Entry: Sendable, Equatable {
        /// The end of the 5 s, in Unix milliseconds.
        package let timeMilliseconds: Int64
        /// Uploads and samples per second.
        package let uploads: Double
        package let samples: Double
        /// The uncommitted uploads, and the age of the oldest of them in seconds.
        package let lag: Int?
        package let oldestSeconds: Double?
        /// The median and the 99th percentile of the seconds from the timestamp of a record to its commit.
        package let p50: Double?
        package let p99: Double?
        package let residentBytes: Int?
        /// The number of processors that were busy.
        package let cores: Double?
    }

    package static let everySeconds = 5
    package static let capacity = 15 * 60 / everySeconds

    private struct State {
        var entries: [Entry] = []
        var uploads = 0
        var samples = 0
        var latency = Latency()
        /// The monotonic time and the processor time at the last entry; nil before the first.
        var last: (milliseconds: Int64, processorSeconds: Double)?
    }

    private let state = Mutex(State())

    init() {}

    func add(_ report: CommitReport) {
        state.withLock { state in
            state.uploads += report.accounting.uploads
            state.samples += report.accounting.samplesIn
            state.latency.add(report.latency)
        }
    }

    /// Adds an entry if 5 s have passed, and begins with the next one.
    func turn(
        _ figures: @autoclosure () -> ProcessFigures,
        _ backlog: @autoclosure () -> BacklogBoard.Current,
        at now: Int64,
        wall: Int64
    ) {
        state.withLock { state in
            guard let last = state.last else {
                state.last = (now, figures().processorSeconds)
                return
            }
            let milliseconds = now - last.milliseconds
            guard milliseconds >= Int64(Self.everySeconds) * 1_000 else { return }
            let figures = figures()
            let backlog = backlog()
            let seconds = Double(milliseconds) / 1_000
            let isKnown = !backlog.isSilent && !backlog.partitions.isEmpty
            let oldest = backlog.partitions.compactMap(\.oldest).min()
            let entry = Entry(
                timeMilliseconds: wall,
                uploads: Double(state.uploads) / seconds,
                samples: Double(state.samples) / seconds,
                lag: isKnown ? backlog.partitions.reduce(0) { $0 + $1.records } : nil,
                oldestSeconds: isKnown ? oldest.map { Double(max(0, wall - $0)) / 1_000 } ?? 0 : nil,
                p50: state.latency.quantile(0.5),
                p99: state.latency.quantile(0.99),
                residentBytes: figures.residentBytes > 0 ? figures.residentBytes : nil,
                cores: max(0, figures.processorSeconds - last.processorSeconds) / seconds
            )
            if state.entries.count == Self.capacity { state.entries.removeFirst() }
            state.entries.append(entry)
            (state.uploads, state.samples, state.latency) = (0, 0, Latency())
            // Times stay on a grid, unless the process stood still.
            let isLate = milliseconds >= 2 * Int64(Self.everySeconds) * 1_000
            let due = last.milliseconds + Int64(Self.everySeconds) * 1_000
            state.last = (isLate ? now : due, figures.processorSeconds)
        }
    }

    /// The entries, oldest first.
    package var entries: [Entry] { state.withLock(\.entries) }
}
