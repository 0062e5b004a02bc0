import Testing
import Vocabulary
import Webhooks

struct SecretsFileTests {
    private static let one = WebhookSecretTests.symmetric(24)
    private static let two = WebhookSecretTests.symmetric(32)
    private static let three = WebhookSecretTests.symmetric(40)

    private static func file(_ text: String, environment: String? = nil) throws -> SecretsFile {
        try SecretsFile(file: Array(text.utf8), environment: environment)
    }

    private static func fault(_ text: String?, environment: String? = nil) -> SecretsFault? {
        do throws(SecretsFault) {
            _ = try SecretsFile(file: text.map { Array($0.utf8) }, environment: environment)
            return nil
        } catch {
            return error
        }
    }

    private static func counts(_ file: SecretsFile, app: String?, connection: String) throws -> [Int] {
        let connection = try #require(ConnectionID(Array(connection.utf8)))
        return file.secrets(app: app.map { Array($0.utf8) }, connection: connection).map { secret in
            guard case .symmetric(let bytes) = secret else { return 0 }
            return bytes.count
        }
    }

    @Test func `the narrowest secrets count, and none are joined`() throws {
        let file = try Self.file(
            """
            {"default": "\(Self.one)", "apps": {"demo": ["\(Self.two)", "\(Self.one)"]},
             "connections": {"conn-7": "\(Self.three)"}}
            """
        )
        #expect(try Self.counts(file, app: "demo", connection: "conn-7") == [40])
        #expect(try Self.counts(file, app: "demo", connection: "conn-8") == [32, 24])
        #expect(try Self.counts(file, app: "other", connection: "conn-8") == [24])
        #expect(try Self.counts(file, app: nil, connection: "conn-8") == [24])
        #expect(try Self.counts(file, app: "no/app id", connection: "conn-8") == [24])
    }

