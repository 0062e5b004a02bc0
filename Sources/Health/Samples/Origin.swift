package import Vocabulary

/// The source and the device of a sample, and its own time zone.
package struct Origin {
    /// The source as a JSON object with sorted keys; empty if there is none.
    package let source: [UInt8]
    /// The device as a JSON object with sorted keys; empty if there is none.
    package let device: [UInt8]
    /// The identity of the source: its bundle identifier, or else its name, or else empty.
    package let sourceKey: [UInt8]
    /// The product that ranks the source: the product type, or else the hardware version, or else the model.
    package let product: [UInt8]
    /// The zone that the sample itself names; nil if the sample has the zone of its claim.
    package let ownZone: Zone?

    package init(source: [UInt8], device: [UInt8], sourceKey: [UInt8], product: [UInt8], ownZone: Zone?) {
        self.source = source
        self.device = device
        self.sourceKey = sourceKey
        self.product = product
        self.ownZone = ownZone
    }

    /// The encoded bytes.
    ///
    /// The bytes of two origins are equal if and only if the origins are equal.
    package var canonical: [UInt8] {
        var packer = Packer()
        packer.string(source)
        packer.string(device)
        packer.string(sourceKey)
        packer.string(product)
        packer.string(ownZone.map { Array($0.name.utf8) } ?? [])
        return packer.bytes
    }

    /// Decodes an origin from its `canonical` form.
    ///
    /// A zone that is unknown on this machine becomes UTC.
    package init?(canonical: Span<UInt8>, zones: ZoneTable) {
        var unpacker = Unpacker(canonical)
        source = unpacker.string()
        device = unpacker.string()
        sourceKey = unpacker.string()
        product = unpacker.string()
        let name = String(decoding: unpacker.string(), as: UTF8.self)
        ownZone = name.isEmpty ? nil : zones.zone(name) ?? .utc
        guard !unpacker.isBroken else { return nil }
    }
}
