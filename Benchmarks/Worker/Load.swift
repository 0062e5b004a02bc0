import Foundation
import Kafka
import Synchronization

/// Sends uploads to the broker, and keeps the time at which each was appended.
final class Load: Sendable {
    /// The length of the id of an upload.
    static let idBytes = 36
    /// The offset of the id in the uploads of this suite.
    static let idStart = 25

    /// The time at which each upload was appended, by its id, in nanoseconds of the monotonic clock.
    private let times = Mutex<[[UInt8]: UInt64]>([:])

    /// Removes and returns the time at which an upload was appended.
    ///
    /// Nil if the upload is not from this load, or if its time was taken before.
    func take(_ id: [UInt8]) -> UInt64? { times.withLock { $0.removeValue(forKey: id) } }

    /// The number of uploads whose time was not taken.
    var count: Int { times.withLock { $0.count } }

    /// The pace of sending.
    enum Pace {
        /// As fast as possible, without keeping times.
        case backlog
        case perSecond(Double)
        /// The next upload as soon as fewer than this number are in flight.
        case inFlight(Int)
    }

    /// Sends uploads, and returns after the broker has acknowledged all of them.
    ///
    /// - Parameters:
    ///   - uploads: The uploads, in order.
    ///   - topic: The name of the topic.
    ///   - servers: The bootstrap servers.
    ///   - pace: The pace of sending.
    ///   - done: Returns the number of uploads that are no longer in flight.
    /// - Returns: The actual number of uploads per second, which is below the pace on a busy machine.
    /// - Throws: The error of the producer.
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
