import System
import Testing

/// What others say, without what looks like a secret.
struct SecretTextTests {
    @Test(arguments: [
        ("connection refused by login.example.com:443", "connection refused by login.example.com:443"),
        ("client_secret=abc is wrong", "client_secret=*** is wrong"),
        (#"{"client_secret":"abc"}"#, #"{"client_secret":***"#),
        ("password: abc wrong", "password: *** wrong"),
        ("got eyJhbGciOiJub25lIn0.eyJzdWIiOiJ3b3JrZXIifQ9.x", "got ***.***.x"),
        ("unauthorized_client_of_this_realm", "unauthorized_client_of_this_realm"),
        ("", ""), ("a  b", "a  b"),
    ])
    func `what looks like a secret is taken out of a text`(text: String, shown: String) {
        #expect(Secret.guarded(text) == shown)
    }
}
