import Glibc
import JSON
import Kafka

/// Sends lines to a topic, in order, and knows which of them are done.
package struct Sender: ~Copyable {
    /// What became of the lines.
    package struct Tally: Equatable, Sendable {
        /// Taken by the brokers; in a dry run, good.
        package var sent = 0
        /// Not to be sent, or refused by the brokers for what they are.
        package var wrong = 0
    }

    private struct Pending {
        let place: LinePlace
        let byteCount: Int
    }

    /// So many lines and bytes are under way at most.
    private static let pendingLines = 5_000
    private static let pendingBytes = 32 << 20
    private static let patience = Duration.seconds(Patience.seconds)
    private static let waitMilliseconds: Int32 = 50

    /// Nil in a dry run.
    private let sink: SendSink?
    private let isDryRun: Bool
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
    ///   - topic: where lines go; nil only checks them.
    ///   - cluster: where the topic is.
    ///   - connection: of lines that name none.
    ///   - perSecond: lines at most; nil is no limit.
    ///   - skipped: lines from the beginning that are not offered, being done.
    /// - Throws: when the brokers say nothing, or have no such topic.
    package init(
        to topic: String?,
        in cluster: Cluster,
        connection: String?,
        perSecond: Int?,
        skipped: Int
    ) throws(OperationError) {
        if let topic { sink = try SendSink(topic, in: cluster) } else { sink = nil }
        isDryRun = topic == nil
        self.connection = connection.map { Array($0.utf8) }
        pace = SendPace(perSecond: perSecond)
        ledger = SendLedger(skipped: skipped)
    }

    /// Lines from the beginning that are done without a gap.
    package var doneCount: Int { ledger.doneCount }

    /// Sends a line when it is its turn, or says why it is not to be sent.
    ///
    /// - Parameters:
    ///   - line: as it stands.
    ///   - number: from 1, over all files.
    ///   - place: for a complaint.
    ///   - work: asked while it waits; when it is stopped the line is not sent.
    /// - Returns: whether it was dealt with.
    /// - Throws: when the brokers are out of reach for too long, or take nothing any more.
    package mutating func offer(
        _ line: [UInt8],
        number: Int,
        at place: LinePlace,
        _ work: inout LongWork
    ) throws(OperationError) -> Bool {
        let key: [UInt8]
        switch SentLine.verdict(line, given: connection, &parser) {
        case .wrong(let reason):
            refuse(number, at: place, reason)
            return true
        case .key(let found): key = found
        }
        while true {
            let wait = Int32(clamping: pace.wait(at: now) / 1_000_000)
            let isFull = pending.count >= Self.pendingLines || pendingByteCount >= Self.pendingBytes
            if wait == 0, !isFull { break }
            guard work.goesOn() else { return false }
            try serve(waitMilliseconds: min(isFull ? Self.waitMilliseconds : wait, Self.waitMilliseconds))
        }
        pace.send(at: now)
        if isDryRun {
            tally.sent += 1
            ledger.finish(number)
            return true
        }
        if pending.isEmpty { heard = .now }
        guard try send(line, key: key, number: number) else {
            refuse(number, at: place, "the line of \(line.count) bytes is longer than any topic's records")
            return true
        }
        pending[number] = Pending(place: place, byteCount: line.count)
        pendingByteCount += line.count
        try serve(waitMilliseconds: 0)
        return true
    }

    /// Hears what the brokers have said.
    package mutating func serve(waitMilliseconds: Int32) throws(OperationError) {
        for delivery in deliveries(waitMilliseconds) {
            heard = .now
            guard let line = pending[delivery.number] else { continue }
            if let error = delivery.error {
                guard delivery.isAboutRecord else { throw OperationError(error) }
                refuse(delivery.number, at: line.place, "the brokers refuse it: \(error.reason)")
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

    /// Why what is under way will not arrive; nil while it may.
    private var outage: OperationError? {
        switch sink {
        case .some(let sink):
            ContinuousClock.now - heard > Self.patience ? sink.silence() : nil
        case .none: nil
        }
    }

    /// Hands a line to the library; whether it may be sent at all.
    private func send(_ line: [UInt8], key: [UInt8], number: Int) throws(OperationError) -> Bool {
        switch sink {
        case .some(let sink): try sink.send(line, key: key, number: number)
        case .none: true
        }
    }

    /// Whether brokers have still to say something of what was sent.
    package var hasPending: Bool { !pending.isEmpty }

    /// A sentence for each line that was not sent, since the last time.
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
