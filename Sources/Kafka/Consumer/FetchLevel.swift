/// Decides when the library's fetch threads must be woken, from the length of the consumer's queue.
///
/// While a request to a leader is pending (`isRequested`), only an empty queue is checked.
package struct FetchLevel: Sendable {
    private static let requestsAfterRecord = 20

    /// The number of bytes taken after which the queue may have been full.
    ///
    /// This is half of the queue's limit, because the library also counts keys and headers of records.
    private let fullBytes: Int
    private var highest = 0
    /// The number of bytes taken since the queue was last empty.
    private var takenBytes = 0
    /// The number of requests still to be sent after the queue became empty, because the broker may have more records.
    private var requestsLeft = 0

    /// - Parameter limitBytes: The queue size at which the library stops fetching.
    package init(limitBytes: Int) {
        fullBytes = limitBytes / 2
    }

    /// Counts a record taken from the queue, and returns whether the queue is short, so that `took` must be called.
    package mutating func isLow(taking bytes: Int, waiting: Int, isRequested: Bool) -> Bool {
        takenBytes += bytes
        highest = max(highest, waiting)
        return waiting == 0 || waiting <= highest / 2 && !isRequested
    }

    /// Returns whether fetchers must be woken, after a record was taken while the queue is short.
    ///
    /// `behind` is the number of offsets after the record in its partition.
    package mutating func took(behind: Int, waiting: Int, isRequested: Bool) -> Bool {
        // The last offset may be a transaction marker, which is never delivered.
        let isBehind = behind > waiting + 1
        // The last fetch may have returned all records and filled the queue. Its fetcher then sleeps.
        let wasFull = waiting == 0 && takenBytes >= fullBytes
        if waiting == 0 { takenBytes = 0 }
        requestsLeft = isBehind ? Self.requestsAfterRecord : wasFull && isRequested ? 1 : 0
        return (isBehind || wasFull) && !isRequested
    }

    /// Returns whether fetchers must be woken, after no record came within the timeout.
    package mutating func tookNothing(isRequested: Bool) -> Bool {
        guard requestsLeft > 0, !isRequested else { return false }
        requestsLeft -= 1
        return true
    }
}
