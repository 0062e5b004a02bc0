import JSON
import Operations
import Testing
import Views
import Vocabulary
import Webhooks

/// Deliveries for programs and for people.
struct EchoTextTests {
    private static let secret = "whsec_" + Base64.text([UInt8](repeating: 1, count: 32))

    private static func body(_ documents: String, _ more: String = "") -> [UInt8] {
        let data = #""connection_id":"conn-7","data_type":"steps","documents":[\#(documents)],"sequence":5\#(more)"#
        return Array("{\"type\":\"fork.data.updated\",\"data\":{\(data)}}".utf8)
    }

    /// Deliveries of bodies, one after the other.
    private static func echoed(_ bodies: [(id: String, body: [UInt8])], status: Int = 204, seconds: Int64 = 0) throws
        -> [EchoedDelivery]
    {
        let secrets = try SecretsFile(file: nil, environment: secret)
        var receiver = EchoReceiver(secrets, status: status, failShare: 0, seed: 0)
        return try bodies.map { id, body in
            let message = SignedMessage(id: Array(id.utf8), timestamp: Array("0".utf8), body: body)
            let signature = try #require(Signer.signature(of: message, by: [try WebhookSecret(secret)]))
            let delivery = ReceivedDelivery(
                id: message.id,
                timestamp: message.timestamp,
                signature: Array(signature.utf8),
                body: body
            )
            return receiver.receive(delivery, nowSeconds: seconds)
        }
    }

    private static func json(_ echoed: EchoedDelivery) -> String {
        var writer = Writer()
        EchoText.write(echoed, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func lines(_ echoed: EchoedDelivery, _ body: [UInt8]) -> [String] {
        EchoText(ink: .plain) { _ in .utc }.lines(echoed, body: body)
    }

    @Test func `a delivery is one object`() throws {
        let body = Self.body("")
        let both = try Self.echoed([("a\n\"", body), ("a\n\"", body)])
        let end = #""connection_id":"conn-7","data_type":"steps","sequence":5,"verified":true,"status":204,"duplicate""#
        #expect(
            both.map(Self.json) == [
                #"{"id":"a\n\"",\#(end):false,"late":false}"#, #"{"id":"a\n\"",\#(end):true,"late":false}"#,
            ]
        )
        let wrong = try Self.echoed([("", Array("x".utf8))], seconds: 900)
        #expect(
            Self.json(wrong[0])
                == #"{"id":"","connection_id":null,"data_type":null,"sequence":null,"verified":false,"status":401,"duplicate":false,"late":false}"#
        )
    }

    @Test func `the counts are one object`() throws {
        let secrets = try SecretsFile(file: nil, environment: Self.secret)
        let receiver = EchoReceiver(secrets, status: 204, failShare: 0, seed: 0)
        let line = String(decoding: EchoText.line(receiver.counts), as: UTF8.self)
        #expect(line == #"{"echo":{"requests":0,"verified":0,"duplicates":0,"late":0}}"#)
    }

    @Test func `documents are drawn, and others are named`() throws {
        let sum = #"{"value":{"quantity":640,"unit":"count"},"type":"sum"}"#
        let document =
            #"{"id":"steps/2024-04-17","type":"steps","time_zone":"UTC","data":[{"name":"steps","data":{"steps":[\#(sum)]}}]}"#
        let body = Self.body(
            #"{"id":"steps/2024-04-17","op":"upsert","document":\#(document)},{"id":"steps/2024-04-16","op":"delete"}"#
        )
        let delivery = try Self.echoed([("a", body)])[0]
        #expect(
            Self.lines(delivery, body) == [
                "✓ 204  conn-7  steps  sequence 5  a", "", "  steps                        1 document",
                "  steps/2024-04-17             640", "", "  deleted  steps/2024-04-16", "",
            ]
        )
    }

    @Test func `documents of a thin delivery are named`() throws {
        let body = Self.body(#"{"id":"steps/1","op":"upsert"},{"id":"steps/2","op":"delete"}"#, #","thin":true"#)
        let lines = Self.lines(try Self.echoed([("a", body)])[0], body)
        #expect(lines.dropFirst() == ["", "  changed  steps/1", "  deleted  steps/2", ""])
    }

    @Test func `what is a duplicate, fails or is not verified is one line`() throws {
        let body = Self.body(#"{"id":"steps/1","op":"delete"}"#)
        let twice = try Self.echoed([("a", body), ("a", body)])
        #expect(Self.lines(twice[1], body) == ["✓ 204  conn-7  steps  sequence 5  duplicate  a"])
        let failed = try Self.echoed([("a", body)], status: 503)
        #expect(Self.lines(failed[0], body) == ["✗ 503  conn-7  steps  sequence 5  a"])
        let old = try Self.echoed([("a", body)], seconds: 900)
        #expect(
            Self.lines(old[0], body) == [
                "✗ 401  conn-7  steps  sequence 5  webhook-timestamp is more than 5 minutes off  a"
            ]
        )
    }

    @Test func `nothing that a terminal acts on comes through`() throws {
        let body = Self.body(#"{"id":"steps/\u001b[2J","op":"delete"}"#)
        let lines = Self.lines(try Self.echoed([("a\u{1B}[2J", body)])[0], body)
        #expect(lines[0].contains("a·[2J") && lines.joined().contains("steps/·[2J"))
        #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 })
    }
}
