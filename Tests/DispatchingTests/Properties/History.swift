import Dispatching
import Randomness
import Testing
import Vocabulary
import Webhooks

/// A random history of a dispatcher, with a simple model of what must be true.
///
/// The model knows records, answers and times, and nothing of how the dispatcher decides.
final class History {
    /// What the model knows of a record.
    struct Fate {
        let partition: Int32
        let connection: String
        let place: Int64
        let timestamp: Int64
        /// The data type; nil if the job is a part, which is never merged.
        let mergedType: String?
        var isDelivered = false
        var isAborted = false
        var isDead = false
        var isSent = false
        var failures = 0
        var firstFailure: Int64?
    }

    /// A moment at which a job of a connection was given up.
    struct GivenUp {
        let partition: Int32
        let connection: String
        let at: Int64
    }

    let rig: Rig
    let seed: UInt64
    var random: SeededRandom
    /// By the id of the upload that only this record names.
    var fates: [String: Fate] = [:]
    var malformed = 0
    private var givenUp: [GivenUp] = []
    /// Whether each process has another order than the one before, so that the model cannot judge the order.
    private let switchesOrder: Bool
    private let judgesOrder: Bool

    /// Connections whose names begin with x are closed, forgotten, removed and turned off; others never.
    static let connections = ["a", "b", "x1", "x2", "x3"]

    init(seed: UInt64, judgesOrder: Bool = true) throws {
        self.seed = seed
        random = SeededRandom(seed: seed)
        rig = try Rig(Self.options(&random), partitions: Int32.random(in: 1...3, using: &random), seed: seed)
        switchesOrder = seed % 5 == 0
        self.judgesOrder = judgesOrder && !switchesOrder
        for connection in Self.connections { try settle(connection) }
    }

    private static func options(_ random: inout SeededRandom) -> DispatchOptions {
        var options = DispatchOptions()
        let schedules: [[Int64]] = [[], [0], [0, 0], [5_000], [5_000, 30_000], [5_000, 60_000, 600_000]]
        options.schedule = RetrySchedule(delaysMilliseconds: schedules.randomElement(using: &random) ?? [])
        options.orderHoldMilliseconds = [0, 10_000, 100_000, 3_600_000].randomElement(using: &random) ?? 0
        options.coalesceMilliseconds = [0, 0, 5_000].randomElement(using: &random) ?? 0
        options.isThin = Bool.random(using: &random)
        options.concurrency = Int.random(in: 1...6, using: &random)
        options.perHost = Int.random(in: 1...4, using: &random)
        options.ratePerHost = [nil, nil, 2.0].randomElement(using: &random) ?? nil
        options.drainMilliseconds = [0, 5_000].randomElement(using: &random) ?? 0
        options.bounds.freshJobs = Int.random(in: 1...12, using: &random)
        options.bounds.freshBytes = Int.random(in: 500...20_000, using: &random)
        options.bounds.freshMilliseconds = [0, 1_000, 10_000].randomElement(using: &random) ?? 0
        options.bounds.requestBytes = Int.random(in: 1...4_000, using: &random)
        options.bounds.pendingBytes = Int.random(in: 4_000...100_000, using: &random)
        options.bounds.throttledURLs = Int.random(in: 1...3, using: &random)
        return options
    }

