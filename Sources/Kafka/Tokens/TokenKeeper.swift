import CRDKafka
import Synchronization
package import System

/// Gets the token for all clients of the process, and a new one before it ends.
///
/// The library asks for each client by itself, at its start and when four fifths of the token's life are over, and after a
/// failure again every ten seconds. What fetches may take its time, so it runs on a thread of its own: clients that wait
/// for brokers meanwhile, or are let go of, do not wait for it.
package final class TokenKeeper: Sendable {
    /// Whoever asks within so much of its life is given the same token: clients do not ask at the same moment.
    private static let freshShare = 0.75
    /// Nor is it tried again for each of them where there is none.
    private static let failureMilliseconds: Int64 = 5_000

    /// What was fetched, and until when it goes for all who ask; milliseconds since 1970.
    private struct Fetched {
        let outcome: Result<BearerToken, TokenFailure>
        let untilMilliseconds: Int64
    }

    private struct State {
        /// Clients that are alive, by their addresses.
        var clients: Set<UInt> = []
        /// Those of them that have asked and were not answered yet.
        var waiting: Set<UInt> = []
        var last: Fetched?
        var isFetching = false
    }

    private let state = Mutex(State())
    private let clocks: Clocks
    private let fetch: @Sendable () throws(TokenFailure) -> BearerToken

    /// - Parameters:
    ///   - clocks: what it takes the time from.
    ///   - fetch: gets a token, on a thread where it may block; its own time is bounded.
    package init(clocks: Clocks = Clocks(), fetch: @escaping @Sendable () throws(TokenFailure) -> BearerToken) {
        self.clocks = clocks
        self.fetch = fetch
    }

    /// Answers this client from now on.
    func register(_ client: OpaquePointer) {
        let client = UInt(bitPattern: client)
        state.withLock { _ = $0.clients.insert(client) }
    }

    /// Comes back when the client will be touched no more.
    func forget(_ client: OpaquePointer) {
        let client = UInt(bitPattern: client)
        state.withLock { state in
            state.clients.remove(client)
            state.waiting.remove(client)
        }
    }

    /// The client asks for a token, and does not wait for it here.
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
                answer(.failure(TokenFailure("the system gives no more threads to get a token on")), &state)
            }
        }
    }

    /// Answers all who wait when there is an answer; whoever asks afterwards begins anew.
    private func work() {
        let outcome = token()
        state.withLock { state in
            state.isFetching = false
            answer(outcome, &state)
        }
    }

    /// The last token while it is fresh, else a new one.
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

    /// Hands it to all who wait; under the lock, so that none of them goes meanwhile.
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

    /// Why the library does not take it; nil when it does.
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
    /// Whether it is the same one.
    package static func == (left: TokenKeeper, right: TokenKeeper) -> Bool { left === right }
}
