import JSON
import Randomness
import Testing
import Vocabulary
import Webhooks

struct WebhookSecretTests {
    static func symmetric(_ count: Int) -> String { "whsec_" + Base64.text([UInt8](repeating: 0x5a, count: count)) }

    static func privateKey(_ bytes: [UInt8]) -> String { "whsk_" + Base64.text(bytes) }

    private static func fault(_ text: String) -> SecretFault? {
        do throws(SecretFault) {
            _ = try WebhookSecret(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [(23, false), (24, true), (25, true), (32, true), (63, true), (64, true), (65, false), (0, false)])
    func `a symmetric secret has 24 to 64 bytes`(count: Int, isRight: Bool) {
        #expect(Self.fault(Self.symmetric(count)) == (isRight ? nil : .symmetricLength))
    }

    @Test(arguments: 0...8) func `text for URLs needs no padding, whatever its length`(count: Int) {
        let bytes = (0..<count).map { UInt8(251 + $0 % 5) }
        let text = Base64.text(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(Base64.bytes(ofURL: text.utf8) == bytes)
    }

    @Test func `a private key is a seed, with its public key behind it or not`() throws {
        let seed = [UInt8](repeating: 9, count: 32)
        let publicKey = try #require(Ed25519.publicKey(ofSeed: seed))
        let secret = try WebhookSecret(Self.privateKey(seed))
        #expect(secret == .ed25519(seed: seed, publicKey: publicKey))
        #expect(try WebhookSecret(Self.privateKey(seed + publicKey)) == secret)
        #expect(Self.fault(Self.privateKey(seed + seed)) == .publicKey)
        for count in [0, 31, 33, 63, 65, 96] {
            #expect(Self.fault(Self.privateKey([UInt8](repeating: 9, count: count))) == .privateLength)
        }
    }

    @Test(
        arguments: [
            ("", .prefix), ("whsec", .prefix), ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", .prefix), ("WHSEC_AAAA", .prefix),
            ("whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", .prefix), (" whsec_AAAA", .prefix),
            ("whsec_", .symmetricLength), ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", .base64),
            ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS-", .base64), ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw ", .base64),
            ("whsk_!", .base64), ("whsk_", .privateLength),
        ] as [(String, SecretFault)]
    )
    func `another text is refused with its reason`(text: String, fault: SecretFault) {
        #expect(Self.fault(text) == fault)
    }

    @Test func `nothing that prints a secret shows it`() throws {
        let secrets = [try WebhookSecret(Self.symmetric(32)), try WebhookSecret(Self.privateKey(Array(0..<32)))]
        var dumped = ""
        dump(secrets, to: &dumped)
        let file = try SecretsFile(file: nil, environment: Self.symmetric(32))
        dump(file, to: &dumped)
        for text in ["\(secrets)", String(reflecting: secrets), "\(file)", "\(secrets[1])", dumped] {
            #expect(!text.contains("90") && !text.contains("31, ") && !text.contains("Wlpa"), "\(text)")
            #expect(text.contains("***"))
        }
    }

    @Test func `a new secret is one of 32 bytes, and each is another`() throws {
        var dice = SeededRandom(seed: 1)
        guard case .symmetric(let text) = NewSecret.symmetric(from: &dice),
            case .symmetric(let other) = NewSecret.symmetric(from: &dice)
        else {
            Issue.record("a symmetric secret is symmetric")
            return
        }
        #expect(text != other)
        guard case .symmetric(let bytes) = try WebhookSecret(text) else {
            Issue.record("a new secret is symmetric")
            return
        }
        #expect(bytes.count == 32)
        #expect(NewSecret.symmetric(secret: text).json == Array(#"{"secret":"\#(text)"}"#.utf8))
    }

    @Test func `a new pair of keys signs with the private one, and the public one verifies`() throws {
        var dice = SeededRandom(seed: 1)
        let pair = try #require(NewSecret.ed25519(from: &dice))
        guard case .ed25519(let privateKey, let publicKey) = pair else {
            Issue.record("a pair is asymmetric")
            return
        }
        #expect(pair.json == Array(#"{"private":"\#(privateKey)","public":"\#(publicKey)"}"#.utf8))
        let secret = try WebhookSecret(privateKey)
        let message = SignedMessage(id: [0x61], timestamp: [0x31], body: [0x62])
        let signature = try #require(Signer.signature(of: message, by: [secret]))
        let given = try #require(Base64.bytes(signature.dropFirst(4).utf8))
        let key = try #require(Base64.bytes(publicKey.dropFirst(5).utf8))
        #expect(publicKey.hasPrefix("whpk_"))
        #expect(Ed25519.isValid(given, of: Array("a.1.b".utf8), publicKey: key))
    }
}
