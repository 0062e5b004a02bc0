import Synchronization
import System
import Webhooks

/// A few threads that look up names.
///
/// Closing the value does not wait for a thread whose lookup stalls.
final class LookupThreads: Sendable {
    static let threadCount = 8

    private struct Contents {
        var queue = LookupQueue(threadCount: threadCount)
        var isClosed = false
    }

    private let contents = Mutex(Contents())
    private let wakeup = WakeupEvent()

    /// Starts the threads.
    ///
    /// `answered` is called on one of the threads with a name and the result of its lookup.
    ///
    /// - Returns: Whether the system has created all threads.
    func start(
        _ clocks: Clocks,
        resolve: @escaping @Sendable (String) throws(LookupFailure) -> [IPAddress],
        answered: @escaping @Sendable (String, Result<[IPAddress], LookupFailure>) -> Void
    ) -> Bool {
        for _ in 0..<Self.threadCount {
            let thread = SystemThread {
                blockSignals()
                while let host = self.next() {
                    let began = clocks.steadyMilliseconds()
                    let found = Result { () throws(LookupFailure) in try resolve(host) }
                    let milliseconds = clocks.steadyMilliseconds() - began
                    let isClosed = self.contents.withLock { contents in
                        contents.queue.end(host, milliseconds: milliseconds)
                        return contents.isClosed
                    }
                    if !isClosed { answered(host, found) }
                }
            }
            guard let thread else { return false }
            thread.detach()
        }
        return true
    }

    func ask(_ host: String) {
        contents.withLock { $0.queue.append(host) }
        wakeup.ring()
    }

    func forget(_ host: String) { contents.withLock { $0.queue.remove(host) } }

    func close() {
        contents.withLock { $0.isClosed = true }
        wakeup.ring()
    }

    /// Waits for a name; nil at the end.
    private func next() -> String? {
        while true {
            let (host, isClosed) = contents.withLock { contents in
                contents.isClosed ? (nil, true) : (contents.queue.begin(), false)
            }
            if host != nil || isClosed {
                // A ring wakes one thread only, and there can be more to do.
                wakeup.ring()
                return host
            }
            wakeup.wait()
        }
    }
}
