/// Decides whether a component that was fenced may start again, or whether another process has its name.
///
/// Workers and dispatchers share this decision.
///
/// One fencing does not prove a rival. After a network failure or a paused process, the broker may mistake the
/// component's own join, or a late request of its old session, for another member (librdkafka issue 3437). A rival
/// would start again too, and fence this component a second time within a few heartbeats. The component's own requests
/// can also do that after an outage. So after a second fencing, the component stays out of the group, and checks
/// whether the group keeps a member with its name. The member of a rival stays. The component's own old member is
/// removed when its session has timed out.
package struct FenceLog: Sendable {
    /// The consequence of a fencing, or of a check of the group.
    package enum Verdict: Equatable, Sendable {
        case startAgain
        /// The component must stay out of the group until the next check.
        case wait
        /// Another process has the component's name, so this process must end.
        case rival
    }

    /// The time that brokers may need after the end of a session to remove its member.
    private static let removalMilliseconds: Int64 = 5_000

    private let sessionMilliseconds: Int64
    private var last: [Int: Int64] = [:]
    /// Since when the group has had a member of the component's name, without a heartbeat of this component.
    private var seen: [Int: Int64] = [:]

    /// Creates the log for a group with this `session.timeout.ms`.
    package init(sessionMilliseconds: Int64) { self.sessionMilliseconds = sessionMilliseconds }

    /// Notes that a component was fenced.
    package mutating func fenced(_ number: Int, at milliseconds: Int64) -> Verdict {
        defer { last[number] = milliseconds }
        seen[number] = nil
        guard let last = last[number], milliseconds - last < sessionMilliseconds else { return .startAgain }
        return .wait
    }

    /// Notes whether the group has a member of a component's name, while the component is not in the group.
    ///
    /// `number` is the number of the component. `isMember` is true if the group has such a member; nil if no broker
    /// has answered. A coordinator restarts all sessions when it is available again.
    ///
    /// - Returns: The consequence for the component.
    package mutating func looked(_ number: Int, isMember: Bool?, at milliseconds: Int64) -> Verdict {
        guard let isMember else {
            seen[number] = nil
            return .wait
        }
        if !isMember { return .startAgain }
        let since = seen[number] ?? milliseconds
        seen[number] = since
        return milliseconds - since > sessionMilliseconds + Self.removalMilliseconds ? .rival : .wait
    }
}
