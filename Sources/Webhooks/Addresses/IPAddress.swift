/// An address of IPv4 or IPv6.
package enum IPAddress: Hashable, Sendable {
    case v4(UInt32)
    case v6(UInt128)

    /// Creates an address from its bytes in network order; nil unless there are 4 or 16 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4: self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 16: self = .v6(bytes.reduce(0) { $0 << 8 | UInt128($1) })
        default: return nil
        }
    }

    var bitCount: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }

    /// The bits of the address, right-aligned.
    var bits: UInt128 {
        switch self {
        case .v4(let word): UInt128(word)
        case .v6(let word): word
        }
    }

    /// Whether the address is of this machine: 127.0.0.0/8 or `::1`.
    ///
    /// An IPv6 address that contains an IPv4 address does not count.
    package var isLoopback: Bool {
        switch self {
        case .v4(let word): word >> 24 == 127
        case .v6(let word): word == 1
        }
    }
}

extension IPAddress {
    /// Parses `192.0.2.1`, or IPv6 as RFC 4291 writes it; nil for any other text.
    ///
    /// Spellings that only some resolvers take, such as `127.1`, are rejected.
    package init?(_ text: some StringProtocol) {
        if let word = Self.dotted(text.utf8) {
            self = .v4(word)
        } else if let word = Self.colons(String(text)) {
            self = .v6(word)
        } else {
            return nil
        }
    }

    private static func dotted(_ text: some Collection<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var word: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
                part.count == 1 || part.first != UInt8(ascii: "0"),
                let number = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            word = word << 8 | UInt32(number)
        }
        return word
    }

    private static func colons(_ text: String) -> UInt128? {
        guard let gap = text.firstRange(of: "::") else {
            guard let groups = groups(text[...]), groups.count == 8 else { return nil }
            return word(groups)
        }
        guard let head = groups(text[..<gap.lowerBound], isHead: true), let tail = groups(text[gap.upperBound...]),
            head.count + tail.count < 8
        else { return nil }
        return word(head) << UInt128(128 - 16 * head.count) | word(tail)
    }

    private static func word(_ groups: [UInt16]) -> UInt128 { groups.reduce(0) { $0 << 16 | UInt128($1) } }

    /// Parses groups of hexadecimal digits, whose last two can be a dotted IPv4 address unless `::` follows.
    private static func groups(_ text: Substring, isHead: Bool = false) -> [UInt16]? {
        if text.isEmpty { return [] }
        var groups: [UInt16] = []
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, !isHead, let word = dotted(part) {
                groups += [UInt16(word >> 16), UInt16(truncatingIfNeeded: word)]
                continue
            }
            guard (1...4).contains(part.count), part.first != UInt8(ascii: "+"),
                let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
            else { return nil }
            groups.append(group)
        }
        return groups
    }
}

extension IPAddress {
    /// Parses a host as resolvers do: also `127.1`, `0x7f000001`, `2130706433` and `0177.0.0.1`; nil for a name.
    ///
    /// The host has up to four numbers: decimal, octal after `0`, or hexadecimal after `0x`. The last number fills the
    /// remaining bytes.
    package init?(host: some StringProtocol) {
        if let address = IPAddress(host) {
            self = address
            return
        }
        let parts = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Self.number($0) }
        guard numbers.count == parts.count, (1...4).contains(numbers.count), let last = numbers.last,
            numbers.dropLast().allSatisfy({ $0 <= 255 }), last >> UInt32(8 * (5 - numbers.count)) == 0
        else { return nil }
        let head = numbers.dropLast().reduce(0) { $0 << 8 | $1 }
        self = .v4(head << UInt32(8 * (5 - numbers.count)) | last)
    }

    private static func number(_ text: Substring) -> UInt32? {
        if text.hasPrefix("0x") { return number(text.dropFirst(2), radix: 16) }
        return number(text, radix: text.hasPrefix("0") ? 8 : 10)
    }

    private static func number(_ digits: Substring, radix: Int) -> UInt32? {
        digits.first == "+" || digits.first == "-" ? nil : UInt32(digits, radix: radix)
    }
}

extension IPAddress: CustomStringConvertible {
    /// `192.0.2.1`, or all eight groups of IPv6 without leading zeros.
    package var description: String {
        switch self {
        case .v4(let word): [24, 16, 8, 0].map { String(word >> $0 & 255) }.joined(separator: ".")
        case .v6(let word):
            stride(from: 112, through: 0, by: -16).map { String(word >> UInt128($0) & 0xffff, radix: 16) }
                .joined(separator: ":")
        }
    }
}
