/// The state that the probes of a worker judge, at one moment.
///
/// Each probe is a list of sentences about faults, and is empty if there is none.
package struct ProbeSnapshot: Sendable {
    /// The condition of one component.
    package struct Condition: Sendable {
        package var name: String
        /// Whether the component has ended and its replacement has not begun.
        package var hasEnded = false
        /// Why the component has ended, if it has failed.
        package var failure: String?
        /// The time since the component last showed that it is not stuck.
        package var silentMilliseconds: Int64 = 0
        /// Whether the component is waiting for a broker.
        package var isAsking = false
        /// The time since a broker last answered the component; nil if no broker has answered.
        package var answeredMilliseconds: Int64?
        package var standing = ComponentStanding()

        package init(_ name: String) { self.name = name }
    }

    /// The time without a sign of life or an answer after which a probe reports a fault.
    package static let patienceMilliseconds: Int64 = 30_000
    static let noAnswer = "no broker has answered about the topics yet"

    /// The conditions for which the start waits before the components begin; empty if all components have begun.
    package var awaits = [Self.noAnswer]
    /// Whether there was a moment at which the starts of all components were complete.
    package var hasStarted = false
    package var isStopping = false
    package var components: [Condition] = []

    package init() {}

    /// The components that are stuck, so that the process must be restarted.
    ///
    /// A component that waits for a broker may wait as long as the supervisor allows.
    package var stuck: [String] {
        components.compactMap { component in
            let patience = component.isAsking ? ComponentStatus.stuckMilliseconds : Self.patienceMilliseconds
            guard !component.hasEnded, component.silentMilliseconds > patience else { return nil }
            return "\(component.name) has shown no sign of life for \(component.silentMilliseconds / 1_000) s"
        }
    }

    /// The reasons why the start is not complete.
    package var awaited: [String] {
        if hasStarted { return [] }
        guard awaits.isEmpty else { return awaits }
        return components.compactMap { component in component.standing.awaits.map { "\(component.name) \($0)" } }
    }

    /// The reasons why some work of this process is not done.
    package var unserved: [String] {
        if isStopping { return ["the worker is stopping"] }
        return awaits.isEmpty ? components.flatMap(Self.unserved) : awaited
    }

    /// A sentence for each document topic that refuses documents; such topics do not make a probe fail.
    package var owed: [String] {
        let all = components.map(\.standing.owed)
        let shown = all.flatMap(\.topics).sorted().prefix(ComponentStanding.Owed.shownMax)
        let more = all.reduce(0) { $0 + $1.count } - shown.count
        let lines = shown.map { "documents are owed: \($0)" }
        return more > 0 ? lines + ["documents are owed: \(more) more topics take nothing"] : lines
    }

    private static func unserved(_ component: Condition) -> [String] {
        let name = component.name
        if component.hasEnded { return ["\(name) has failed and is being restarted"] }
        if let awaits = component.standing.awaits { return ["\(name) \(awaits)"] }
        let reasons = component.standing.unserved.map { "\(name) \($0)" }
        if let silence = component.answeredMilliseconds, silence <= patienceMilliseconds { return reasons }
        let time = component.answeredMilliseconds.map { "for \($0 / 1_000) s" } ?? "yet"
        return reasons + ["no broker has answered \(name) \(time)"]
    }
}
