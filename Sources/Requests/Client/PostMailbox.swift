import Synchronization
import System
import Webhooks

/// The state that callers share with the client's thread.
final class PostMailbox: Sendable {
    /// The work for the client's thread.
    struct Orders: Sendable {
        /// Requests to begin, with the times of their submission.
        var submissions: [(request: PostRequest, milliseconds: Int64)] = []
        var cancellations: [Cancellation] = []
        var lookups: [(host: String, found: Result<[IPAddress], LookupFailure>)] = []
        var isClosing = false
    }

    struct Cancellation: Sendable {
        let ids: [UInt64]
        let done: WakeupEvent
    }

    private struct Contents: Sendable {
        var orders = Orders()
        var underWay: Set<UInt64> = []
        var results: [PostResult] = []
        /// Called when results can be taken.
        var call: @Sendable () -> Void = {}
    }

    private let multi: MultiHandle
    private let requestsMax: Int
    private let contents = Mutex(Contents())

    init(_ multi: MultiHandle, requestsMax: Int) {
        self.multi = multi
        self.requestsMax = requestsMax
    }

    var underWayCount: Int { contents.withLock { $0.underWay.count } }

    func submit(_ request: PostRequest, at now: Int64) -> Bool {
        let isTaken = contents.withLock { contents in
            guard contents.underWay.count + contents.results.count < requestsMax,
                contents.underWay.insert(request.id).inserted
            else { return false }
            contents.orders.submissions.append((request, now))
            return true
        }
        if isTaken { multi.endWait() }
        return isTaken
    }

    /// Lets the client's thread cancel requests, and waits for that; nil cancels all current requests.
    func cancel(_ ids: [UInt64]?) {
        let done = WakeupEvent()
        contents.withLock { contents in
            let ids = ids ?? Array(contents.underWay) + contents.results.map(\.id)
            let cut = Set(ids)
            // The thread may end some of these requests before it takes the cancellation. `put` then drops their
            // results.
            contents.underWay.subtract(cut)
            contents.results.removeAll { cut.contains($0.id) }
            contents.orders.submissions.removeAll { cut.contains($0.request.id) }
            contents.orders.cancellations.append(Cancellation(ids: ids, done: done))
        }
        multi.endWait()
        done.wait()
    }

    func found(_ host: String, _ found: Result<[IPAddress], LookupFailure>) {
        contents.withLock { $0.orders.lookups.append((host, found)) }
        multi.endWait()
    }

    func close() {
        contents.withLock { $0.orders.isClosing = true }
        multi.endWait()
    }

    func takeOrders() -> Orders {
        contents.withLock { contents in
            let orders = contents.orders
            contents.orders = Orders()
            return orders
        }
    }

    func onResults(_ call: @escaping @Sendable () -> Void) { contents.withLock { $0.call = call } }

    /// Adds results, except those of requests that were canceled meanwhile.
    func put(_ results: [PostResult]) {
        let call = contents.withLock { contents in
            for result in results where contents.underWay.remove(result.id) != nil { contents.results.append(result) }
            return contents.call
        }
        call()
    }

    func takeResults() -> [PostResult] {
        contents.withLock { contents in
            let results = contents.results
            contents.results = []
            return results
        }
    }
}
