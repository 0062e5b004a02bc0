import Testing
import Webhooks

struct CallbackAddressTests {
    private static let open = CallbackRules(allowedPorts: [8443], allowsLoopback: true)

    private static func fault(_ url: String, _ rules: CallbackRules = CallbackRules()) -> CallbackFault? {
        do throws(CallbackFault) {
            _ = try CallbackAddress(Array(url.utf8), rules)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("https://hooks.example.org/fork?key=1", "hooks.example.org", 443, "/fork?key=1"),
            ("https://hooks.example.org", "hooks.example.org", 443, "/"),
            ("https://hooks.example.org?a=/b:c@d", "hooks.example.org", 443, "/?a=/b:c@d"),
            ("HTTPS://Hooks.Example.ORG:443/%20/\"<>{}|^`", "hooks.example.org", 443, "/%20/\"<>{}|^`"),
            ("https://hooks.example.org:/x", "hooks.example.org", 443, "/x"),
            ("https://hooks.example.org:00443/x", "hooks.example.org", 443, "/x"),
            ("https://a_b-c.example./", "a_b-c.example.", 443, "/"),
            ("https://127.1/", "127.0.0.1", 443, "/"), ("https://0X7f.1./", "0x7f.1.", 443, "/"),
            ("https://[2606:4700::1111]:443/x", "2606:4700::1111", 443, "/x"),
            ("https://[::FFFF:127.0.0.1]", "::ffff:127.0.0.1", 443, "/"),
            ("https://[::1]/a@b", "::1", 443, "/a@b"),
        ] as [(String, String, UInt16, String)]
    )
    func `an allowed URL has these parts and stays as it stands`(
        url: String,
        host: String,
        port: UInt16,
        target: String
    ) throws {
        let callback = try CallbackAddress(Array(url.utf8), CallbackRules())
        #expect(callback.url == Array(url.utf8))
        #expect(callback.scheme == .https)
        #expect(callback.host == host)
        #expect(callback.port == port)
        #expect(callback.target == target)
        #expect(!callback.isLoopbackOnly)
    }

    @Test(
        arguments: [
            ("http://hooks.example.org/", .scheme), ("ftp://hooks.example.org/", .scheme), ("", .scheme),
            ("https:/x", .scheme),
            ("//hooks.example.org/", .scheme), ("https", .scheme), ("javascript:alert(1)", .scheme),
            (" https://hooks.example.org/", .character), ("https://hooks.example.org/a b", .character),
            ("https://hooks.example.org/a\tb", .character), ("https://hooks.example.org/\n", .character),
            ("https://hooks.example.org\\@evil.example/", .character), ("https://hööks.example/", .character),
            ("https://hooks.example.org/\u{7f}", .character), ("https://hooks.example.org/é", .character),
            ("https://hooks.example.org/#a", .fragment), ("https://hooks.example.org#@evil.example/", .fragment),
            ("https://user@hooks.example.org/", .user), ("https://user:word@hooks.example.org/", .user),
            ("https://:@hooks.example.org/", .user), ("https://@hooks.example.org/", .user),
            ("https://[::1]@hooks.example.org/", .user),
            ("https:///x", .host), ("https://", .host), ("https://?x", .host), ("https://:443/", .host),
            ("https://hooks%2eexample.org/", .host), ("https://[fe80::1%25eth0]/", .host), ("https://[::1/", .host),
            ("https://[127.0.0.1]/", .host), ("https://[]/", .host), ("https://[::1]x/", .host),
            ("https://a,b/", .host),
            ("https://a[b]/", .host), ("https://::1/", .host), ("https://a;b/", .host), ("https://a&b/", .host),
            ("https://hooks.example.org:8443/", .port), ("https://hooks.example.org:0/", .port),
            ("https://hooks.example.org:65536/", .port), ("https://hooks.example.org:65979/", .port),
            ("https://hooks.example.org:-1/", .port), ("https://hooks.example.org:+443/", .port),
            ("https://hooks.example.org:443a/", .port), ("https://hooks.example.org:443:443/", .port),
            ("https://hooks.example.org:000443/", .port), ("https://[::1]:8443/", .port),
            ("http://localhost/", .scheme), ("http://127.0.0.1/", .scheme), ("http://[::1]/", .scheme),
        ] as [(String, CallbackFault)]
    )
    func `another URL is refused with its reason`(url: String, fault: CallbackFault) {
        #expect(Self.fault(url) == fault)
    }

    @Test func `a URL has at most 2,000 bytes`() {
        let start = "https://hooks.example.org/"
        let longest = start + String(repeating: "a", count: 2_000 - start.utf8.count)
        #expect(Self.fault(longest) == nil)
        #expect(Self.fault(longest + "a") == .tooLong)
    }

    @Test func `an option allows further ports of https, to any host`() throws {
        #expect(Self.fault("https://hooks.example.org:8443/", Self.open) == nil)
        #expect(Self.fault("https://hooks.example.org:8444/", Self.open) == .port)
        #expect(Self.fault("http://hooks.example.org:8443/", Self.open) == .scheme)
        #expect(Self.fault("http://localhost:0/", Self.open) == .port)
        let callback = try CallbackAddress(Array("https://hooks.example.org:8443/".utf8), Self.open)
        #expect(!callback.isLoopbackOnly)
    }

    @Test(
        arguments: [
            ("http://localhost/", 80), ("http://LOCALHOST:8099/", 8099), ("http://127.0.0.1:8099/x", 8099),
            ("https://127.255.0.1:9/", 9), ("http://127.1/", 80), ("http://0x7f000001/", 80),
            ("http://[::1]:8099/", 8099), ("https://localhost:1/", 1),
        ] as [(String, UInt16)]
    )
    func `another option allows this machine on any port, if its addresses are this machine's`(
        url: String,
        port: UInt16
    ) throws {
        #expect(Self.fault(url) != nil)
        let callback = try CallbackAddress(Array(url.utf8), Self.open)
        #expect(callback.port == port)
        #expect(callback.isLoopbackOnly)
        let (own, other) = try (#require(IPAddress("127.0.0.1")), #require(IPAddress("8.8.8.8")))
        #expect(Self.open.accepts([own], of: callback))
        #expect(!Self.open.accepts([other], of: callback))
        #expect(!Self.open.accepts([own, other], of: callback))
    }

    @Test(arguments: [
        "http://127.0.0.1.example/", "http://localhost.example/", "http://127.0.0.1./", "http://128.0.0.1/",
    ])
    func `only the plain names of this machine count as this machine`(url: String) {
        #expect(Self.fault(url, Self.open) == .scheme)
    }

    @Test func `the names for limits and lists contain no path`() throws {
        let callback = try CallbackAddress(Array("https://Hooks.example.org/secret?key=1".utf8), CallbackRules())
        #expect(callback.origin == "https://hooks.example.org:443")
        #expect(callback.hostAndPort == "hooks.example.org:443")
        let local = try CallbackAddress(Array("http://[::1]:8099/secret".utf8), Self.open)
        #expect(local.origin == "http://[::1]:8099")
        #expect(local.hostAndPort == "[::1]:8099")
    }

    @Test func `each reason is a sentence`() {
        for fault in CallbackFault.allCases { #expect(fault.sentence.hasSuffix(".")) }
        #expect(Set(CallbackFault.allCases.map(\.sentence)).count == CallbackFault.allCases.count)
    }
}
