/// The host names that wait for a DNS lookup, and the load of the lookup threads.
///
/// A name occupies at most one thread. All names with a slow last lookup share half of the threads. These names and
/// names that were never looked up share three quarters. So any number of stalled DNS servers cannot stop the lookups
/// of names that were fast before.
package struct LookupQueue: Sendable {
    /// The duration above which a lookup is slow.
    package static let slowMilliseconds: Int64 = 1_000
    /// The largest number of names that are remembered as fast, and the largest number of slow names.
    package static let namesMax = 1_024

    private let threadCount: Int
    private var waiting: [String] = []
    private var running: Set<String> = []
    private var fast: Set<String> = []
    private var slow: Set<String> = []

    package init(threadCount: Int) { self.threadCount = threadCount }

    /// Adds a name, unless it waits already.
    package mutating func append(_ host: String) { if !waiting.contains(host) { waiting.append(host) } }

    /// Removes a name that no request waits for any more.
    package mutating func remove(_ host: String) { waiting.removeAll { $0 == host } }

    /// Returns a name to look up now, in the order of arrival; nil if no name may be looked up now.
    package mutating func begin() -> String? {
        guard running.count < threadCount else { return nil }
        let maySlow = running.count(where: slow.contains) < max(threadCount / 2, 1)
        let mayUnknown = running.count { !fast.contains($0) } < max(threadCount * 3 / 4, 1)
        let index = waiting.firstIndex { host in
            !running.contains(host) && (fast.contains(host) || (mayUnknown && (maySlow || !slow.contains(host))))
        }
        guard let index else { return nil }
        let host = waiting.remove(at: index)
        running.insert(host)
        return host
    }

    /// Ends a lookup, and remembers its name as fast or slow.
    package mutating func end(_ host: String, milliseconds: Int64) {
        running.remove(host)
        if milliseconds <= Self.slowMilliseconds {
            slow.remove(host)
            Self.remember(host, in: &fast)
        } else {
            fast.remove(host)
            Self.remember(host, in: &slow)
        }
    }

    private static func remember(_ host: String, in names: inout Set<String>) {
        if names.count >= namesMax, !names.contains(host) { _ = names.popFirst() }
        names.insert(host)
    }
}
