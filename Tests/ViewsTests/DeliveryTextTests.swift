import Dispatching
import JSON
import Operations
import Testing
import Views
import Vocabulary
import Webhooks

struct DeliveryTextTests {
    private static let now: Int64 = 1_714_119_300_000

    private static func waiting(_ name: String, host: String?, isLeftAlone: Bool, isOff: Bool = false) throws
        -> WaitingConnection
    {
        var waiting = WaitingConnection(try #require(ConnectionID(Array(name.utf8))))
        waiting.hostAndPort = host
        waiting.waiting = isOff ? 0 : 100_000
        waiting.oldestMilliseconds = isOff ? nil : now - 260_000_000
        waiting.attempts = 10
        waiting.nextMilliseconds = now + 86_340_000
        waiting.status = isLeftAlone ? nil : 503
        waiting.outcome = isLeftAlone ? .connect : .throttled
        waiting.reason = isLeftAlone ? FailureReason(String(repeating: "word ", count: 40)) : nil
        waiting.lastMilliseconds = now - 1_000
        waiting.leftAloneUntilMilliseconds = isLeftAlone ? now + 240_000 : nil
        waiting.isOff = isOff
        return waiting
    }

    private static func all() throws -> [WaitingConnection] {
        [
            try waiting(
                String(repeating: "c", count: 200),
                host: "\(String(repeating: "h", count: 200)).example:65535",
                isLeftAlone: true
            ),
            try waiting("d", host: "b.example:443", isLeftAlone: false),
            try waiting("e", host: nil, isLeftAlone: false, isOff: true),
        ]
    }

    @Test func `both tables fit 80 columns, whatever the names and reasons are`() throws {
        let all = try Self.all()
        let hosts = DeliveryText.lines(hosts: WaitingHost.hosts(of: all), now: Self.now)
        let connections = DeliveryText.lines(all, now: Self.now)
        #expect((hosts + connections).map(\.count).max() ?? 0 <= 80)
        #expect(connections.count == 4 && connections[3].contains("off"))
        #expect(hosts.contains { $0.hasPrefix("    word word") })
        #expect(hosts.contains("    left alone for 4 min"))
        #expect(hosts.contains { $0.contains("b.example:443") && $0.contains("  503  ") })
        #expect(DeliveryText.lines([], now: 0).isEmpty && DeliveryText.lines(hosts: [], now: 0).isEmpty)
    }

    @Test func `a connection and a host are objects with a reason`() throws {
        var writer = Writer()
        let one = try Self.waiting("c", host: "a.example:443", isLeftAlone: true)
        DeliveryText.write(one, into: &writer)
        let host = try #require(WaitingHost.hosts(of: [one]).first)
        DeliveryText.write(host, into: &writer)
        let reason = String(repeating: "word ", count: 40).dropLast()
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"connection_id":"c","host":"a.example:443","waiting":100000,"oldest":"2024-04-23T08:01:40.000Z","#
                + #""attempts":10,"next":"2024-04-27T08:14:00.000Z","status":null,"outcome":"connect","#
                + #""reason":"\#(reason)","off":false}"#
                + #"{"host":"a.example:443","waiting":100000,"connections":1,"oldest":"2024-04-23T08:01:40.000Z","#
                + #""next":"2024-04-27T08:14:00.000Z","outcome":"connect","reason":"\#(reason)","#
                + #""left_alone_until":"2024-04-26T08:19:00.000Z"}"#
        )
    }
}
