import Foundation
import Health
import Randomness
import Store
import Testing
import Vocabulary

/// A processor and its state on their way through a history, with everything that came out.
struct Course: ~Copyable {
    private var loop: CommitLoop<MemoryStore>
    private var rules: Rules
    /// The changelog so far.
    private(set) var log: [Changelog.Record] = []
    /// What each commit brought.
    private(set) var outcomes: [Outcome] = []
    /// Topics that were deleted and have nothing yet.
    private(set) var gone: Set<String> = []
    /// How many of the next commits that write to a topic that was deleted are aborted: it then has no documents, and is not
    /// empty either.
    var aborts = 0
    /// Chooses after which records of a commit what has come so far is derived already; nil: after none.
    var ahead: SeededRandom?

    /// Read once: making it anew for each course would take most of the time.
    private static let zones = ZoneTable(read: ZoneFiles.read)

    /// The usual rules, but no history is too old.
    static var rules: Rules {
        var rules = Rules()
        rules.stateRetentionSeconds = 50 * 365 * 86_400
        return rules
    }

    init(rules: Rules = Course.rules) {
        self.rules = rules
        loop = CommitLoop(Processor(rules: rules, zones: Self.zones), over: MemoryStore(), partition: 3)
    }

    var store: MemoryStore { loop.state }

    /// A record that comes in.
    struct Input {
        var topic = RecordPlace.Topic.uploads
        var connection = History.connection
        var value: [UInt8]?
    }

    /// Processes records of one topic in one commit.
    @discardableResult
    mutating func commit(_ values: [[UInt8]], to topic: RecordPlace.Topic = .uploads) -> Outcome {
        commit(values.map { Input(topic: topic, value: $0) })
    }

    /// Processes records in one commit.
    @discardableResult
    mutating func commit(_ inputs: [Input]) -> Outcome {
        while true {
            for input in inputs {
                loop.add(
                    input.topic,
                    key: Array(input.connection.utf8),
                    value: input.value,
                    timestampMilliseconds: 1_800_000_000_000
                )
                deriveAhead()
            }
            let outcome = loop.commit { _, _ in }
            if publish(outcome) { return outcome }
        }
    }

    /// Processes records in one commit, up to one of a connection of which it takes nothing more; gives back how many it took.
    ///
    /// Chance says after which of them a connection is closed.
    mutating func commit(_ inputs: [Input], closingBy dice: inout SeededRandom) -> (taken: Int, outcome: Outcome) {
        var taken = 0
        for input in inputs {
            let key = Array(input.connection.utf8)
            if unsafe loop.batch?.isClosed(key.span.bytes) ?? false { break }
            loop.add(input.topic, key: key, value: input.value, timestampMilliseconds: 1_800_000_000_000)
            taken += 1
            for _ in 0..<Int.random(in: 0...2, using: &dice) { loop.close() }
        }
        let outcome = loop.commit { _, _ in }
        _ = publish(outcome)
        return (taken, outcome)
    }

    private mutating func deriveAhead() {
        guard var dice = ahead else { return }
        for _ in 0..<Int.random(in: 0...2, using: &dice) { loop.deriveAhead() }
        ahead = dice
    }

    /// Somebody deletes a topic: what was in it is gone.
    mutating func delete(_ topic: String) {
        for index in outcomes.indices { outcomes[index].records.removeAll { $0.topic == topic } }
        gone.insert(topic)
    }

    /// Commits what a batch has come to, with where its documents lie; false when it is aborted.
    private mutating func publish(_ outcome: Outcome) -> Bool {
        var outcome = outcome
        let topics = Set(outcome.records.filter { $0.kind == .document }.map(\.topic))
        // The worker would abort such a commit again and again, and with it those of all other connections.
        #expect(topics.filter { loop.processor.refusals[$0] != nil }.isEmpty)
        let written = topics.sorted().map { topic in
            let log = loop.processor.documentLog(topic, over: loop.state)
            let mark = LogMark(offset: Int64(outcomes.count), timestampMilliseconds: 0, checksum: 1)
            return WrittenLog(log, mark: mark, isReplaced: gone.contains(topic) && log.last != nil)
        }
        loop.processor.note(written, in: &outcome, over: loop.state)
        if !topics.isDisjoint(with: gone), aborts > 0 {
            aborts -= 1
            return false
        }
        gone.subtract(topics)
        Self.keep(outcome, in: &loop.state)
        note(outcome)
        return true
    }

