/// When each lane was last put out of the group for another member of its name.
///
/// Once is no proof of a second owner: after a cut line or a stopped process the broker may take a lane's own join for
/// somebody new (librdkafka issue 3437). A lane that starts again puts a real rival out, which does the same; so a rival
/// puts it out again within a few heartbeats, while a lane that has joined must first have been out of touch for a
/// session before its own join can be mistaken again.
package struct FenceLog: Sendable {
    private let sessionMilliseconds: Int64
    private var last: [Int: Int64] = [:]

    /// Nobody was fenced yet, in a group with this `session.timeout.ms`.
    package init(sessionMilliseconds: Int64) { self.sessionMilliseconds = sessionMilliseconds }

    /// Notes that a lane was fenced, and says whether it may start again.
    package mutating func mayStartAgain(_ lane: Int, at milliseconds: Int64) -> Bool {
        defer { last[lane] = milliseconds }
        return last[lane].map { milliseconds - $0 >= sessionMilliseconds } ?? true
    }
}
