import Randomness
import Testing
import Vocabulary
import Webhooks

struct SigningTests {
    /// The example that the libraries of Standard Webhooks are tested with.
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    private static let now: Int64 = 1_614_265_330
    private static let message = SignedMessage(
        id: Array("msg_p5jXN8AQM9LWM0D4loKWxJek".utf8),
        timestamp: Array("1614265330".utf8),
        body: Array(#"{"test": 2432232314}"#.utf8)
    )
    private static let privateKey = "whsk_" + Base64.text([UInt8](repeating: 7, count: 32))

    private static func secrets(_ texts: [String]) throws -> [WebhookSecret] { try texts.map { try WebhookSecret($0) } }

    private static func verdict(
        _ signature: String,
        by secrets: [WebhookSecret],
        now: Int64 = now,
        _ message: SignedMessage = message
    ) -> Verifier.Verdict {
        Verifier.verdict(on: message, signature: Array(signature.utf8), by: secrets, nowSeconds: now)
    }

    @Test func `the signature is that of the published example`() throws {
        let secrets = try Self.secrets([Self.secret])
        #expect(Signer.signature(of: Self.message, by: secrets) == Self.signature)
        #expect(Self.verdict(Self.signature, by: secrets) == .verified)
    }

    @Test func `each secret signs, in the order of the file, and each alone verifies`() throws {
        let other = "whsec_" + Base64.text([UInt8](repeating: 1, count: 64))
        let secrets = try Self.secrets([Self.privateKey, other, Self.secret])
        let signature = try #require(Signer.signature(of: Self.message, by: secrets))
        let parts = signature.split(separator: " ").map(String.init)
        #expect(parts.count == 3)
        #expect(parts[0].hasPrefix("v1a,") && parts[1].hasPrefix("v1,") && parts[2] == Self.signature)
        for (index, secret) in secrets.enumerated() {
            #expect(Self.verdict(signature, by: [secret]) == .verified)
            #expect(Self.verdict(parts[index], by: [secret]) == .verified)
            #expect(Self.verdict(parts[(index + 1) % 3], by: [secret]) == .noSignature)
        }
    }

    @Test func `nothing is signed without a secret`() {
        #expect(Signer.signature(of: Self.message, by: []) == nil)
        #expect(Self.verdict(Self.signature, by: []) == .noSignature)
    }

    @Test func `a changed id, time, body, signature or secret does not verify`() throws {
        let good = Self.message
        let secrets = try Self.secrets([Self.secret, Self.privateKey])
        let signature = try #require(Signer.signature(of: good, by: secrets))
        #expect(Self.verdict(signature, by: secrets) == .verified)
        for changed in [
            SignedMessage(id: good.id + [0x61], timestamp: good.timestamp, body: good.body),
            SignedMessage(id: good.id, timestamp: Array("1614265331".utf8), body: good.body),
            SignedMessage(id: good.id, timestamp: good.timestamp, body: good.body + [0x20]),
            SignedMessage(id: good.id, timestamp: good.timestamp, body: []),
        ] {
            #expect(Self.verdict(signature, by: secrets, changed) == .noSignature)
        }
        let others = try Self.secrets([
            "whsec_" + Base64.text([UInt8](repeating: 1, count: 24)),
            "whsk_" + Base64.text([UInt8](repeating: 8, count: 32)),
        ])
        #expect(Self.verdict(signature, by: others) == .noSignature)
    }

    @Test(arguments: [
        "", " ", "v1", "v1,", ",", "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "V1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", "v1a,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OA=",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1O==",
    ])
    func `a malformed header does not verify`(signature: String) throws {
        #expect(Self.verdict(signature, by: try Self.secrets([Self.secret])) == .noSignature)
    }

    @Test func `unknown versions and wrong signatures before the right one are skipped, up to 64`() throws {
        let secrets = try Self.secrets([Self.secret])
        #expect(Self.verdict("v9,eA== x  v1,eA== \(Self.signature)", by: secrets) == .verified)
        let most = Array(repeating: "v1,eA==", count: 63).joined(separator: " ")
        #expect(Self.verdict("\(most) \(Self.signature)", by: secrets) == .verified)
        #expect(Self.verdict("\(most) v1,eA== \(Self.signature)", by: secrets) == .noSignature)
    }

    @Test(arguments: [(0, true), (300, true), (-300, true), (301, false), (-301, false), (Int64.max / 2, false)])
    func `a timestamp may be off by five minutes`(seconds: Int64, isRight: Bool) throws {
        let verdict = Self.verdict(Self.signature, by: try Self.secrets([Self.secret]), now: Self.now + seconds)
        #expect(verdict == (isRight ? .verified : .wrongTime))
    }

    @Test(arguments: ["", "-1", "1614265330.5", "1614265330 ", "+1614265330", "0x60", "16142653301234", "now"])
    func `a timestamp is a number of seconds`(timestamp: String) throws {
        let message = SignedMessage(id: [], timestamp: Array(timestamp.utf8), body: [])
        let secrets = try Self.secrets([Self.secret])
        let signature = try #require(Signer.signature(of: message, by: secrets))
        #expect(Self.verdict(signature, by: secrets, message) == .malformedTimestamp)
    }

    @Test func `whatever is signed is verified, and nothing else`() throws {
        for seed: UInt64 in 0..<60 {
            var dice = SeededRandom(seed: seed)
            let message = SignedMessage(
                id: (0..<Int(dice.next() % 40)).map { _ in UInt8.random(in: 0x21...0x7e, using: &dice) },
                timestamp: Array("\(Self.now)".utf8),
                body: (0..<Int(dice.next() % 300)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            )
            let texts = (0..<3).map { index in
                let key = (0..<32).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
                return (index == 1 ? "whsk_" : "whsec_") + Base64.text(key)
            }
            let secrets = try Self.secrets(texts)
            let signature = try #require(Signer.signature(of: message, by: secrets))
            #expect(Self.verdict(signature, by: [secrets[Int(seed) % 3]], message) == .verified, "seed \(seed)")
            var bytes = Array(signature.utf8)
            // The text loses one character of each signature.
            for place in [10, 60, bytes.count - 8] { bytes[place] = bytes[place] == 0x41 ? 0x42 : 0x41 }
            let spoiled = String(decoding: bytes, as: UTF8.self)
            let isSame = spoiled.split(separator: " ").contains { signature.split(separator: " ").contains($0) }
            #expect(isSame || Self.verdict(spoiled, by: secrets, message) == .noSignature, "seed \(seed)")
        }
    }
}
