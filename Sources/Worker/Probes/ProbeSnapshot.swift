/// What the probes of a worker go by, at one moment, and what they find.
///
/// Each gives the sentences that say what is not as it should be: none, where all is.
package struct ProbeSnapshot: Sendable {
    /// A lane, as others see it.
    package struct Lane: Sendable {
        package var number: Int
        /// Whether it is over, and its successor has not begun.
        package var hasEnded = false
        /// How long ago its loop has turned.
        package var silentMilliseconds: Int64 = 0
        /// Whether it waits for a broker meanwhile.
        package var isAsking = false
        /// How long ago a broker had answered it, at least; nil where none has yet.
        package var answeredMilliseconds: Int64?
        package var standing = LaneStanding()

        /// A lane that has just turned.
        package init(_ number: Int) { self.number = number }
    }

    /// Longer silence is no pause.
    package static let patienceMilliseconds: Int64 = 30_000
    /// What is listed in one line at most.
    private static let shownPartitions = 20

    package var hasTopics = false
    /// A sentence for each address that was tried while no broker has answered.
    package var silentBrokers: [String] = []
    /// Whether all lanes were members of the group at once, be it long ago.
    package var hasJoined = false
    package var isStopping = false
    package var lanes: [Lane] = []

    /// A worker that has only begun.
    package init() {}

    /// The lanes that do not turn: nothing but a new process helps.
    ///
    /// A call that waits for a broker is no reason to begin again, as long as the worker itself puts up with it.
    package var stuck: [String] {
        lanes.compactMap { lane in
            let patience = lane.isAsking ? LaneStatus.stuckMilliseconds : Self.patienceMilliseconds
            guard !lane.hasEnded, lane.silentMilliseconds > patience else { return nil }
            return "lane \(lane.number) has not turned for \(lane.silentMilliseconds / 1_000) s"
        }
    }

    /// What the start still waits for.
    package var awaited: [String] {
        if hasJoined { return [] }
        if !hasTopics { return silentBrokers.isEmpty ? ["no broker has told of the topics yet"] : silentBrokers }
        let waiting = lanes.filter { !$0.standing.hasJoined }.map { "lane \($0.number) has not joined the group yet" }
        return waiting.isEmpty ? ["the lanes have not begun yet"] : waiting
    }

    /// Why not all is served that this worker owns.
    package var unserved: [String] {
        if isStopping { return ["the worker is stopping"] }
        guard hasTopics, !lanes.isEmpty else { return awaited }
        return lanes.flatMap(Self.unserved)
    }

    private static func unserved(_ lane: Lane) -> [String] {
        let name = "lane \(lane.number)"
        if lane.hasEnded { return ["\(name) has failed, and is started again"] }
        guard lane.standing.hasJoined else { return ["\(name) has not joined the group yet"] }
        var reasons: [String] = []
        if !lane.standing.restoring.isEmpty {
            reasons.append("\(name) reads back the state of partitions \(list(lane.standing.restoring))")
        }
        if !lane.standing.failing.isEmpty {
            reasons.append("\(name) leaves alone, or has just gone on with, partitions \(list(lane.standing.failing))")
        }
        let silence = lane.answeredMilliseconds
        if silence.map({ $0 > patienceMilliseconds }) ?? true {
            let time = silence.map { "for \($0 / 1_000) s" } ?? "yet"
            reasons.append("no broker has answered \(name) \(time)")
        }
        return reasons
    }

    private static func list(_ partitions: [Int32]) -> String {
        let shown = partitions.sorted().prefix(shownPartitions).map { "\($0)" }.joined(separator: ", ")
        let more = partitions.count - shownPartitions
        return more > 0 ? "\(shown) and \(more) more" : shown
    }
}
