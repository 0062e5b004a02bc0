/// Decides whether a fenced component may start again, or whether another process (a rival) uses its name.
///
/// One fencing does not prove a rival. After a network failure or a pause of the process, the broker may mistake the
/// component's own join, or a late request of its old session, for another member (librdkafka issue 3437). Even a
/// second fencing can have this cause. So after a second fencing, the component stays out of the group, and checks
/// whether the group keeps a member with its name. The member of a rival stays. The component's own old member is
/// removed when its session times out.
package struct FenceLog: Sendable {
    /// The consequence of a fencing, or of a check of the group.
    package enum Verdict: Equatable, Sendable {
        case startAgain
        /// The component must stay out of the group until the next check.
        case wait
        /// Another process has the component's name, so this process must end.
        case rival
    }

    /// The time after the end of a session in which brokers remove its member.
    private static let removalMilliseconds: Int64 = 5_000

    private let sessionMilliseconds: Int64
    private var last: [Int: Int64] = [:]
    /// When a member of a component's name was first seen in the group, while the component itself is not in the group.
    private var seen: [Int: Int64] = [:]

    /// Creates the log for a group with this `session.timeout.ms`.
    package init(sessionMilliseconds: Int64) { self.sessionMilliseconds = sessionMilliseconds }

    /// Returns the consequence of a fencing; a second fencing within a session timeout makes the component wait.
    package mutating func fenced(_ number: Int, at milliseconds: Int64) -> Verdict {
        defer { last[number] = milliseconds }
        seen[number] = nil
        guard let last = last[number], milliseconds - last < sessionMilliseconds else { return .startAgain }
        return .wait
    }

    /// Returns the consequence of a fencing of a producer, with the start of its transaction if one was open.
    ///
    /// If the transaction is older than its timeout, the broker itself has fenced the producer.
    package mutating func fenced(
        _ number: Int,
        at milliseconds: Int64,
        transactionBegan: Int64?,
        timeoutMilliseconds: Int64
    ) -> Verdict {
        if let transactionBegan, milliseconds - transactionBegan >= timeoutMilliseconds { return .startAgain }
        return fenced(number, at: milliseconds)
    }

    /// Returns the consequence of a check whether the group has a member of a fenced component's name.
    ///
    /// `isMember` is nil if no broker has answered. The wait then starts again, because a coordinator that becomes
    /// available restarts all sessions.
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
