import Glibc
import JSON
import Kafka

/// Sends lines to a topic in order, and tracks which lines are finished.
package struct Sender: ~Copyable {
    /// The numbers of lines by result.
    package struct Tally: Equatable, Sendable {
        /// The lines that brokers have acknowledged; in a dry run, the valid lines.
        package var sent = 0
        /// The lines that are invalid or were rejected by the brokers.
        package var wrong = 0
    }

    private struct Pending {
        let place: LinePlace
        let byteCount: Int
    }

    /// The limits for lines that are sent but not yet acknowledged.
    private static let pendingLines = 5_000
    private static let pendingBytes = 32 << 20
    private static let timeout = Duration.seconds(BrokerDeadline.seconds)
    private static let waitMilliseconds: Int32 = 50

    /// The producer of the lines; nil in a dry run.
    private let sink: SendSink?
    private let isDryRun: Bool
    private let progress: Progress
    private let connection: [UInt8]?
    private var parser = Parser()
    private var pace: SendPace
    private var ledger: SendLedger
    private var pending: [Int: Pending] = [:]
    private var pendingByteCount = 0
    private var heard = ContinuousClock.now
    private let begun = ContinuousClock.now
    package private(set) var tally = Tally()
    private var complaints: [String] = []

    /// - Parameters:
    ///   - topic: The target topic; nil to only check the lines.
    ///   - cluster: The brokers.
    ///   - connection: The connection of lines without a connection id.
    ///   - perSecond: The largest number of lines per second; nil for no limit.
    ///   - skipped: The number of lines that an earlier call has finished.
    /// - Throws: If the brokers do not answer, or if the topic does not exist.
    package init(
        to topic: String?,
        in cluster: Cluster,
        connection: String?,
        perSecond: Int?,
        skipped: Int
    ) throws(OperationError) {
        if let topic { sink = try SendSink(topic, in: cluster) } else { sink = nil }
        isDryRun = topic == nil
        progress = cluster.progress
        self.connection = connection.map { Array($0.utf8) }
        pace = SendPace(perSecond: perSecond)
        ledger = SendLedger(skipped: skipped)
    }

    /// The number of finished lines from the beginning without a gap.
    package var doneCount: Int { ledger.doneCount }

    /// Sends a line as soon as the rate allows, or reports why it is not sent.
    ///
    /// - Parameters:
    ///   - line: The bytes of the line.
    ///   - number: The line number over all files, from 1.
    ///   - place: The position of the line, for error messages.
    /// - Throws: If the brokers are unreachable for too long, or accept no records, or if the command is cancelled
    ///   before the line was sent.
    package mutating func offer(
        _ line: [UInt8],
        number: Int,
        at place: LinePlace
    ) throws(OperationError) {
        let key: [UInt8]
        switch SentLine.verdict(line, given: connection, &parser) {
        case .wrong(let reason):
            return refuse(number, at: place, reason)
        case .key(let found): key = found
        }
        while true {
            let wait = pace.waitMilliseconds(at: now)
            let isFull = pending.count >= Self.pendingLines || pendingByteCount >= Self.pendingBytes
            if wait == 0, !isFull { break }
            try progress.checkCancellation()
            try serve(waitMilliseconds: min(isFull ? Self.waitMilliseconds : wait, Self.waitMilliseconds))
        }
        pace.send(at: now)
        if isDryRun {
            tally.sent += 1
            ledger.finish(number)
            return
        }
        if pending.isEmpty { heard = .now }
        guard try send(line, key: key, number: number) else {
            return refuse(number, at: place, "the line has \(line.count) bytes, more than any topic accepts")
        }
        pending[number] = Pending(place: place, byteCount: line.count)
        pendingByteCount += line.count
        try serve(waitMilliseconds: 0)
    }

    /// Handles the delivery reports of the brokers.
    package mutating func serve(waitMilliseconds: Int32) throws(OperationError) {
        for delivery in deliveries(waitMilliseconds) {
            heard = .now
            guard let line = pending[delivery.number] else { continue }
            if let error = delivery.error {
                guard delivery.isAboutRecord else { throw OperationError(error) }
                refuse(delivery.number, at: line.place, "the brokers reject it: \(error.reason)")
            } else {
                tally.sent += 1
                ledger.finish(delivery.number)
            }
            pending[delivery.number] = nil
            pendingByteCount -= line.byteCount
        }
        if pending.isEmpty { return }
        if let error = outage { throw error }
    }

    private func deliveries(_ waitMilliseconds: Int32) -> [Delivery] {
        switch sink {
        case .some(let sink): return sink.deliveries(waitMilliseconds: waitMilliseconds)
        case .none:
            if waitMilliseconds > 0 { usleep(UInt32(waitMilliseconds) * 1_000) }
            return []
        }
    }

    /// The error to report if the brokers have been silent for too long; otherwise nil.
    private var outage: OperationError? {
        switch sink {
        case .some(let sink):
            ContinuousClock.now - heard > Self.timeout ? sink.silence() : nil
        case .none: nil
        }
    }

    /// Passes a line to the producer; returns false if the line is too long.
    private func send(_ line: [UInt8], key: [UInt8], number: Int) throws(OperationError) -> Bool {
        switch sink {
        case .some(let sink): try sink.send(line, key: key, number: number)
        case .none: true
        }
    }

    /// Whether brokers have not yet acknowledged all sent lines.
    package var hasPending: Bool { !pending.isEmpty }

    /// Returns the error messages since the last call, one for each line that was not sent.
    package mutating func takeComplaints() -> [String] {
        defer { complaints.removeAll() }
        return complaints
    }

    private mutating func refuse(_ number: Int, at place: LinePlace, _ reason: String) {
        tally.wrong += 1
        ledger.finish(number)
        complaints.append("\(place.description): not sent: \(reason)")
    }

    private var now: Int64 { Int64((ContinuousClock.now - begun) / .nanoseconds(1)) }
}
