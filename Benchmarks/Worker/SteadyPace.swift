import Foundation
import Kafka
import Synchronization

/// Uploads that come evenly, and how long each took from its record until the group has committed it.
///
/// The group's offsets tell: when they have come so far, so many uploads are done, the first to come first. So it is the same
/// for whoever reads them, whatever he writes.
struct SteadyPace {
    /// What a phone's records wait for: so many uploads a second.
    static let perSecond = 300.0
    /// Shorter than anybody's commit takes.
    private static let lookMicroseconds: useconds_t = 4_000

    /// From record to commit, ascending, in seconds, of the second half.
    private(set) var seconds: [Double] = []
    /// What the process took for these.
    private(set) var cpuSeconds = 0.0

    /// When each upload was appended, in their order.
    private final class Times: Sendable {
        let all = Mutex<[ContinuousClock.Instant]>([])
        let isOver = Atomic(false)
    }

    /// Sends uploads behind those that are committed, and waits until all are done.
    ///
    /// The first half is not timed: what a backlog has left to be done, in the broker and in RocksDB, is done in it.
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
            throw Options.Wrong(description: "of \(uploads.count) uploads \(seconds.count) were committed in time")
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
