import Vocabulary

/// The callback URLs that have asked for a pause with `Retry-After`.
struct ThrottledURLs: Sendable {
    private let limit: Int
    private var pauses: [ByteString: Int64] = [:]

    /// Creates an empty list that remembers at most `limit` URLs.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Pauses deliveries to a URL until a time.
    mutating func pause(_ url: [UInt8], until time: Int64, at now: Int64) {
        let url = ByteString(url)
        if pauses[url] == nil, pauses.count >= limit { makeRoom(at: now) }
        pauses[url] = max(time, pauses[url] ?? 0)
    }

    /// Returns the end of a URL's pause; nil if there is none.
    mutating func until(_ url: [UInt8], at now: Int64) -> Int64? {
        if pauses.isEmpty { return nil }
        let url = ByteString(url)
        guard let until = pauses[url] else { return nil }
        if until > now { return until }
        pauses[url] = nil
        return nil
    }

    /// Removes the pauses that are over; if there are still too many, removes the half that ends first.
    private mutating func makeRoom(at now: Int64) {
        pauses = pauses.filter { $0.value > now }
        guard pauses.count >= limit else { return }
        let ends = pauses.values.sorted()
        let middle = ends[ends.count / 2]
        pauses = pauses.filter { $0.value > middle }
    }
}
