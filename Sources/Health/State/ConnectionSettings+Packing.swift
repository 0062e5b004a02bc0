import Vocabulary

extension ConnectionSettings {
    package var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.settings.version)
        packer.optional(timestampMilliseconds)
        for text in [appID, userID, callbackURL, region, timeZone.map { Array($0.utf8) }] {
            packer.byte(text == nil ? 0 : 1)
            if let text { packer.string(text) }
        }
        packer.byte((isClosed ? 1 : 0) | (isForgotten ? 2 : 0))
        packer.optional(forgottenUntilMilliseconds)
        for list in [backgroundDelivery, allowedTypes] {
            packer.byte(list == nil ? 0 : 1)
            guard let list else { continue }
            packer.count(list.count)
            for text in list { packer.string(text) }
        }
        packer.count(formats.count)
        for name in formats { packer.string(name.utf8) }
        return packer.bytes
    }

    /// Decodes stored settings; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.settings.unpacker(bytes) else { return nil }
        self.init()
        timestampMilliseconds = unpacker.optionalInteger()
        appID = unpacker.optionalString()
        userID = unpacker.optionalString()
        callbackURL = unpacker.optionalString()
        region = unpacker.optionalString()
        timeZone = unpacker.optionalString().map { String(decoding: $0, as: UTF8.self) }
        let flags = unpacker.byte()
        isClosed = flags & 1 != 0
        isForgotten = flags & 2 != 0
        forgottenUntilMilliseconds = unpacker.optionalInteger()
        backgroundDelivery = Self.list(&unpacker)
        allow(Self.list(&unpacker))
        formats = (0..<unpacker.count()).map { _ in String(decoding: unpacker.string(), as: UTF8.self) }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }

    private static func list(_ unpacker: inout Unpacker) -> [[UInt8]]? {
        unpacker.byte() == 0 ? nil : (0..<unpacker.count()).map { _ in unpacker.string() }
    }
}
