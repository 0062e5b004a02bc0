/// When each lane was last put out of the group for another member of its name.
///
/// Once is no proof of a second owner: after a cut line the broker may see a lane's own join twice, the later one first,
/// and take the earlier for somebody new (librdkafka issue 3437). A lane that begins anew puts a real rival out, which
/// does the same; so again within a minute it is one.
package struct FenceLog: Sendable {
    private static let rivalMilliseconds: Int64 = 60_000

    private var last: [Int: Int64] = [:]

    /// Nobody was fenced yet.
    package init() {}

    /// Notes that a lane was fenced, and says whether it may begin anew.
    package mutating func mayBeginAnew(_ lane: Int, at milliseconds: Int64) -> Bool {
        defer { last[lane] = milliseconds }
        return last[lane].map { milliseconds - $0 >= Self.rivalMilliseconds } ?? true
    }
}
