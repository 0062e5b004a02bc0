import Foundation
import Testing
import Webhooks

/// The table of refused networks against addresses written out by another library.
struct RefusedNetworksTests {
    /// A network, its first and last address, and the addresses around it; empty if another network has them.
    static let rows: [(network: String, first: String, last: String, before: String, after: String)] = [
        ("0.0.0.0/8", "0.0.0.0", "0.255.255.255", "", "1.0.0.0"),
        ("10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
        ("100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
        ("127.0.0.0/8", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
        ("169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
        ("172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
        ("192.0.0.0/24", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"),
        ("192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
        ("192.31.196.0/24", "192.31.196.0", "192.31.196.255", "192.31.195.255", "192.31.197.0"),
        ("192.52.193.0/24", "192.52.193.0", "192.52.193.255", "192.52.192.255", "192.52.194.0"),
        ("192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"),
        ("192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
        ("192.175.48.0/24", "192.175.48.0", "192.175.48.255", "192.175.47.255", "192.175.49.0"),
        ("198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
        ("198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
        ("203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
        ("224.0.0.0/4", "224.0.0.0", "239.255.255.255", "223.255.255.255", ""),
        ("240.0.0.0/4", "240.0.0.0", "255.255.255.255", "", ""),
        (
            "2001::/23", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"
        ),
        (
            "2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"
        ),
        (
            "2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"
        ),
        (
            "2620:4f:8000::/48", "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff",
            "2620:4f:7fff:ffff:ffff:ffff:ffff:ffff", "2620:4f:8001::"
        ),
        (
            "3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
            "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"
        ),
    ]

    private static func isRefused(_ text: String, _ rules: CallbackRules = CallbackRules()) throws -> Bool {
        rules.refuses(try #require(IPAddress(text), "\(text)"))
    }

    @Test func `the table has these networks and no others`() {
        let networks = RefusedNetworks.v4 + RefusedNetworks.v6
        #expect(networks == Self.rows.compactMap { IPNetwork($0.network) })
        #expect(RefusedNetworks.v6Global == [IPNetwork("2000::/3")])
    }

    @Test(arguments: rows)
    func `a network is refused from its first to its last address`(
        network: String,
        first: String,
        last: String,
        before: String,
        after: String
    ) throws {
        let parsed = try #require(IPNetwork(network))
        #expect(parsed.first == IPAddress(first))
        #expect(parsed.last == IPAddress(last))
        #expect(try Self.isRefused(first))
        #expect(try Self.isRefused(last))
        if !before.isEmpty { #expect(try !Self.isRefused(before), "\(before)") }
        if !after.isEmpty { #expect(try !Self.isRefused(after), "\(after)") }
    }

    @Test(arguments: rows)
    func `an exception opens its network and nothing else`(
        network: String,
        first: String,
        last: String,
        before: String,
        after: String
    ) throws {
        let rules = CallbackRules(allowedNetworks: [try #require(IPNetwork(network))])
        #expect(try !Self.isRefused(first, rules))
        #expect(try !Self.isRefused(last, rules))
        for row in Self.rows where row.network != network {
            #expect(try Self.isRefused(row.first, rules), "\(row.first)")
            #expect(try Self.isRefused(row.last, rules), "\(row.last)")
        }
    }

    @Test(arguments: [
        "::", "::1", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "5f00::1", "64:ff9b::808:808", "64:ff9b:1::1",
        "100::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "::8.8.8.8", "::ffff:8.8.8.8", "::ffff:127.0.0.1", "::ffff:0:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
        "2001:0:808:808::1", "2001:10::1", "2001:20::1",
    ])
    func `IPv6 outside the global network is refused, and so is every form with an IPv4 address`(text: String) throws {
        #expect(try Self.isRefused(text))
        let rules = CallbackRules(
            allowsLoopback: text != "::1",
            allowedNetworks: ["0.0.0.0/0"].compactMap { IPNetwork($0) }
        )
        #expect(try Self.isRefused(text, rules))
    }

    @Test(arguments: ["8.8.8.8", "1.1.1.1", "2000::", "2606:4700::1111", "2a00:1450:4001::5", "3fff:ffff::1"])
    func `a public address is not refused`(text: String) throws {
        #expect(try !Self.isRefused(text))
    }

    @Test func `loopback is allowed by its own option only`() throws {
        for text in ["127.0.0.0", "127.0.0.1", "127.255.255.255", "::1"] {
            #expect(try Self.isRefused(text))
            #expect(try !Self.isRefused(text, CallbackRules(allowsLoopback: true)))
        }
        for text in ["126.0.0.1", "128.0.0.1"] { #expect(try !Self.isRefused(text)) }
        #expect(try Self.isRefused("10.0.0.1", CallbackRules(allowsLoopback: true)))
        #expect(try Self.isRefused("::2", CallbackRules(allowsLoopback: true)))
    }

    /// Spellings of refused addresses that resolvers take, as far as this machine's resolver takes them.
    @Test(arguments: [
        "127.1", "127.0.1", "0x7f000001", "0x7F.1", "2130706433", "017700000001", "0177.0.0.1", "0", "10.1",
        "0xa000001",
        "192.168.257", "::ffff:127.0.0.1", "::127.0.0.1", "::ffff:7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::",
        "0:0:0:0:0:0:0:1", "fe80::1", "169.254.169.254", "0xa9fea9fe",
    ])
    func `every spelling of a refused address is refused once it is resolved`(host: String) throws {
        let addresses = Self.resolved(host)
        #expect(!addresses.isEmpty)
        let name = host.contains(":") ? "[\(host)]" : host
        let callback = try CallbackAddress(Array("https://\(name)/x".utf8), CallbackRules())
        #expect(!CallbackRules().accepts(addresses, of: callback))
        for address in addresses { #expect(CallbackRules().refuses(address)) }
        #expect(callback.literal.map { [$0] } == addresses)
    }

    private static func resolved(_ host: String) -> [IPAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
        defer { unsafe freeaddrinfo(found) }
        var addresses: [IPAddress] = []
        var next = unsafe found
        while let one = unsafe next?.pointee {
            if let address = unsafe IPAddress(bytes(one)) { addresses.append(address) }
            unsafe next = one.ai_next
        }
        return addresses
    }

    /// The bytes of an address, which lie behind the port of `sockaddr_in`, and behind the flow label of `sockaddr_in6`.
    private static func bytes(_ info: addrinfo) -> [UInt8] {
        let raw = unsafe UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
        let (start, count) = unsafe info.ai_family == AF_INET ? (4, 4) : (8, 16)
        return unsafe Array(raw[start..<start + count])
    }

    @Test func `one refused address refuses the host`() throws {
        let callback = try CallbackAddress(Array("https://hooks.example/".utf8), CallbackRules())
        let (good, bad) = try (#require(IPAddress("8.8.8.8")), #require(IPAddress("10.0.0.1")))
        #expect(CallbackRules().accepts([good], of: callback))
        #expect(!CallbackRules().accepts([good, bad], of: callback))
        #expect(!CallbackRules().accepts([bad, good], of: callback))
        #expect(!CallbackRules().accepts([], of: callback))
    }
}
