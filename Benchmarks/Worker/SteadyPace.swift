import Foundation
import Kafka
import Synchronization

/// Sends uploads evenly, and measures the time from the record of each to its commit.
///
/// The sum of the group's committed offsets is the number of committed uploads. The uploads count as committed in the
/// order in which they were sent. So the measurement does not depend on the outputs of the program.
struct SteadyPace {
    /// The number of uploads sent per second.
    static let perSecond = 300.0
    /// The pause between two requests of the offsets: shorter than any commit.
    private static let lookMicroseconds: useconds_t = 4_000

    /// The times from record to commit of the second half of the uploads, ascending, in seconds.
    private(set) var seconds: [Double] = []
    /// The CPU time of the process for the second half of the uploads, in seconds.
    private(set) var cpuSeconds = 0.0

    /// The times at which the uploads were appended, in order.
    private final class Times: Sendable {
        let all = Mutex<[ContinuousClock.Instant]>([])
        let isOver = Atomic(false)
    }

    /// Sends uploads after a committed backlog, and waits until all are committed.
    ///
    /// The first half is not timed, because the broker and RocksDB still finish work of the backlog.
    init(
        _ uploads: ArraySlice<Workload.Upload>,
        to topics: ContenderTopics,
        of process: MeasuredProcess,
        _ progress: borrowing GroupProgress
    ) throws {
        let half = uploads.count / 2
        var before: Double?
        let times = Times()
        let (topic, servers) = (topics.uploads, topics.servers)
        Thread.detachNewThread {
            do { try Self.send(uploads, to: topic, at: servers, times) } catch { log("steady pace: \(error)") }
            times.isOver.store(true, ordering: .relaxed)
        }
        let deadline = ContinuousClock.now + .seconds(120)
        while seconds.count < uploads.count, process.isRunning, ContinuousClock.now < deadline {
            usleep(Self.lookMicroseconds)
            guard let records = progress.records else { continue }
            let now = ContinuousClock.now
            let done = min(records - uploads.startIndex, uploads.count)
            let appended = times.all.withLock { $0 }
            while seconds.count < min(done, appended.count) { seconds.append((now - appended[seconds.count]).seconds) }
            if before == nil, seconds.count >= half { before = process.cpuSeconds }
            if times.isOver.load(ordering: .relaxed), appended.count < uploads.count { break }
        }
        guard let before, seconds.count == uploads.count else {
            throw Options.Wrong(description: "only \(seconds.count) of \(uploads.count) uploads were committed")
        }
        cpuSeconds = process.cpuSeconds - before
        seconds.removeFirst(half)
        seconds.sort()
    }

    private static func send(
        _ uploads: ArraySlice<Workload.Upload>,
        to topic: String,
        at servers: String,
        _ times: Times
    ) throws {
        let producer = try Producer(["bootstrap.servers": servers, "compression.codec": "lz4", "linger.ms": "0"])
        try producer.warmUp([topic], timeoutMilliseconds: 10_000)
        let began = ContinuousClock.now
        for (index, upload) in uploads.enumerated() {
            let due = began + .seconds(Double(index) / perSecond)
            while ContinuousClock.now < due {
                producer.poll(timeoutMilliseconds: 0)
                usleep(200)
            }
            times.all.withLock { $0.append(.now) }
            try producer.produce(to: topic, key: upload.connection.span.bytes, value: upload.bytes.span.bytes)
        }
        try producer.flush(timeoutMilliseconds: 60_000)
    }
}
