import Foundation
import Requests
import Testing
import Webhooks

@Suite struct AddressTests {
    private let server: TestServer
    private let certificates: Certificates

    init() throws {
        certificates = try Certificates.made.get()
        server = try TestServer("--certificate", certificates.valid)
    }

    private func posting(_ resolver: TestResolver, allowsLoopback: Bool = true) throws -> Posting {
        try Posting(
            ports: [server.port],
            allowsLoopback: allowsLoopback,
            authorities: certificates.authority,
            resolve: resolver.resolve
        )
    }

    private func url(_ host: String = "hooks.example.org", _ path: String = "status/204") -> String {
        "https://\(host):\(server.port)/\(path)"
    }

    @Test(arguments: ["hooks.example.org", "hooks.example.org.", "HOOKS.Example.Org", "localhost"])
    func `only the addresses of the resolver are connected to`(_ host: String) throws {
        let resolver = TestResolver([.v4(0x7F00_0002)])
        // The server listens on another address of this machine.
        #expect(try posting(resolver).post(url(host)).outcome == .connect)
        #expect(resolver.hosts == [host.lowercased()])
        #expect(server.lines("connection").isEmpty)
    }

    @Test func `a name with a dot at its end is called at the addresses of the resolver`() throws {
        let resolver = TestResolver()
        #expect(try posting(resolver).post(url("hooks.example.org.")).outcome == .delivered)
        #expect(resolver.hosts == ["hooks.example.org."])
    }

    @Test(arguments: [
        [IPAddress.v4(0x0A00_0001)], [loopback, .v4(0xA9FE_A9FE)], [.v4(0x0808_0808), .v6(1 << 64)],
        [.v6(0xFFFF_7F00_0001)],
    ])
    func `one refused address is enough`(_ addresses: [IPAddress]) throws {
        #expect(try posting(TestResolver(addresses)).post(url()).ending == .failure(.address))
        #expect(server.lines("connection").isEmpty)
    }

    @Test func `loopback is refused unless it is allowed`() throws {
        let posting = try posting(TestResolver(), allowsLoopback: false)
        #expect(try posting.post(url()).outcome == .address)
        #expect(try posting.post(url("127.0.0.1")).outcome == .address)
        #expect(try posting.post(url("0x7f000001")).outcome == .address)
        #expect(server.lines("connection").isEmpty)
    }

    @Test func `a port for this machine only is not connected elsewhere`() throws {
        let posting = try Posting { _ in [.v4(0x0808_0808)] }
        #expect(try posting.post("http://localhost:\(server.port)/").outcome == .address)
    }

    @Test func `a name that is bound to another address is judged again for the next connection`() throws {
        let resolver = TestResolver()
        let posting = try posting(resolver)
        #expect(try posting.post(url()).outcome == .delivered)
        resolver.answer([.v4(0x0A00_0001)])
        // The kept connection was judged when it was made.
        #expect(try posting.post(url("hooks.example.org", "short")).outcome == .delivered)
        #expect(resolver.hosts.count == 1)
        #expect(try posting.post(url()).outcome == .address)
        #expect(resolver.hosts.count == 2)
        #expect(server.lines("connection").count == 1)
    }

    @Test func `of several addresses one that answers is enough`() throws {
        let resolver = TestResolver([.v4(0x7F00_0002), .v4(0x7F00_0003), loopback])
        #expect(try posting(resolver).post(url()).outcome == .delivered)
    }

    @Test(.enabled(if: AddressTests.hasIPv6, "this machine has no IPv6"))
    func `an address of IPv6 is called by a name and by itself`() throws {
        let server = try TestServer("--host", "::1")
        let posting = try Posting { _ in [.v6(1)] }
        #expect(try posting.post("http://localhost:\(server.port)/status/204").outcome == .delivered)
        #expect(try posting.post("http://[::1]:\(server.port)/status/204").outcome == .delivered)
        #expect(server.lines("request").count == 2)
    }

    private static let hasIPv6 = {
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        return unsafe withUnsafePointer(to: &address) { address in
            let length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            return unsafe bind(descriptor, UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr.self), length)
                == 0
        }
    }()

    @Test func `a name without addresses is no connection`() throws {
        let result = try posting(TestResolver([])).post(url())
        #expect(result.ending == .failure(.connect) && result.reason?.description == "the name has no address")
    }

    @Test func `a port where nobody listens is no connection`() throws {
        let posting = try Posting()
        let result = try posting.post("http://127.0.0.1:1/")
        #expect(result.ending == .failure(.connect) && result.reason?.description == "Connection refused")
    }

    @Test func `the resolver's words are the reason if a name is not found`() throws {
        let posting = try Posting(ports: [8443]) { _ throws(LookupFailure) in
            throw LookupFailure("Name or service not known")
        }
        let result = try posting.post("https://hooks.example.org:8443/key")
        #expect(result.ending == .failure(.connect) && result.reason?.description == "Name or service not known")
    }

    @Test func `the system's resolver knows this machine`() throws {
        #expect(try SystemResolver.addresses(of: "localhost").contains { $0.isLoopback })
        #expect(try SystemResolver.addresses(of: "127.0.0.1") == [loopback])
        let failure = try #require(throws: LookupFailure.self) { try SystemResolver.addresses(of: "no such name") }
        #expect(!failure.reason.isEmpty)
    }

    @Test func `proxies of the environment are not asked`() async {
        // A process of its own, since the environment is that of all tests.
        await #expect(processExitsWith: .success) {
            let proxy = try TestServer()
            for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                unsafe setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
            }
            let tests = try AddressTests()
            let plain = try TestServer()
            #expect(try Posting().post("http://127.0.0.1:\(plain.port)/status/204").outcome == .delivered)
            #expect(try tests.posting(TestResolver()).post(tests.url()).outcome == .delivered)
            #expect(proxy.lines("connection").isEmpty)
        }
    }
}
