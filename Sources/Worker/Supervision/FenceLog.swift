/// Decides whether a component that the group has fenced may start again.
///
/// One fencing does not prove a second owner. After a network failure or a paused process, the broker may take the
/// component's own join for another member (librdkafka issue 3437). If there is a real rival, it also starts again and
/// fences this component a second time within a few heartbeats. Without a rival, its own join can be mistaken again
/// only after a whole session timeout.
package struct FenceLog: Sendable {
    private let sessionMilliseconds: Int64
    private var last: [Int: Int64] = [:]

    /// Creates the log for a group with this `session.timeout.ms`.
    package init(sessionMilliseconds: Int64) { self.sessionMilliseconds = sessionMilliseconds }

    /// Notes that a component was fenced, and returns whether it may start again.
    package mutating func mayStartAgain(_ number: Int, at milliseconds: Int64) -> Bool {
        defer { last[number] = milliseconds }
        return last[number].map { milliseconds - $0 >= sessionMilliseconds } ?? true
    }
}
