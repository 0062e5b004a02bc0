import Operations
import Testing
import Vocabulary
import Webhooks

/// What `webhook-echo` answers and finds, without clock and sockets.
struct EchoReceiverTests {
    private static let secret = "whsec_" + Base64.text([UInt8](repeating: 1, count: 32))
    private static let other = "whsec_" + Base64.text([UInt8](repeating: 2, count: 32))
    private static let now: Int64 = 1_700_000_000

    private static func receiver(
        _ file: String? = nil,
        status: Int = 204,
        fail: Double = 0,
        seed: UInt64 = 1,
        keysMax: Int = 10
    ) throws -> EchoReceiver {
        let secrets = try SecretsFile(file: file.map { Array($0.utf8) }, environment: secret)
        return EchoReceiver(secrets, status: status, failShare: fail, seed: seed, keysMax: keysMax)
    }

    private static func body(_ sequence: Int64, connection: String = "conn-7", app: String = "demo") -> String {
        #"{"type":"fork.data.updated","data":{"connection_id":"\#(connection)","app_id":"\#(app)","#
            + #""data_type":"sleep","documents":[],"sequence":\#(sequence)}}"#
    }

    private static func delivery(
        _ id: String,
        _ body: String,
        at seconds: Int64 = now,
        by secrets: [String] = [secret]
    ) throws -> ReceivedDelivery {
        let (id, time, body) = (Array(id.utf8), Array("\(seconds)".utf8), Array(body.utf8))
        let message = SignedMessage(id: id, timestamp: time, body: body)
        let signature = Signer.signature(of: message, by: try secrets.map { try WebhookSecret($0) })
        return ReceivedDelivery(id: id, timestamp: time, signature: signature.map { Array($0.utf8) }, body: body)
    }

    private static func with(
        _ good: ReceivedDelivery,
        id: [UInt8]?? = nil,
        timestamp: [UInt8]?? = nil,
        signature: [UInt8]?? = nil,
        body: [UInt8]? = nil
    ) -> ReceivedDelivery {
        ReceivedDelivery(
            id: id ?? good.id,
            timestamp: timestamp ?? good.timestamp,
            signature: signature ?? good.signature,
            body: body ?? good.body
        )
    }

    @Test func `a verified delivery is answered 204, with the fields of its body`() throws {
        var receiver = try Self.receiver()
        let echoed = receiver.receive(try Self.delivery("a", Self.body(5)), nowSeconds: Self.now)
        #expect(echoed.id == "a" && echoed.connection == "conn-7" && echoed.dataType == "sleep" && echoed.sequence == 5)
        #expect(echoed.isVerified && echoed.status == 204 && !echoed.isDuplicate && !echoed.isLate)
    }

    @Test func `a delivery that is not right is answered 401 with the reason, and not remembered`() throws {
        var receiver = try Self.receiver()
        let good = try Self.delivery("a", Self.body(5))
        let old = try Self.delivery("a", Self.body(5), at: Self.now - 301)
        let strange = try Self.delivery("a", Self.body(5), by: [Self.other])
        let cases: [(ReceivedDelivery, String)] = [
            (Self.with(good, id: .some(nil)), "the header webhook-id is missing"),
            (Self.with(good, id: []), "the header webhook-id is missing"),
            (Self.with(good, timestamp: .some(nil)), "the header webhook-timestamp is missing"),
            (Self.with(good, signature: .some(nil)), "the header webhook-signature is missing"),
            (Self.with(good, timestamp: Array("now".utf8)), "webhook-timestamp is not a number of seconds"),
            (old, "webhook-timestamp is more than 5 minutes off"), (strange, "no signature fits a secret"),
            (Self.with(good, body: good.body + [0x20]), "no signature fits a secret"),
            (Self.with(good, id: Array("b".utf8)), "no signature fits a secret"),
        ]
        for (delivery, fault) in cases {
            let echoed = receiver.receive(delivery, nowSeconds: Self.now)
            #expect(echoed.fault == fault && echoed.status == 401 && !echoed.isAccepted)
            #expect(echoed.connection == "conn-7" && !echoed.isDuplicate && !echoed.isLate)
        }
        #expect(!receiver.receive(good, nowSeconds: Self.now).isDuplicate)
        #expect(receiver.counts.requests == cases.count + 1 && receiver.counts.verified == 1)
    }

    @Test func `the secrets are the connection's, else the app's, else the default`() throws {
        let file = #"{"apps":{"demo":"\#(Self.other)"},"connections":{"own":["\#(Self.secret)","\#(Self.other)"]}}"#
        let cases = [
            ("own", "demo", Self.secret, true), ("own", "demo", Self.other, true), ("a", "demo", Self.other, true),
            ("a", "demo", Self.secret, false), ("a", "else", Self.secret, true), ("a", "else", Self.other, false),
        ]
        for (connection, app, secret, isRight) in cases {
            var receiver = try Self.receiver(file)
            let body = Self.body(1, connection: connection, app: app)
            let echoed = receiver.receive(try Self.delivery("a", body, by: [secret]), nowSeconds: Self.now)
            #expect(echoed.isVerified == isRight, "\(connection) \(app)")
        }
    }

