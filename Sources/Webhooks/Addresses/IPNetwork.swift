/// A range of addresses in CIDR notation, such as `10.0.0.0/8`.
package struct IPNetwork: Hashable, Sendable {
    package let first: IPAddress
    /// The number of leading bits that all addresses of the network share.
    package let prefixBits: Int

    /// Parses `10.0.0.0/8`; nil if the text has another form, or if bits after the prefix are set.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = IPAddress(parts[0]), (1...3).contains(parts[1].utf8.count),
            parts[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let bits = Int(parts[1]),
            bits <= first.bitCount
        else { return nil }
        self.first = first
        prefixBits = bits
        guard first.bits & hostMask == 0 else { return nil }
    }

    package var last: IPAddress {
        switch first {
        case .v4(let word): .v4(word | UInt32(hostMask))
        case .v6(let word): .v6(word | hostMask)
        }
    }

    /// Whether the network contains an address of its own version.
    package func contains(_ address: IPAddress) -> Bool {
        address.bitCount == first.bitCount && address.bits & ~hostMask == first.bits
    }

    /// A mask in which all bits after the prefix are set.
    private var hostMask: UInt128 {
        let free = first.bitCount - prefixBits
        return free == 128 ? .max : (1 << UInt128(free)) - 1
    }
}