    @Test func `the environment is the default where the file has none`() throws {
        let both = "\(Self.one) \(Self.two)"
        for text in ["{}", #"{"apps":{},"connections":{}}"#] {
            #expect(try Self.counts(Self.file(text), app: nil, connection: "a") == [])
            #expect(try Self.counts(Self.file(text, environment: both), app: nil, connection: "a") == [24, 32])
            #expect(try Self.counts(Self.file(text, environment: ""), app: nil, connection: "a") == [])
        }
        let own = try Self.file(#"{"default":"\#(Self.three)"}"#, environment: "nonsense")
        #expect(try Self.counts(own, app: nil, connection: "a") == [40])
        let alone = try SecretsFile(file: nil, environment: both)
        #expect(try Self.counts(alone, app: "demo", connection: "a") == [24, 32])
        #expect(try Self.counts(SecretsFile(file: nil, environment: nil), app: nil, connection: "a") == [])
    }

    @Test func `without a connection the app's secrets count, else the default ones`() throws {
        let text = #"{"apps":{"demo":"\#(Self.two)"},"connections":{"a":"\#(Self.three)"}}"#
        let file = try Self.file(text, environment: Self.one)
        #expect(file.secrets(app: Array("demo".utf8), connection: nil) == [try WebhookSecret(Self.two)])
        #expect(file.secrets(app: nil, connection: nil) == [try WebhookSecret(Self.one)])
    }

    @Test(arguments: [#"{}"#, #"{"apps":{},"connections":{}}"#])
    func `a file can be without any secret`(text: String) throws {
        #expect(try Self.file(text).isEmpty && SecretsFile(file: nil, environment: nil).isEmpty)
        #expect(!(try Self.file(text, environment: Self.one).isEmpty))
        #expect(!(try Self.file(#"{"connections":{"a":"\#(Self.one)"}}"#).isEmpty))
    }

    @Test func `up to eight secrets are in force at once`() throws {
        for (count, isRight) in [(1, true), (8, true), (9, false), (0, false)] {
            let list = Array(repeating: "\"\(Self.one)\"", count: count).joined(separator: ",")
            #expect((Self.fault(#"{"default":[\#(list)]}"#) == nil) == isRight, "\(count)")
        }
        let eight = Array(repeating: Self.one, count: 8).joined(separator: " ")
        #expect(Self.fault(nil, environment: eight) == nil)
        #expect(Self.fault(nil, environment: "\(eight) \(Self.one)")?.place == "FORK_WEBHOOK_SECRET")
    }

    @Test(arguments: [
        ("", "", "must be JSON"), ("[]", "", "must be a JSON object"), ("{\"default\":", "", "must be JSON"),
        (#"{"secret":"a"}"#, "", "members default, apps and connections only"),
        (#"{"default":1}"#, "/default", "must be a secret"), (#"{"default":null}"#, "/default", "must be a secret"),
        (#"{"default":{}}"#, "/default", "must be a secret"),
        (#"{"default":["whsec_"]}"#, "/default/0", "24 to 64 bytes"),
        (#"{"default":"abc"}"#, "/default", "must begin with whsec_ or whsk_"), (#"{"apps":[]}"#, "/apps", "an object"),
        (#"{"apps":{"demo":[1]}}"#, "/apps (member 1)/0", "a string"), (#"{"apps":{"a b":""}}"#, "/apps", "member 1"),
        (
            #"{"apps":{"a":"whsec_\#(String(repeating: "A", count: 32))","demo":["whsk_AAAA",1]}}"#, "/apps/demo/0",
            "32 bytes"
        ),
        (#"{"connections":{"a":"x"}}"#, "/connections (member 1)", "must begin"),
        (#"{"connections":{"c":"whsec_!"}}"#, "/connections/c", "base64"),
        (#"{"connections":{"":"whsec_!"}}"#, "/connections", "malformed id"),
    ])
    func `a wrong file names the place and the reason`(text: String, place: String, reason: String) throws {
        let fault = try #require(Self.fault(text))
        #expect(fault.place == place)
        #expect(fault.reason.contains(reason), "\(fault.reason)")
        #expect(fault.description.hasSuffix(".") && !fault.description.hasSuffix(".."))
    }

    @Test func `no fault shows a secret, wherever the secret stands`() {
        let plain = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        for text in [
            #"{"\#(plain)":"conn-7"}"#, #"{"connections":{"\#(plain)":"conn-7"}}"#,
            #"{"connections":{"\#(plain.dropFirst(6))":"conn-7"}}"#, #"{"apps":{"\#(plain.dropFirst(6))":["conn-7"]}}"#,
            #"{"apps":{"\#(plain)":["x"]}}"#,
            #"{"default":"\#(plain) "}"#, #"{"default":["\#(plain)","\#(plain)=="]}"#, #"{"default":"\#(plain)",}"#,
            #"{"connections":{"\#(plain)+/":"conn-7"}}"#, #""\#(plain)""#, plain,
        ] {
            let shown = Self.fault(text)?.description ?? ""
            #expect(!shown.isEmpty && !shown.contains("MfKQ"), "\(shown)")
        }
        let shown = Self.fault(nil, environment: "\(plain)==")?.description ?? ""
        #expect(shown.contains("FORK_WEBHOOK_SECRET") && !shown.contains("MfKQ"))
    }

    @Test func `a file that is too long is not parsed`() {
        let long = "{" + String(repeating: " ", count: SecretsFile.bytesMax) + "}"
        #expect(Self.fault(long)?.reason.contains("longer") == true)
    }

    @Test func `files with the same secrets are equal, whatever their form`() throws {
        let plain = try Self.file(#"{"default":"\#(Self.one)"}"#)
        #expect(plain == (try Self.file(#" { "apps" : {}, "default" : ["\#(Self.one)"] } "#)))
        #expect(plain != (try Self.file(#"{"default":"\#(Self.two)"}"#)))
    }
}