    @Test func `a connection without a secret is said so`() throws {
        let secrets = try SecretsFile(file: Array(#"{"connections":{"own":"\#(Self.secret)"}}"#.utf8), environment: nil)
        var receiver = EchoReceiver(secrets, status: 204, failShare: 0, seed: 0)
        let echoed = receiver.receive(try Self.delivery("a", Self.body(1)), nowSeconds: Self.now)
        #expect(echoed.fault == "the connection has no secret")
    }

    @Test(arguments: [
        "", "no JSON", "[]", #"{"data":7}"#, #"{"test": 2432232314}"#,
        #"{"data":{"connection_id":"a/b","data_type":"x y","sequence":"5"}}"#,
        #"{"data":{"connection_id":7,"data_type":null,"sequence":1.5}}"#,
    ])
    func `a body that is no delivery is verified by the default secret, and has no fields`(body: String) throws {
        var receiver = try Self.receiver()
        let echoed = receiver.receive(try Self.delivery("a", body), nowSeconds: Self.now)
        #expect(echoed.isVerified && echoed.status == 204)
        #expect(echoed.connection == nil && echoed.dataType == nil && echoed.sequence == nil)
    }

    @Test func `an id that was answered 2xx before is a duplicate, one that failed is not`() throws {
        for (status, isDuplicate) in [(204, true), (200, true), (299, true), (300, false), (410, false), (500, false)] {
            var receiver = try Self.receiver(status: status)
            let first = receiver.receive(try Self.delivery("a", Self.body(5)), nowSeconds: Self.now)
            let second = receiver.receive(try Self.delivery("a", Self.body(5)), nowSeconds: Self.now)
            #expect(first.status == status && !first.isDuplicate && second.isDuplicate == isDuplicate, "\(status)")
            #expect(receiver.counts.duplicates == (isDuplicate ? 1 : 0))
        }
    }

    @Test func `a lower sequence of the connection is late`() throws {
        var receiver = try Self.receiver()
        let deliveries = [
            ("a", 5, "x", false), ("b", 7, "x", false), ("c", 6, "x", true), ("d", 7, "x", false), ("e", 8, "x", false),
            ("f", 1, "y", false), ("g", 0, "y", true), ("h", 7, "x", true),
        ]
        for (id, sequence, connection, isLate) in deliveries {
            let body = Self.body(Int64(sequence), connection: connection)
            let echoed = receiver.receive(try Self.delivery(id, body), nowSeconds: Self.now)
            #expect(echoed.isLate == isLate && echoed.status == 204, "\(id)")
        }
        #expect(receiver.counts.late == 3)
    }

    @Test func `only the newest ids and connections are remembered`() throws {
        var receiver = try Self.receiver(keysMax: 3)
        for number in 0..<4 {
            let body = Self.body(9, connection: "c\(number)")
            _ = receiver.receive(try Self.delivery("id\(number)", body), nowSeconds: Self.now)
        }
        for (number, isKnown) in [(3, true), (2, true), (1, true), (0, false)] {
            let body = Self.body(8, connection: "c\(number)")
            let echoed = receiver.receive(try Self.delivery("id\(number)", body), nowSeconds: Self.now)
            #expect(echoed.isDuplicate == isKnown && echoed.isLate == isKnown, "\(number)")
        }
    }

    @Test(arguments: [(0.0, 0...0), (0.3, 240...360), (1.0, 1_000...1_000)])
    func `a share of deliveries fails, and the same ones for the same seed`(share: Double, range: ClosedRange<Int>)
        throws
    {
        func failures(seed: UInt64) throws -> [Int] {
            var receiver = try Self.receiver(fail: share, seed: seed)
            return try (0..<1_000).filter { number in
                let delivery = try Self.delivery("id\(number)", Self.body(1))
                return receiver.receive(delivery, nowSeconds: Self.now).status == 500
            }
        }
        let first = try failures(seed: 42)
        #expect(range.contains(first.count), "\(first.count)")
        #expect(try failures(seed: 42) == first)
        if 0 < share, share < 1 { #expect(try failures(seed: 43) != first) }
    }

    @Test func `what is not verified does not fail on purpose`() throws {
        var receiver = try Self.receiver(fail: 1)
        let echoed = receiver.receive(try Self.delivery("a", Self.body(1), by: [Self.other]), nowSeconds: Self.now)
        #expect(echoed.status == 401)
    }
}