    /// Goes on by other rules; a topic that takes nothing still takes nothing.
    mutating func change(_ rules: Rules) {
        self.rules = rules
        let refusals = loop.processor.refusals
        loop.processor = Processor(rules: rules, zones: Self.zones)
        loop.processor.refusals = refusals
    }

    /// Makes one commit of a re-derivation; gives back whether nothing is left to be done.
    mutating func rederive(budgetBytes: Int) -> Bool {
        let (outcome, done) = loop.processor.rederive(
            over: loop.state,
            partition: 3,
            budgetBytes: budgetBytes,
            atMilliseconds: 1_800_000_000_000
        )
        return publish(outcome) && done == nil
    }

    /// The topic takes nothing from now on.
    mutating func refuse(_ topic: String) { loop.processor.refusals[topic] = "cannot be created" }

    /// All topics take documents again, which come at once.
    mutating func accept() {
        loop.processor.refusals = [:]
        #expect(publish(loop.processor.release(over: loop.state, from: nil).outcome))
        while !rederive(budgetBytes: 20_000) {}
    }

    /// How the documents that are published stand to the rules.
    var standing: Processor.Standing { loop.processor.standing(of: loop.state) }

    private static func keep(_ outcome: Outcome, in store: inout MemoryStore) {
        #expect(outcome.unreadable == nil && outcome.broken == nil)
        for change in outcome.changes + outcome.afterDelivery
        where change.heldBytes != store.value(at: change.stateKey, of: change.connection)?.count {
            Issue.record("the change at \(change.stateKey) is not told how long what it replaces is")
        }
        store.apply(outcome.changes + outcome.afterDelivery)
    }

    private mutating func note(_ outcome: Outcome) {
        // Small, so that values take several records of the changelog.
        log += (outcome.changes + outcome.afterDelivery).flatMap { Changelog.records(of: $0, chunkBytes: 400) }
        outcomes.append(outcome)
    }

    /// Processes uploads in commits of at most so many.
    mutating func run(_ uploads: [PlainUpload], largest: Int, using dice: inout SeededRandom) {
        var rest = uploads[...]
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...largest, using: &dice))
            commit(rest.prefix(count).map(\.bytes))
            rest = rest.dropFirst(count)
        }
    }

    /// Loses everything but the changelog, and comes back from it.
    mutating func restart() throws {
        var store = MemoryStore()
        var replay = Replay()
        for (offset, record) in log.enumerated() {
            let value = unsafe record.value?.span.bytes
            let change = try unsafe replay.take(key: record.key.span.bytes, value: value, offset: Int64(offset))
            if let change { store.apply([change]) }
        }
        try replay.end()
        loop.processor = Processor(rules: rules, zones: Self.zones)
        loop.state = store
    }

    /// The live documents of all topics, by topic, partition and key.
    var everywhere: [String: [UInt8]] {
        var live: [String: [UInt8]] = [:]
        for record in outcomes.flatMap(\.records) where record.kind == .document {
            live["\(record.topic) \(record.partition ?? -1) \(Self.text(record.key))"] = record.value
        }
        return live
    }

    /// The live documents of a connection that the records so far fold to, by key.
    func documents(of connection: String) -> [String: [UInt8]] {
        var live: [String: [UInt8]] = [:]
        for record in outcomes.flatMap(\.records)
        where record.kind == .document && record.topic == "fork.connection.\(connection)" {
            live[Self.text(record.key)] = record.value
        }
        return live
    }

    /// The live documents of the one connection that a history is of.
    var documents: [String: [UInt8]] { documents(of: History.connection) }

    /// The samples' accounts, all together.
    var accounting: Accounting {
        var sum = Accounting()
        for outcome in outcomes { sum += outcome.accounting }
        return sum
    }

    static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    /// A document's bytes without what tells of the upload that caused this version.
    static func essence(_ bytes: [UInt8]) -> String {
        var text = text(bytes)
        for (key, end) in [(",\"user_id\":\"", "\""), (",\"collected_at\":", ",")] {
            guard let from = text.range(of: key) else { continue }
            let rest = text[from.upperBound...]
            guard let to = rest.range(of: end) else { continue }
            text.removeSubrange(from.lowerBound..<(end == "," ? to.lowerBound : to.upperBound))
        }
        return text
    }
}
