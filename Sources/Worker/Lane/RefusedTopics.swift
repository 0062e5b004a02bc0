/// The document topics of connections and apps that take nothing, each with the reason and the time of the next try.
///
/// Their documents are owed, and nobody else waits for them. The first try follows after 30 s, then after 1, 2 and 5
/// minutes each, counted anew from each start.
package struct RefusedTopics {
    private struct Refusal {
        var reason: String
        /// Whether writing was refused, so that a try must write.
        var isOfWriting: Bool
        var failures: Int
        var due: Int64
    }

    /// The pauses before the tries; the last one repeats.
    private static let pausesMilliseconds: [Int64] = [30_000, 60_000, 120_000, 300_000]
    /// The most topics of one try.
    private static let triedMax = 200
    /// The interval between log lines about owed documents.
    private static let saidMilliseconds: Int64 = 60_000

    private var refusals: [String: Refusal] = [:] { didSet { shown = nil } }
    /// The first topics, as they were last found; nil after a change.
    private var shown: [(topic: String, reason: String)]?
    /// A lower bound of the time of the next try.
    package private(set) var nextDue = Int64.max
    private var said: Int64?

    /// Creates the value for a lane that knows no refusing topic.
    package init() {}

    package var count: Int { refusals.count }

    /// Returns why a topic takes nothing, or nil if nothing of the kind is known.
    package func reason(_ topic: String) -> String? { refusals[topic]?.reason }

    /// Whether a topic must be tried by writing to it.
    package func mustWrite(_ topic: String) -> Bool { refusals[topic]?.isOfWriting ?? false }

    /// Notes that a topic takes nothing, now or again.
    package mutating func refuse(_ topic: String, _ reason: String, isOfWriting: Bool = false, at now: Int64) {
        let failures = refusals[topic].map { $0.failures + 1 } ?? 0
        let due = now + Self.pausesMilliseconds[min(failures, Self.pausesMilliseconds.count - 1)]
        let mustWrite = isOfWriting || refusals[topic]?.isOfWriting ?? false
        refusals[topic] = Refusal(reason: reason, isOfWriting: mustWrite, failures: failures, due: due)
        nextDue = min(nextDue, due)
    }

    /// Takes a refusal from the state of a partition, which an earlier process has noted.
    package mutating func restore(_ topic: String, _ reason: String, at now: Int64) {
        if refusals[topic] == nil { refuse(topic, reason, isOfWriting: true, at: now) }
    }

    /// Notes that a topic takes documents.
    package mutating func accept(_ topic: String) { refusals[topic] = nil }

    package mutating func removeAll() { (refusals, nextDue) = ([:], .max) }

    /// Returns the topics to try now, in the order of their names.
    package mutating func due(at now: Int64) -> [String] {
        guard nextDue <= now else { return [] }
        let due = refusals.lazy.filter { $0.value.due <= now }.map(\.key).sorted()
        // The rest of the due topics come with the next call.
        if due.count <= Self.triedMax { nextDue = refusals.values.lazy.map(\.due).filter { $0 > now }.min() ?? .max }
        return Array(due.prefix(Self.triedMax))
    }

    /// Postpones tries that had no answer.
    package mutating func postpone(_ topics: [String], at now: Int64) {
        for topic in topics { refusals[topic]?.due = now + Self.pausesMilliseconds[0] }
        nextDue = min(nextDue, now + Self.pausesMilliseconds[0])
    }

    /// Whether a log line about owed documents is due: at once, and then once a minute.
    package mutating func mustSay(at now: Int64) -> Bool {
        if refusals.isEmpty { said = nil }
        guard !refusals.isEmpty, said.map({ now - $0 >= Self.saidMilliseconds }) ?? true else { return false }
        said = now
        return true
    }

    /// The first topics by name, each with the reason, as many as probes show.
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
