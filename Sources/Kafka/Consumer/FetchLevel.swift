/// Decides when fetchers must be woken, from the length of the consumer's queue.
///
/// While a request is pending (`isRequested`), only the last record of the queue gives new information.
package struct FetchLevel: Sendable {
    private static let requestsAfterRecord = 20

    /// If at least this number of bytes was taken, the queue may have been full.
    ///
    /// This number is half of the queue's limit, because the library also counts keys and headers of records.
    private let fullBytes: Int
    private var highest = 0
    /// The number of bytes taken since the queue was last empty.
    private var takenBytes = 0
    /// The number of further requests after the last record, because an empty queue does not show what the broker has.
    private var requestsLeft = 0

    /// - Parameter limitBytes: The size of the queue's values at which the library stops fetching.
    package init(limitBytes: Int) {
        fullBytes = limitBytes / 2
    }

    /// Counts a record that was taken.
    ///
    /// - Returns: Whether the queue is short, so that the number of records after this record should be checked.
    package mutating func isLow(taking bytes: Int, waiting: Int, isRequested: Bool) -> Bool {
        takenBytes += bytes
        highest = max(highest, waiting)
        return waiting == 0 || waiting <= highest / 2 && !isRequested
    }

    /// Notes that a record was taken while the queue is short.
    ///
    /// `behind` is the number of offsets after the record in its partition.
    ///
    /// - Returns: Whether fetchers must be woken.
    package mutating func took(behind: Int, waiting: Int, isRequested: Bool) -> Bool {
        // Transaction markers are offsets without a record, and one may be the last offset.
        let isBehind = behind > waiting + 1
        // The last fetch may have returned all records and filled the queue. Its fetcher then sleeps.
        let wasFull = waiting == 0 && takenBytes >= fullBytes
        if waiting == 0 { takenBytes = 0 }
        requestsLeft = isBehind ? Self.requestsAfterRecord : wasFull && isRequested ? 1 : 0
        return (isBehind || wasFull) && !isRequested
    }

    /// Notes that no record came within the timeout.
    ///
    /// - Returns: Whether fetchers must be woken.
    package mutating func tookNothing(isRequested: Bool) -> Bool {
        guard requestsLeft > 0, !isRequested else { return false }
        requestsLeft -= 1
        return true
    }
}
