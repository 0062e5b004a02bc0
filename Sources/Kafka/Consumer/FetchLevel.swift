/// When fetchers have to be woken, by what their consumer sees of its queue.
///
/// While a request is under way (`isTold`) only the last record of the queue says anything new.
package struct FetchLevel: Sendable {
    private static let requestsAfterRecord = 20

    private var highest = 0
    /// Requests that are left after the last record: a queue that is empty tells nothing more.
    private var requestsLeft = 0

    /// A queue in which nothing was seen yet.
    package init() {}

    /// Whether it is worth asking how many records are behind the one that was just taken.
    package mutating func isLow(waiting: Int, isTold: Bool) -> Bool {
        highest = max(highest, waiting)
        return waiting == 0 || waiting <= highest / 2 && !isTold
    }

    /// A record was taken while the queue is low.
    ///
    /// - Parameters:
    ///   - behind: How many offsets of its partition come after it.
    ///   - waiting: How many records are in the queue.
    ///   - isTold: A request is under way.
    /// - Returns: Whether fetchers are to be woken.
    package mutating func took(behind: Int, waiting: Int, isTold: Bool) -> Bool {
        // Markers are offsets without a record; one of them may be the end.
        let isBehind = behind > waiting + 1
        requestsLeft = isBehind ? Self.requestsAfterRecord : 0
        return isBehind && !isTold
    }

    /// Nothing came within the time that was waited.
    ///
    /// - Returns: Whether fetchers are to be woken.
    package mutating func tookNothing(isTold: Bool) -> Bool {
        guard requestsLeft > 0, !isTold else { return false }
        requestsLeft -= 1
        return true
    }
}
