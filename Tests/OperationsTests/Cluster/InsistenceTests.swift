import Kafka
import Operations
import Testing

/// Which failed calls are repeated, and for how long.
struct InsistenceTests {
    private static let passing = KafkaError(.commit, .timedOut, isRetriable: true)
    private static let permanent = KafkaError(.commit, .topicAuthorizationFailed)

    /// Makes calls that fail with these errors in turn and then succeed; returns the number of calls and the last error.
    private static func calls(_ milliseconds: Int32, _ errors: [KafkaError]) -> (count: Int, error: ErrorCode?) {
        var count = 0
        do throws(KafkaError) {
            try TransientRetry.call(for: milliseconds) { left throws(KafkaError) in
                #expect(left >= 1 && left <= max(1, milliseconds))
                count += 1
                if count <= errors.count { throw errors[count - 1] }
            }
            return (count, nil)
        } catch {
            return (count, error.code)
        }
    }

    @Test func `a call is repeated after transient errors, until it succeeds or fails for good`() {
        #expect(Self.calls(600_000, []) == (1, nil))
        #expect(Self.calls(600_000, [Self.passing, Self.passing]) == (3, nil))
        #expect(Self.calls(600_000, [Self.passing, Self.permanent]) == (2, .topicAuthorizationFailed))
        #expect(Self.calls(600_000, [Self.permanent]) == (1, .topicAuthorizationFailed))
    }

    @Test func `no call begins after the deadline`() {
        #expect(Self.calls(0, [Self.passing]) == (1, .timedOut))
    }
}
