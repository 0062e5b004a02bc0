import System
import Testing

/// Secrets are known by the names of their properties, and are in no text.
struct SecretTests {
    @Test(arguments: [
        "sasl.password", "SASL.PASSWORD", "ssl.key.password", "ssl.keystore.password", "ssl.key.pem", "ssl_key",
        "sasl.oauthbearer.client.secret", "sasl.oauthbearer.config", "sasl.oauthbearer.token.endpoint.url",
        "sasl.oauthbearer.assertion.private.key.passphrase", "sasl.oauthbearer.assertion.private.key.pem",
        "sasl.oauthbearer.assertion.private.key.file", "sasl.oauthbearer.assertion.file",
        "sasl.oauthbearer.client.credentials.client.secret", "sasl.jaas.config", "sasl.kerberos.kinit.cmd",
        "x.private.y", "x.passphrase.y",
    ])
    func `a property is secret by a part of its name`(name: String) {
        #expect(Secret.isSecret(name))
        #expect(Secret.shown("hunter2", of: name) == "***")
    }

    @Test(arguments: [
        "sasl.username", "sasl.mechanisms", "ssl.certificate.pem", "ssl.ca.location", "ssl.key.location", "debug",
        "bootstrap.servers", "security.protocol", "session.timeout.ms", "sasl.oauthbearer.method",
    ])
    func `other properties are shown`(name: String) {
        #expect(Secret.shown("value", of: name) == "value")
    }

    private static let secrets = SecretValues([
        (name: "sasl.password", value: "correct-horse-9"), (name: "ssl.key.password", value: "xyz"),
        (name: "sasl.oauthbearer.config", value: ""), (name: "debug", value: "broker"),
        // The first is the beginning of the second; the third begins like its own end.
        (name: "x.token", value: "pepper"), (name: "x.secret", value: "pepper-and-salt"),
        (name: "y.secret", value: "aaaaaaab"),
    ])

    @Test(arguments: [
        ("", ""),
        ("a broker said no", "a broker said no"),
        ("password correct-horse-9 is wrong", "password *** is wrong"),
        ("correct-horse-9correct-horse-9", "******"),
        ("xyzxyz", "******"),
        // A buffer that is full, and a quotation from where the reader had come to.
        ("the value correct-ho", "the value ***"),
        ("beginning at: ct-horse-9", "beginning at: ***"),
        ("beginning at: orse-9", "beginning at: ***"),
        ("corre and rse-9", "corre and rse-9"),
        ("é correct-horse-9 é", "é *** é"),
        ("pepper-and-salt or pepper", "*** or ***"),
        // What ends like a secret does not reach back into what is masked before it.
        ("aaaaaaaaaaaab", "******"),
    ])
    func `what is said has neither a secret nor its beginning or end`(text: String, shown: String) {
        #expect(Self.secrets.masked(text) == shown)
    }

    @Test func `without secrets nothing is changed`() {
        #expect(SecretValues([(name: "debug", value: "broker")]).masked("a broker") == "a broker")
    }
}
