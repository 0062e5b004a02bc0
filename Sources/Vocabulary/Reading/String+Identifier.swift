package import JSON

extension String {
    /// Creates the part of an uploaded identifier that a message may show: at most 64 characters.
    ///
    /// Nil if the text has a character that identifiers never have, because such a text can be health data.
    package init?(identifier bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.allSatisfy(Self.isIdentifierByte) else { return nil }
        self.init(decoding: bytes.prefix(64), as: UTF8.self)
    }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension Text {
    /// The text as an identifier that a message may show.
    package var identifier: String? { String(identifier: bytes) }
}
