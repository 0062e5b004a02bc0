/// An HTTP address, `HOST:PORT`.
package struct HTTPAddress: Sendable, Equatable {
    /// A host name or an IP address; IPv6 without brackets.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = UInt16(digits) else {
            return nil
        }
        var name = text[..<colon]
        let isBracketed = name.first == "[" && name.last == "]"
        if isBracketed { name = name.dropFirst().dropLast() }
        // An IPv6 address contains colons, so without brackets the port would be ambiguous.
        let isWhole = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: "%"): isBracketed
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard !name.isEmpty, isWhole else { return nil }
        host = String(name)
        self.port = port
    }

    /// The address as a user writes it, with brackets if needed.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension Kind<HTTPAddress> {
    /// Addresses of workers, one per occurrence of the option.
    static let workers = Kind(
        "HOST:PORT",
        rule: "\(httpAddress.rule), repeatable",
        shape: .repeated([]),
        read: httpAddress.read
    )

    /// An address of this machine, or of a worker.
    static let httpAddress = Kind("HOST:PORT", rule: "`host:port`") { text throws(Reason) in
        guard let address = HTTPAddress(text) else {
            throw Reason("must be host:port, such as 0.0.0.0:9090 or [::1]:9090")
        }
        return address
    } write: {
        $0.description
    }
}
