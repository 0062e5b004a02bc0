/// The state that the probes of a worker judge, at one moment.
///
/// Each probe is a list of sentences about faults, and is empty if there is none.
package struct ProbeSnapshot: Sendable {
    /// The state of one lane.
    package struct Lane: Sendable {
        package var number: Int
        /// Whether the lane has ended and its replacement has not begun.
        package var hasEnded = false
        /// How long ago the lane last showed a sign of life.
        package var silentMilliseconds: Int64 = 0
        /// Whether the lane is waiting for a broker.
        package var isAsking = false
        /// How long ago a broker last answered the lane, or nil if none has.
        package var answeredMilliseconds: Int64?
        package var standing = LaneStanding()

        /// Creates a lane that has just shown a sign of life.
        package init(_ number: Int) { self.number = number }
    }

    /// The time without a sign of life or an answer after which a probe reports a fault.
    package static let patienceMilliseconds: Int64 = 30_000
    /// The largest number of partitions listed in one line.
    private static let shownPartitions = 20

    package var hasTopics = false
    /// The reasons for each address, while no broker has answered.
    package var silentBrokers: [String] = []
    /// Whether all lanes have been members of the group at the same time, now or earlier.
    package var hasJoined = false
    package var isStopping = false
    package var lanes: [Lane] = []

    /// Creates the state of a worker that has just started.
    package init() {}

    /// The lanes that are stuck, so that the process must be restarted.
    ///
    /// A lane that waits for a broker gets the same patience here as from the worker itself.
    package var stuck: [String] {
        lanes.compactMap { lane in
            let patience = lane.isAsking ? LaneStatus.stuckMilliseconds : Self.patienceMilliseconds
            guard !lane.hasEnded, lane.silentMilliseconds > patience else { return nil }
            return "lane \(lane.number) has shown no sign of life for \(lane.silentMilliseconds / 1_000) s"
        }
    }

    /// The reasons why the start is not complete.
    package var awaited: [String] {
        if hasJoined { return [] }
        if !hasTopics { return silentBrokers.isEmpty ? ["no broker has answered about the topics yet"] : silentBrokers }
        let waiting = lanes.filter { !$0.standing.hasJoined }.map { "lane \($0.number) has not joined the group yet" }
        return waiting.isEmpty ? ["the lanes have not begun yet"] : waiting
    }

    /// The reasons why some partitions of this worker are not processed.
    package var unserved: [String] {
        if isStopping { return ["the worker is stopping"] }
        guard hasTopics, !lanes.isEmpty else { return awaited }
        return lanes.flatMap(Self.unserved)
    }

    private static func unserved(_ lane: Lane) -> [String] {
        let name = "lane \(lane.number)"
        if lane.hasEnded { return ["\(name) has failed and is being restarted"] }
        guard lane.standing.hasJoined else { return ["\(name) has not joined the group yet"] }
        var reasons: [String] = []
        if !lane.standing.restoring.isEmpty {
            reasons.append("\(name) is restoring the state of partitions \(list(lane.standing.restoring))")
        }
        if !lane.standing.failing.isEmpty {
            reasons.append(
                "\(name) has left alone, or has only just resumed, partitions \(list(lane.standing.failing))"
            )
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
