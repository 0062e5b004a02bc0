import Dispatching
import Operations
import Testing
import Vocabulary
import Webhooks

struct DeliveryRetryTests {
    private static func waiting(_ name: String, _ host: String?, _ jobs: Int, isOff: Bool = false) throws
        -> WaitingConnection
    {
        var waiting = WaitingConnection(try #require(ConnectionID(Array(name.utf8))))
        waiting.hostAndPort = host
        waiting.waiting = jobs
        waiting.attempts = 1
        waiting.outcome = .connect
        waiting.isOff = isOff
        return waiting
    }

    @Test(
        arguments: [
            (.host("a.example"), ["a", "b"]), (.host("A.example:443"), ["a"]), (.host("a.example:444"), ["b"]),
            (.host("example"), []), (.host("[2001:db8::1]"), ["v"]), (.host("[2001:db8::1]:443"), ["v"]),
            (.all, ["a", "b", "u", "v"]), (.connections(["off", "none"]), ["none", "off"]),
        ] as [(DeliveryRetry.Choice, [String])]
    )
    func `a retry is of the connections that wait for a host, of all that wait, or of those that are named`(
        choice: DeliveryRetry.Choice,
        names: [String]
    ) throws {
        let waiting = [
            try Self.waiting("a", "a.example:443", 1), try Self.waiting("b", "a.example:444", 1),
            try Self.waiting("v", "[2001:db8::1]:443", 2), try Self.waiting("u", nil, 1),
            try Self.waiting("off", "a.example:443", 1, isOff: true), try Self.waiting("idle", nil, 0),
        ]
        #expect(choice.connections(of: waiting).map(\.string).sorted() == names)
    }
}
