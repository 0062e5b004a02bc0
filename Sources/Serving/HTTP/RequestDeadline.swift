/// The deadline of the current HTTP request on one connection.
///
/// libmicrohttpd's own timeout only detects silence. A client that sends a byte now and then could keep its connection
/// forever.
package struct RequestDeadline: Sendable {
    /// The phase of a connection, with the time of its beginning.
    private enum Phase {
        case silent(Int64)
        case receiving(Int64)
        /// The server itself delays the response.
        case held
        case answering(Int64)
    }

    private let limitMilliseconds: Int64
    private var phase: Phase

    /// Creates the deadline of a connection that was just opened.
    ///
    /// `limitMilliseconds` is the time limit for each phase: an idle connection, receiving a request, and sending a
    /// response.
    package init(at now: Int64, limitMilliseconds: Int64) {
        phase = .silent(now)
        self.limitMilliseconds = limitMilliseconds
    }

    /// Whether the connection is idle, so that its next byte begins a request.
    package var isSilent: Bool { if case .silent = phase { true } else { false } }

    /// Starts the time limit for receiving a request, if the connection was idle.
    package mutating func receives(at now: Int64) { if isSilent { phase = .receiving(now) } }

    /// Suspends the time limit while the server delays its response to a complete request.
    package mutating func holds() { phase = .held }

    /// Starts the time limit for sending the response to a complete request.
    package mutating func answers(at now: Int64) { phase = .answering(now) }

    /// Starts the time limit for an idle connection, after the response was sent.
    package mutating func rests(at now: Int64) { phase = .silent(now) }

    /// Whether the time limit is over and the connection must be closed.
    package func isOver(at now: Int64) -> Bool {
        switch phase {
        case .silent(let since), .receiving(let since), .answering(let since): now - since >= limitMilliseconds
        case .held: false
        }
    }
}
