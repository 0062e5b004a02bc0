import Synchronization
import System
import Webhooks

/// A few threads that look up host names; `close` does not wait for a lookup that stalls.
final class LookupThreads: Sendable {
    static let threadCount = 8

    private struct Contents {
        var queue = LookupQueue(threadCount: threadCount)
        var isClosed = false
    }

    private let contents = Mutex(Contents())
    private let wakeup = WakeupEvent()

    /// Starts the threads, and returns whether the system has created all of them.
    ///
    /// `answered` is called on one of the threads with a name and the result of its lookup.
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

    /// Waits for a name to look up; nil after `close`.
    private func next() -> String? {
        while true {
            let (host, isClosed) = contents.withLock { contents in
                contents.isClosed ? (nil, true) : (contents.queue.begin(), false)
            }
            if host != nil || isClosed {
                // `ring` wakes only one thread, but more names may wait.
                wakeup.ring()
                return host
            }
            wakeup.wait()
        }
    }
}