    func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: append()
        case 25..<35: rig.read()
        case 35..<65: answer(isGood: false)
        case 65..<75: rig.now += Int64.random(in: 0...4_000, using: &random)
        case 75..<80: rig.now += Int64.random(in: 0...(Bool.random(using: &random) ? 10_000 : 700_000), using: &random)
        case 80..<88: try commit()
        case 88..<90: _ = try rig.commit(isAborted: true)
        case 90..<94: try changeSettings()
        case 94..<96: try crash()
        case 96..<98: try rebalance()
        default: rig.read()
        }
        begin()
        check()
    }

    private func append() {
        let connection = Self.connections.randomElement(using: &random) ?? "a"
        let number = UInt8(connection.utf8.last ?? 0)
        let partition = Int32(number) % Int32(rig.topic.count)
        let type = ["sleep", "heart"].randomElement(using: &random) ?? ""
        let upsert = #"{"id":"sleep/\#(Int.random(in: 0..<3, using: &random))","op":"upsert","document":{"value":1}}"#
        let deletion = #"{"id":"sleep/\#(Int.random(in: 3..<5, using: &random))","op":"delete"}"#
        let documents = [upsert, deletion, "\(upsert),\(deletion)"].randomElement(using: &random) ?? ""
        let isPart = Int.random(in: 0..<5, using: &random) == 0
        var record = rig.job(
            connection,
            type,
            partition: partition,
            documents: documents,
            parts: isPart ? 2 : 1,
            padding: Int.random(in: 0...500, using: &random)
        )
        // Markers of transactions take offsets.
        if Int.random(in: 0..<4, using: &random) == 0 { record.offset += Int64.random(in: 1...3, using: &random) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            record.value = Array("{}".utf8)
            malformed += 1
            return rig.append(record)
        case 1: record.sequence = Array("\(Int64.random(in: 0...record.offset, using: &random))".utf8)
        case 2: record.timestampMilliseconds = nil
        case 3: record.timestampMilliseconds = rig.now + 100_000
        default: break
        }
        rig.append(record)
        for upload in uploads(record.value ?? []) {
            fates[upload] = Fate(
                partition: partition,
                connection: connection,
                place: record.offset,
                timestamp: min(record.timestampMilliseconds ?? rig.now, rig.now),
                mergedType: isPart ? nil : type
            )
        }
    }

    private func crash() throws {
        var options = rig.options
        if switchesOrder { options.orderHoldMilliseconds = options.orderHoldMilliseconds == 0 ? 100_000 : 0 }
        try rig.crash(options)
    }

    private func rebalance() throws {
        let partition = Int32.random(in: 0..<Int32(rig.topic.count), using: &random)
        let deadline = rig.drain([partition])
        if Bool.random(using: &random) { answer(isGood: false) }
        rig.now = max(rig.now, deadline)
        #expect(
            rig.begin().allSatisfy { $0.partition != partition },
            "seed \(seed): a draining partition begins requests"
        )
        _ = rig.cutOff([partition])
        if Bool.random(using: &random) { try commit() }
        rig.release([partition])
        try rig.assign(partition)
    }

    private func changeSettings() throws {
        let connection = Self.connections.randomElement(using: &random) ?? "a"
        guard connection.hasPrefix("x") else { return try settle(connection) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try rig.put(nil, of: connection)
        case 1: try rig.put(#""callback_url":"https://one.example/","closed":true"#, of: connection)
        case 2: try rig.put(#""callback_url":"https://one.example/","forget":true"#, of: connection)
        case 3:
            let until = String(decoding: Instant.iso8601(unixMilliseconds: rig.now), as: UTF8.self)
            try rig.put(#""callback_url":"https://one.example/","forget":"\#(until)""#, of: connection)
        case 4: try rig.put(#""callback_url":"https://one.example:1/""#, of: connection)
        default: try settle(connection)
        }
    }

    /// Gives a connection settings with a callback URL.
    private func settle(_ connection: String) throws {
        let host = ["one", "two", "three"].randomElement(using: &random) ?? ""
        try rig.put(#""callback_url":"https://\#(host).example/\#(connection.prefix(1))""#, of: connection)
    }

    private func begin() {
        for delivery in rig.begin() { noteRequest(delivery) }
    }

    /// Answers a request; `isGood`: with 200.
    private func answer(isGood: Bool) {
        guard let id = rig.underWay.keys.sorted().randomElement(using: &random), let request = rig.underWay[id] else {
            return
        }
        let delivery = request.delivery
        let connection = delivery.job.connection.string
        var result = DeliveryResult.answer(Answer(status: 200, nowSeconds: 0))
        if !isGood { result = randomResult(isTurningOff: connection.hasPrefix("x")) }
        note(result, delivery)
        rig.answer(id, result)
    }

    private func randomResult(isTurningOff: Bool) -> DeliveryResult {
        func answer(_ status: Int, _ after: String? = nil, _ order: String? = nil) -> DeliveryResult {
            .answer(
                Answer(
                    status: status,
                    retryAfter: after.map { Array($0.utf8) },
                    delivery: order.map { Array($0.utf8) },
                    nowSeconds: rig.now / 1_000
                )
            )
        }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: return answer(200)
        case 9..<12: return answer(500)
        case 12: return answer(413)
        case 13: return answer(429, "30")
        case 14: return answer(400, nil, "abort-message")
        case 15: return .failure(.secret)
        case 16: return isTurningOff ? answer(410) : answer(404)
        case 17: return isTurningOff ? answer(200, nil, "disable") : answer(302)
        default: return .failure([.connect, .tls, .timeout, .address].randomElement(using: &random) ?? .connect)
        }
    }

    func commit() throws {
        let (letters, now) = (rig.deadLetters.count, rig.now)
        guard try rig.commit() != nil else { return }
        for letter in rig.deadLetters[letters...] {
            let ids = uploads(letter.value ?? [])
            let connection = fates[ids.first ?? ""]?.connection ?? ""
            for id in ids { fates[id]?.isDead = true }
            guard let fate = fates[ids.first ?? ""] else { continue }
            givenUp.append(GivenUp(partition: fate.partition, connection: connection, at: now))
        }
    }

    /// Answers everything well until nothing waits.
    func quiesce() throws {
        for connection in Self.connections { try settle(connection) }
        for _ in 0..<2_000 {
            rig.read()
            begin()
            check()
            while !rig.underWay.isEmpty {
                answer(isGood: true)
                begin()
            }
            try commit()
            if rig.dispatcher.gauges.waitingJobs == 0, try rig.commit() == nil, isRead { return }
            rig.now += 1_000
            if rig.dispatcher.nextBegin > rig.now { rig.now = min(rig.dispatcher.nextBegin, rig.now + 4_000_000) }
        }
    }

    private var isRead: Bool { rig.topic.allSatisfy { $0.value.isEmpty || rig.offsets[$0.key] == rig.end(of: $0.key) } }

    private func note(_ result: DeliveryResult, _ delivery: Delivery) {
        let ids = uploads(delivery.job.bytes)
        for id in ids {
            guard var fate = fates[id] else { continue }
            switch result {
            case .answer(let answer) where answer.outcome == .delivered: fate.isDelivered = true
            case .answer(let answer) where answer.aborts: fate.isAborted = true
            case .answer(let answer) where answer.asksForThinForm && !delivery.isThin: break
            default:
                fate.failures += 1
                fate.firstFailure = fate.firstFailure ?? rig.now
            }
            fates[id] = fate
        }
        // What was not committed can be forgotten: a delivered job can fail later.
        guard let fate = fates[ids.first ?? ""], result.outcome != .delivered else { return }
        if fate.isAborted || fate.failures > rig.options.schedule.delaysMilliseconds.count {
            givenUp.append(GivenUp(partition: fate.partition, connection: fate.connection, at: rig.now))
        }
    }

    private func noteRequest(_ delivery: Delivery) {
        let ids = Set(uploads(delivery.job.bytes))
        let connection = delivery.job.connection.string
        let settings = rig.settings.newest(delivery.job.connection).settings
        if settings?.isForgotten ?? false {
            #expect(!text(delivery.job.bytes).contains(#""op":"upsert""#), "seed \(seed): a forgotten upsert is sent")
        }
        let own = ids.compactMap { fates[$0] }
        guard let place = own.map(\.place).max(), rig.options.orderHoldMilliseconds > 0, judgesOrder else { return }
        let others = rig.underWay.values.filter {
            $0.delivery.job.connection == delivery.job.connection && $0.delivery.id != delivery.id
        }
        #expect(others.count == 0, "seed \(seed): \(connection) has two requests at once")
        // Dropped jobs are done with, too, but only the dispatcher knows when.
        if !connection.hasPrefix("x"), !(own.first { $0.place == place }?.isSent ?? true) {
            for (id, fate) in fates
            where fate.connection == connection && fate.place < place && fate.partition == delivery.partition
                && !ids.contains(id) && !mayBeDone(fate) && !mayBeMerged(fate, behind: place)
            {
                Issue.record("seed \(seed): \(connection) sends \(place) before \(fate.place) is done with")
            }
        }
        for id in ids { fates[id]?.isSent = true }
    }

    /// Whether a job can be done with, or no longer holds up others.
    private func mayBeDone(_ fate: Fate) -> Bool {
        if fate.isDelivered || fate.isAborted || fate.isDead { return true }
        if fate.failures > rig.options.schedule.delaysMilliseconds.count { return true }
        if let first = fate.firstFailure, first + rig.options.orderHoldMilliseconds <= rig.now { return true }
        return givenUp.contains {
            $0.connection == fate.connection && $0.partition == fate.partition
                && fate.timestamp < $0.at - rig.options.schedule.totalMilliseconds
        }
    }

    /// Whether a job can be part of one that has its place behind another job.
    private func mayBeMerged(_ fate: Fate, behind place: Int64) -> Bool {
        guard rig.options.coalesceMilliseconds > 0, let type = fate.mergedType else { return false }
        return fates.values.contains {
            $0.connection == fate.connection && $0.partition == fate.partition && $0.mergedType == type
                && $0.place > place
        }
    }

    /// Checks limits and bounds.
    func check() {
        let gauges = rig.dispatcher.gauges
        #expect(gauges.requests == rig.underWay.count, "seed \(seed)")
        #expect(gauges.requests <= rig.options.concurrency, "seed \(seed)")
        let hosts = Dictionary(grouping: rig.underWay.values) { $0.delivery.address.origin }
        for host in hosts.values { #expect(host.count <= rig.options.perHost, "seed \(seed)") }
        #expect(gauges.freshJobs <= rig.options.bounds.freshJobs, "seed \(seed)")
        #expect(gauges.freshBytes < rig.options.bounds.freshBytes + 2_000, "seed \(seed)")
        let bytes = rig.underWay.values.reduce(0) { $0 + $1.delivery.job.bytes.count }
        #expect(bytes < rig.options.bounds.requestBytes + 2_000 || rig.underWay.count == 1, "seed \(seed)")
    }

    /// The uploads that a job names; each record of a history has one of its own.
    func uploads(_ job: [UInt8]) -> [String] {
        let text = text(job)
        guard let start = text.range("\"uploads\":["), let end = text[start...].firstIndex(of: "]") else { return [] }
        return text[start..<end].split(separator: ",").map { String($0.dropFirst().dropLast()) }
    }
}

extension String {
    /// Returns the place behind the first occurrence of a text.
    fileprivate func range(_ other: String) -> Index? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(other) { return self.index(index, offsetBy: other.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
