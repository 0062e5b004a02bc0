import CRDKafka
import Synchronization
package import System

/// Fetches the OAUTHBEARER token for all clients of the process, and renews it before it expires.
///
/// The library requests a token for each client when it starts, after four fifths of the token's life, and every ten
/// seconds after a failure. A fetch can take long, so it runs on a separate thread, where it blocks no client.
package final class TokenKeeper: Sendable {
    /// The share of a token's life for which it is reused, because clients request tokens at different times.
    private static let freshShare = 0.75
    /// The time for which a failure answers further requests, so that not every client fetches again.
    private static let failureMilliseconds: Int64 = 5_000

    /// The last result, and the time in milliseconds since 1970 until which it is reused.
    private struct Fetched {
        let outcome: Result<BearerToken, TokenFailure>
        let untilMilliseconds: Int64
    }

    private struct State {
        /// The addresses of all registered clients.
        var clients: Set<UInt> = []
        /// The addresses of the clients whose requests are not answered yet.
        var waiting: Set<UInt> = []
        var last: Fetched?
        var isFetching = false
    }

    private let state = Mutex(State())
    private let clocks: Clocks
    private let fetch: @Sendable () throws(TokenFailure) -> BearerToken

    /// Creates a keeper; `fetch` may block, but must return in bounded time.
    package init(clocks: Clocks = Clocks(), fetch: @escaping @Sendable () throws(TokenFailure) -> BearerToken) {
        self.clocks = clocks
        self.fetch = fetch
    }

    /// Adds a client, so that its requests are answered.
    func register(_ client: OpaquePointer) {
        let client = UInt(bitPattern: client)
        state.withLock { _ = $0.clients.insert(client) }
    }

    /// Removes a client.
    ///
    /// When the call returns, the client is not used any more.
    func forget(_ client: OpaquePointer) {
        let client = UInt(bitPattern: client)
        state.withLock { state in
            state.clients.remove(client)
            state.waiting.remove(client)
        }
    }

    /// Requests a token for a client, without waiting for it.
    func ask(_ client: OpaquePointer) {
        let client = UInt(bitPattern: client)
        let begins = state.withLock { state in
            guard state.clients.contains(client) else { return false }
            state.waiting.insert(client)
            defer { state.isFetching = true }
            return !state.isFetching
        }
        guard begins else { return }
        if let thread = SystemThread({ self.work() }) {
            thread.detach()
        } else {
            state.withLock { state in
                state.isFetching = false
                answer(.failure(TokenFailure("cannot create a thread to fetch a token")), &state)
            }
        }
    }

    /// Fetches a token and answers all waiting clients.
    private func work() {
        let outcome = token()
        state.withLock { state in
            state.isFetching = false
            answer(outcome, &state)
        }
    }

    /// Returns the last result while it can be reused, otherwise a new one.
    private func token() -> Result<BearerToken, TokenFailure> {
        let now = clocks.wallMilliseconds()
        if let last = state.withLock({ $0.last }), now < last.untilMilliseconds { return last.outcome }
        let outcome: Result<BearerToken, TokenFailure>
        let until: Int64
        do throws(TokenFailure) {
            let token = try fetch()
            outcome = .success(token)
            until = now + Int64(Double(token.expiresAtMilliseconds - now) * Self.freshShare)
        } catch {
            outcome = .failure(error)
            until = now + Self.failureMilliseconds
        }
        state.withLock { $0.last = Fetched(outcome: outcome, untilMilliseconds: until) }
        return outcome
    }

    /// Answers all waiting clients.
    ///
    /// The lock must be held, so that no client is destroyed meanwhile.
    private func answer(_ outcome: Result<BearerToken, TokenFailure>, _ state: inout State) {
        for address in state.waiting {
            guard let client = unsafe OpaquePointer(bitPattern: address) else { continue }
            switch outcome {
            case .success(let token):
                if let refusal = unsafe Self.set(token, for: client) { unsafe Self.fail(client, refusal) }
            case .failure(let failure): unsafe Self.fail(client, failure.description)
            }
        }
        state.waiting = []
    }

    /// Sets the token for a client, and returns the library's reason if the library rejects the token.
    private static func set(_ token: BearerToken, for client: OpaquePointer) -> String? {
        var code = RD_KAFKA_RESP_ERR_NO_ERROR
        let reason = unsafe ErrorText.filled { buffer, size in
            unsafe code = rd_kafka_oauthbearer_set_token(
                client,
                token.value,
                token.expiresAtMilliseconds,
                token.principal,
                nil,
                0,
                buffer,
                size
            )
        }
        return code == RD_KAFKA_RESP_ERR_NO_ERROR ? nil : reason
    }

    private static func fail(_ client: OpaquePointer, _ reason: String) {
        _ = unsafe rd_kafka_oauthbearer_set_token_failure(client, reason)
    }
}

extension TokenKeeper: Equatable {
    package static func == (left: TokenKeeper, right: TokenKeeper) -> Bool { left === right }
}
