import Testing
import Vocabulary

struct CallbackURLTests {
    @Test(arguments: [
        "https://example.com", "https://example.com/a?b=c#d", "HTTPS://Example.com:8443/x",
        "https://user:pw@example.com",
        "https://[::1]:8443/", "https://127.0.0.1/", "https://example.com/%20",
    ])
    func `https to a host is taken`(url: String) {
        #expect(CallbackURL.isAllowed(Array(url.utf8), loopback: false))
    }

    @Test(arguments: [
        "", "example.com", "https://", "https:///path", "https://?x", "https://:443/", "https://user@/", "https://[::1",
        "ftp://example.com", "https:/example.com", "https://exa mple.com", "https://example.com/\"",
        "https://ä.example",
        "https://example.com/\n", "javascript:alert(1)", "https://example.com/\\",
    ])
    func `everything else is refused, with and without loopback`(url: String) {
        #expect(!CallbackURL.isAllowed(Array(url.utf8), loopback: false))
        #expect(!CallbackURL.isAllowed(Array(url.utf8), loopback: true))
    }

    @Test(arguments: [
        ("http://localhost/hook", true), ("http://LOCALHOST:8080", true), ("http://127.0.0.1:9/", true),
        ("http://127.255.1.2", true), ("http://[::1]:8080/x", true), ("http://user@localhost/", true),
        ("http://example.com", false), ("http://localhost.example.com", false), ("http://127.0.0.1.example.com", false),
        ("http://localhost@example.com/", false), ("http://128.0.0.1", false), ("http://127.0.0.256", false),
        ("http://127.1", false), ("http://[::2]/", false), ("http:///localhost", false),
        ("http://example.com#@localhost", false), ("http://example.com?@127.0.0.1", false),
    ])
    func `http is taken to this machine only, and only when a setting allows it`(url: String, isTaken: Bool) {
        #expect(CallbackURL.isAllowed(Array(url.utf8), loopback: true) == isTaken)
        #expect(!CallbackURL.isAllowed(Array(url.utf8), loopback: false))
    }
}
