import Foundation
import Kafka
import Synchronization

/// Uploads that go to the broker, all at once or at a pace, and when each of them did.
final class Load: Sendable {
    /// How long an upload's id is.
    static let idBytes = 36
    /// Where it stands in the uploads of this suite.
    static let idStart = 25

    /// When each upload was appended, in nanoseconds of the monotonic clock, by its id.
    private let times = Mutex<[[UInt8]: UInt64]>([:])

    /// When an upload was appended; nil when it is not of this load, or was asked for before.
    func take(_ id: [UInt8]) -> UInt64? { times.withLock { $0.removeValue(forKey: id) } }

    /// How many have not been asked for.
    var count: Int { times.withLock { $0.count } }

    /// How uploads are to come.
    enum Pace {
        /// As fast as it goes, and without noting times.
        case backlog
        case perSecond(Double)
        /// As soon as fewer than so many are on their way.
        case inFlight(Int)
    }

    /// Appends uploads, and returns when the broker has them.
    ///
    /// - Parameters:
    ///   - uploads: In their order.
    ///   - topic: Where.
    ///   - servers: The broker.
    ///   - pace: How they are to come.
    ///   - done: How many of them are no longer on their way.
    /// - Returns: How many a second that came to: on a machine that is too busy fewer than asked for.
    /// - Throws: What the broker refuses.
    @discardableResult func send(
        _ uploads: ArraySlice<Workload.Upload>,
        to topic: String,
        at servers: String,
        _ pace: Pace,
        done: () -> Int = { 0 }
    ) throws -> Double {
        let isTimed = if case .backlog = pace { false } else { true }
        let producer = try Producer([
            "bootstrap.servers": servers, "compression.codec": "lz4", "batch.size": "900000",
            "linger.ms": isTimed ? "0" : "20",
        ])
        try producer.warmUp([topic], timeoutMilliseconds: 10_000)
        let began = ContinuousClock.now
        var doneCount = 0
        for (index, upload) in uploads.enumerated() {
            switch pace {
            case .backlog: break
            case .perSecond(let count):
                let due = began + .seconds(Double(index) / count)
                while ContinuousClock.now < due {
                    producer.poll(timeoutMilliseconds: 0)
                    usleep(200)
                }
            case .inFlight(let count):
                while index - doneCount >= count {
                    producer.poll(timeoutMilliseconds: 5)
                    doneCount = done()
                }
            }
            if isTimed {
                let id = Array(upload.bytes[Self.idStart..<Self.idStart + Self.idBytes])
                let now = DispatchTime.now().uptimeNanoseconds
                times.withLock { $0[id] = now }
            }
            try producer.produce(to: topic, key: upload.connection.span.bytes, value: upload.bytes.span.bytes)
            if index % 64 == 0 { producer.poll(timeoutMilliseconds: 0) }
        }
        let seconds = (ContinuousClock.now - began).seconds
        try producer.flush(timeoutMilliseconds: 60_000)
        return Double(uploads.count) / seconds
    }
}
