/// The document topics that refuse documents, with the times of the next tries.
///
/// The pauses before the tries are 30 s, then 1, 2 and 5 minutes. After a restart, the pauses begin at 30 s again.
package struct RefusedTopics {
    private struct Refusal {
        var reason: String
        /// Whether a write was refused, so that the next try must write.
        var isOfWriting: Bool
        var failures: Int
        var due: Int64
    }

    /// The pauses before the tries; the last pause repeats.
    private static let pausesMilliseconds: [Int64] = [30_000, 60_000, 120_000, 300_000]
    /// The maximum number of topics in one try.
    private static let triedMax = 200
    /// The interval between log lines about documents that wait for refused topics.
    private static let saidMilliseconds: Int64 = 60_000

    private var refusals: [String: Refusal] = [:] { didSet { (shown, counted) = (nil, nil) } }
    /// The number of topics by reason at the last call of `reasons`; nil after a change.
    private var counted: [String: Int]?
    /// The first topics at the last call of `first`; nil after a change.
    private var shown: [(topic: String, reason: String)]?
    /// The time before which no try is due.
    package private(set) var nextDue = Int64.max
    private var said: Int64?

    package init() {}

    package var count: Int { refusals.count }

    /// Returns the reason why a topic refuses documents, or nil if no refusal is known.
    package func reason(_ topic: String) -> String? { refusals[topic]?.reason }

    /// Whether the next try must write to the topic.
    package func mustWrite(_ topic: String) -> Bool { refusals[topic]?.isOfWriting ?? false }

    /// Adds a refusal by a topic, and plans the next try.
    package mutating func refuse(_ topic: String, _ reason: String, isOfWriting: Bool = false, at now: Int64) {
        let failures = refusals[topic].map { $0.failures + 1 } ?? 0
        let due = now + Self.pausesMilliseconds[min(failures, Self.pausesMilliseconds.count - 1)]
        let mustWrite = isOfWriting || refusals[topic]?.isOfWriting ?? false
        refusals[topic] = Refusal(reason: reason, isOfWriting: mustWrite, failures: failures, due: due)
        nextDue = min(nextDue, due)
    }

    /// Adds a refusal that an earlier process has stored in the state of a partition.
    package mutating func restore(_ topic: String, _ reason: String, at now: Int64) {
        if refusals[topic] == nil { refuse(topic, reason, isOfWriting: true, at: now) }
    }

    /// Removes a topic, because it accepts documents.
    package mutating func accept(_ topic: String) { refusals[topic] = nil }

    package mutating func removeAll() { (refusals, nextDue) = ([:], .max) }

    /// Returns the topics to try now, sorted by name.
    ///
    /// If a try gets no answer, it is due again after 30 s.
    package mutating func due(at now: Int64) -> [String] {
        guard nextDue <= now else { return [] }
        let due = refusals.lazy.filter { $0.value.due <= now }.map(\.key).sorted().prefix(Self.triedMax)
        for topic in due { refusals[topic]?.due = now + Self.pausesMilliseconds[0] }
        nextDue = refusals.values.lazy.map(\.due).min() ?? .max
        return Array(due)
    }

    /// Whether to log now that documents wait for topics: with the first such connection, and then once a minute.
    package mutating func mustSay(connections: Int, at now: Int64) -> Bool {
        if refusals.isEmpty { said = nil }
        guard !refusals.isEmpty, connections > 0, said.map({ now - $0 >= Self.saidMilliseconds }) ?? true else {
            return false
        }
        said = now
        return true
    }

    /// Returns the number of topics by reason, of the most frequent reasons.
    package mutating func reasons() -> [String: Int] {
        if let counted { return counted }
        let all = refusals.values.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
        let most = all.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(ComponentStanding.Owed.shownMax)
        let found = Dictionary(uniqueKeysWithValues: most.map { ($0.key, $0.value) })
        counted = found
        return found
    }

    /// Returns the first topics by name with their reasons, up to the number that the probes show.
    package mutating func first() -> [(topic: String, reason: String)] {
        if let shown { return shown }
        var first: [String] = []
        for topic in refusals.keys {
            let place = first.firstIndex { topic < $0 } ?? first.count
            if place < ComponentStanding.Owed.shownMax { first.insert(topic, at: place) }
            if first.count > ComponentStanding.Owed.shownMax { first.removeLast() }
        }
        let found = first.map { ($0, refusals[$0]?.reason ?? "") }
        shown = found
        return found
    }
}
