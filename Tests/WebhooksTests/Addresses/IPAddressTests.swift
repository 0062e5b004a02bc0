import Foundation
import Randomness
import Testing
import Webhooks

struct IPAddressTests {
    @Test func `bytes are an address if there are 4 or 16`() {
        #expect(IPAddress([127, 0, 0, 1] as [UInt8]) == .v4(0x7f00_0001))
        #expect(IPAddress([UInt8](repeating: 0, count: 15) + [1]) == .v6(1))
        for count in [0, 1, 3, 5, 8, 15, 17] { #expect(IPAddress([UInt8](repeating: 0, count: count)) == nil) }
    }

    @Test(arguments: [
        "", "1", "127.1", "1.2.3", "1.2.3.4.5", "256.0.0.1", "1.2.3.-4", "01.2.3.4", "1.2.3.4 ", "+1.2.3.4", "1..2.3",
        "0x7f.0.0.1", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "::g", "::+1", "1:", ":1",
        "::1.2.3", "1.2.3.4::", "::1.2.3.4:5", "fe80::1%eth0", "[::1]", "1:2:3:4:5:6:7::8", "::1:2:3:4:5:6:7:8",
        "::1/64",
    ])
    func `other texts are not addresses`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func `both forms read as the C library reads them`() {
        var dice = SeededRandom(seed: 11)
        for _ in 0..<500 {
            let bytes = (0..<16).map { _ in dice.next() % 3 == 0 ? UInt8(truncatingIfNeeded: dice.next()) : 0 }
            for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
                var text = [CChar](repeating: 0, count: 64)
                #expect(unsafe inet_ntop(family, bytes, &text, 64) != nil)
                let written = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                #expect(IPAddress(written) == IPAddress(bytes.prefix(count)), "\(written)")
            }
        }
    }

    @Test(arguments: [
        ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("0X7F.0x1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"), ("0", "0.0.0.0"),
        ("010.1", "8.0.0.1"), ("0xff.1", "255.0.0.1"), ("4294967295", "255.255.255.255"),
        ("1.16777215", "1.255.255.255"),
        ("1.2.65535", "1.2.255.255"), ("1.2.3.255", "1.2.3.255"), ("8.8.8.8", "8.8.8.8"), ("::1", "0:0:0:0:0:0:0:1"),
        ("2001:DB8::ff", "2001:db8:0:0:0:0:0:ff"),
    ])
    func `a host in any spelling is one address`(host: String, text: String) {
        #expect(IPAddress(host: host)?.description == text)
        #expect(IPAddress(host: text) == IPAddress(host: host))
    }

    @Test(arguments: [
        "", ".", "127.", ".1", "127..1", "4294967296", "1.16777216", "1.2.65536", "1.2.3.256", "256.1", "1.2.3.4.5",
        "08",
        "0x", "0xg", "-1", "+1", "1.+2", "a.1", "1e3", "0b1", "127.0.0.1.", "1_0", "localhost", "99999999999999999999",
    ])
    func `another host is a name`(host: String) {
        #expect(IPAddress(host: host) == nil)
    }

    @Test(arguments: [
        "", "10.0.0.0", "10.0.0.0/", "/8", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/+8", "10.0.0.0/8/8", "10/8", "::/129",
        "fd00::1/8", "10.0.0.0/-1", "10.0.0.0/0008", "x/8",
    ])
    func `other texts are not networks`(text: String) {
        #expect(IPNetwork(text) == nil)
    }

    @Test func `a network contains addresses of its version with its prefix`() throws {
        let everything = try #require(IPNetwork("::/0"))
        #expect(everything.first == .v6(0) && everything.last == .v6(.max))
        #expect(everything.contains(.v6(.max)) && !everything.contains(.v4(1)))
        let all4 = try #require(IPNetwork("0.0.0.0/0"))
        #expect(all4.contains(.v4(.max)) && !all4.contains(.v6(1)))
        let one = try #require(IPNetwork("10.0.0.7/32"))
        #expect(one.contains(.v4(0x0a00_0007)) && !one.contains(.v4(0x0a00_0006)) && !one.contains(.v4(0x0a00_0008)))
        #expect(one.first == one.last)
    }
}
