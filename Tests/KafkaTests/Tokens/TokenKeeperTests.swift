import Clients
import Foundation
import Kafka
import Synchronization
import System
import Testing

/// One token goes to all clients of a process.
@Suite struct TokenKeeperTests {
    /// A time that is turned by hand, and how often a token was fetched.
    private final class Source: Sendable {
        let now = Atomic<Int64>(1_000_000)
        let fetched = Atomic(0)
        let fails: Bool
        /// Whether who fetches waits yet.
        let isHeld: Atomic<Bool>

        init(fails: Bool = false, isHeld: Bool = false) {
            self.fails = fails
            self.isHeld = Atomic(isHeld)
        }

        /// A keeper whose tokens last a hundred seconds.
        var keeper: TokenKeeper {
            let clocks = Clocks(wallMilliseconds: { self.now.load(ordering: .relaxed) })
            return TokenKeeper(clocks: clocks) { () throws(TokenFailure) in
                self.fetched.add(1, ordering: .relaxed)
                while self.isHeld.load(ordering: .relaxed) { usleep(10_000) }
                if self.fails { throw TokenFailure("nobody gives one") }
                let now = self.now.load(ordering: .relaxed)
                return BearerToken("secret", expiresAtMilliseconds: now + 100_000, principal: "worker")
            }
        }

        /// Whether it was fetched so often, within some seconds.
        func isFetched(_ count: Int) -> Bool {
            for _ in 0..<500 where fetched.load(ordering: .relaxed) < count { usleep(10_000) }
            return fetched.load(ordering: .relaxed) == count
        }
    }

    /// Makes a client that asks for a token at once.
    private static func client(_ keeper: TokenKeeper) throws -> Producer {
        var configuration: Configuration = [
            "bootstrap.servers": "127.0.0.1:1", "security.protocol": "SASL_PLAINTEXT", "sasl.mechanisms": "OAUTHBEARER",
        ]
        configuration.tokens = keeper
        return try Producer(configuration)
    }

    @Test func `clients share a token for three quarters of its life`() async throws {
        try await onOwnThread {
            let source = Source()
            let keeper = source.keeper
            let first = try Self.client(keeper)
            #expect(source.isFetched(1))
            source.now.add(74_000, ordering: .relaxed)
            let second = try Self.client(keeper)
            // Room for what must not happen.
            usleep(300_000)
            #expect(source.isFetched(1))
            source.now.add(1_000, ordering: .relaxed)
            let third = try Self.client(keeper)
            #expect(source.isFetched(2))
            _ = (first.unsent, second.unsent, third.unsent)
        }
    }

    @Test func `who asks while a token is fetched waits for that one`() async throws {
        try await onOwnThread {
            let source = Source(isHeld: true)
            let keeper = source.keeper
            let first = try Self.client(keeper)
            #expect(source.isFetched(1))
            let second = try Self.client(keeper)
            // Room for what must not happen.
            usleep(300_000)
            #expect(source.isFetched(1))
            source.isHeld.store(false, ordering: .relaxed)
            _ = (first.unsent, second.unsent)
        }
    }

    @Test func `where there is no token, not every client asks anew`() async throws {
        try await onOwnThread {
            let source = Source(fails: true)
            let keeper = source.keeper
            let first = try Self.client(keeper)
            #expect(source.isFetched(1))
            source.now.add(4_999, ordering: .relaxed)
            let second = try Self.client(keeper)
            // Room for what must not happen.
            usleep(300_000)
            #expect(source.isFetched(1))
            source.now.add(1, ordering: .relaxed)
            let third = try Self.client(keeper)
            #expect(source.isFetched(2))
            _ = (first.unsent, second.unsent, third.unsent)
        }
    }
}
