import Kafka
import Testing
import Worker

/// What is said of addresses before a broker has answered.
struct BrokerContactsTests {
    private static func error(_ reason: String, _ code: ErrorCode = .transport) -> KafkaError {
        KafkaError(.poll, code, reason: reason)
    }

    @Test(
        arguments: [
            (
                "nosuchhost.invalid:9092/bootstrap: Failed to resolve 'nosuchhost.invalid:9092': Name or service not "
                    + "known (after 2ms in state CONNECT)", "nosuchhost.invalid:9092", BrokerCause.name
            ),
            (
                "127.0.0.1:1/bootstrap: Connect to ipv4#127.0.0.1:1 failed: Connection refused (after 0ms in state "
                    + "CONNECT, 1 identical error(s) suppressed)", "127.0.0.1:1", .refusal
            ),
            (
                "ssl://a:1/bootstrap: SSL handshake failed: error:1408F10B:SSL routines:ssl3_get_record:wrong version "
                    + "number: connecting to a PLAINTEXT broker listener? (after 4ms in state SSL_HANDSHAKE)", "a:1",
                .noTLS
            ),
            (
                "ssl://a:1/bootstrap: SSL handshake failed: error:0A000126:SSL routines::unexpected eof while reading",
                "a:1",
                .noTLS
            ),
            (
                "ssl://a:1/bootstrap: error:0A000126:SSL routines::unexpected eof while reading (after 1ms in state "
                    + "CONNECT)", "a:1", .noTLS
            ),
            (
                "ssl://a:1/2: error:0A000126:SSL routines::unexpected eof while reading (after 61000ms in state UP)",
                "a:1", .connection
            ),
            (
                "a:1/bootstrap: Disconnected while requesting ApiVersion: might be caused by incorrect security.protocol "
                    + "configuration (connecting to a SSL listener?) or broker version is < 0.10", "a:1",
                .otherProtocol
            ),
            (
                "ssl://a:1/bootstrap: SSL handshake failed: error:0A000086:SSL routines::certificate verify failed: broker "
                    + "certificate could not be verified", "a:1", .certificate
            ),
            ("sasl_ssl://a:1/bootstrap: SASL authentication error: Authentication failed", "a:1", .login),
            ("[::1]:9092/3: Connection setup timed out in state CONNECT", "[::1]:9092", .silence),
            ("a:1/2: Receive failed: Connection reset by peer", "a:1", .connection),
        ]
    )
    func `an address is told with the cause`(reason: String, address: String, cause: BrokerCause) throws {
        var contacts = BrokerContacts(bootstrapServers: "PLAINTEXT://\(address)")
        contacts.note(Self.error(reason))
        let contact = try #require(contacts.silent.first)
        #expect(contacts.silent.count == 1)
        #expect(contact.address == address && contact.cause == cause)
        #expect(contact.isAdvertised == !reason.contains("/bootstrap"))
        #expect(contact.sentence.hasPrefix(address) && contact.sentence.contains(cause.rawValue))
        #expect(!contact.sentence.contains("(after "))
    }

    @Test(arguments: [
        ("PLAINTEXT://a:1/7: Disconnected (after 600000ms in state UP)", true),
        ("a:1/7: 2 request(s) timed out: disconnect (average rtt 2ms) (after 61000ms in state UP, 1 more)", true),
        ("a:1/7: Connect to ipv4#1.2.3.4:1 failed: Connection refused (after 0ms in state CONNECT)", false),
        ("a:1/7: Connection setup timed out in state CONNECT (after 30000ms in state CONNECT)", false),
    ])
    func `only a broker to which no connection can be made is gone`(reason: String, wasConnected: Bool) throws {
        let complaint = try #require(BrokerComplaint(Self.error(reason)))
        #expect(complaint.broker == 7 && complaint.address == "a:1")
        #expect(complaint.wasConnected == wasConnected)
    }

    @Test func `an error of no single broker is no complaint`() {
        for reason in ["3/3 brokers are down", "a:1/x: refused", "GroupCoordinator: a:1: refused", "a:1 refused"] {
            #expect(BrokerComplaint(Self.error(reason)) == nil, "\(reason)")
        }
    }

    @Test func `an address is told at once, for each new cause, and then once a minute`() {
        var contacts = BrokerContacts(bootstrapServers: "a:1, b")
        #expect(contacts.due(at: 0).map(\.sentence) == ["a:1: no answer", "b:9092: no answer"])
        #expect(contacts.due(at: 1_000).isEmpty)
        contacts.note(Self.error("a:1/bootstrap: Connect to ipv4#1.2.3.4:1 failed: Connection refused"))
        #expect(contacts.due(at: 2_000).map(\.cause) == [.refusal])
        contacts.note(Self.error("a:1/bootstrap: Connect to ipv6#[::1]:1 failed: Connection refused"))
        #expect(contacts.due(at: 3_000).isEmpty)
        #expect(contacts.due(at: 59_999).isEmpty)
        #expect(contacts.due(at: 60_000).map(\.address) == ["b:9092"])
        #expect(contacts.due(at: 62_000).map(\.address) == ["a:1"])
        #expect(contacts.due(at: 119_999).isEmpty)
    }

    @Test func `when brokers have told addresses, these are the ones to be reached`() {
        var contacts = BrokerContacts(bootstrapServers: "a:1")
        contacts.noteAdvertised(["inner:9092"])
        contacts.note(Self.error("inner:9092/1: Failed to resolve 'inner:9092': Name or service not known"))
        let sentences = contacts.silent.map(\.sentence)
        #expect(
            sentences == [
                "inner:9092 (advertised by the brokers): the name does not resolve: Failed to resolve 'inner:9092': Name or "
                    + "service not known"
            ]
        )
        #expect(contacts.silent.first?.advice.contains("advertised.listeners") == true)
    }

    @Test(arguments: ["GroupCoordinator: a:1: Connection refused", "1/1 brokers are down", "no colon", "a/1: x"])
    func `what names no address is left out`(reason: String) {
        var contacts = BrokerContacts(bootstrapServers: "a:1")
        contacts.note(Self.error(reason))
        #expect(contacts.silent.map(\.cause) == [.silence])
    }
}
