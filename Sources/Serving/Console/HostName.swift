import Glibc

/// A host with an optional port, as the header `Host` and the end of `Origin` have it (RFC 9110, section 7.2).
struct HostName: Equatable {
    /// The name in lower case, or the address; an IPv6 address without brackets.
    let name: String
    let port: UInt16?
    /// Whether the host is an IP address, which no foreign name server can point elsewhere.
    let isAddress: Bool

    /// Parses `HOST[:PORT]`; returns nil for anything else, such as a user name before the host.
    init?(_ text: String) {
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            name = text[text.index(after: text.startIndex)..<end].lowercased()
            rest = text[text.index(after: end)...]
            guard Self.isAddress(name, AF_INET6) else { return nil }
            isAddress = true
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            name = text[..<end].lowercased()
            rest = text[end...]
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName) else { return nil }
            isAddress = Self.isAddress(name, AF_INET)
        }
        if rest.isEmpty {
            port = nil
        } else {
            // `UInt16` would also take a sign.
            guard rest.first == ":", rest.dropFirst().utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
                let number = UInt16(rest.dropFirst())
            else { return nil }
            port = number
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var address = in6_addr()
        return unsafe inet_pton(family, text, &address) == 1
    }
}

extension HostName {
    /// Whether `Origin` names this host and port; a port that is missing is the one of the origin's scheme.
    func isOrigin(_ origin: String) -> Bool {
        let usual: UInt16
        let rest: Substring
        if origin.hasPrefix("http://") {
            (usual, rest) = (80, origin.dropFirst(7))
        } else if origin.hasPrefix("https://") {
            (usual, rest) = (443, origin.dropFirst(8))
        } else {
            return false
        }
        guard let other = HostName(String(rest)) else { return false }
        return other.name == name && other.port ?? usual == port ?? usual
    }
}
