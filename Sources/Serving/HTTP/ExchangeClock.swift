/// How long a connection takes for what it is at.
///
/// libmicrohttpd's own timeout knows only silence: a client that sends a byte now and then would hold its place for ever.
package struct ExchangeClock: Sendable {
    /// What one connection may take: of silence, for a request from its first byte to its last, and for an answer.
    package static let limitMilliseconds: Int64 = 5_000

    /// What a connection is at, and since when.
    private enum Phase {
        case silent(Int64)
        case receiving(Int64)
        case answering(Int64)
    }

    private var phase: Phase

    /// A connection that was opened now.
    package init(at now: Int64) { phase = .silent(now) }

    /// Whether the next byte will be the first one of a request.
    package var isSilent: Bool { if case .silent = phase { true } else { false } }

    /// A byte of a request has come.
    package mutating func receives(at now: Int64) { if isSilent { phase = .receiving(now) } }

    /// The last byte of a request has come.
    package mutating func answers(at now: Int64) { phase = .answering(now) }

    /// The answer is away.
    package mutating func rests(at now: Int64) { phase = .silent(now) }

    /// Whether the connection is to be closed.
    package func isOver(at now: Int64) -> Bool {
        switch phase {
        case .silent(let since), .receiving(let since), .answering(let since): now - since >= Self.limitMilliseconds
        }
    }
}
