/// Where a sample comes from: its source, its device, and the zone in which it was taken.
package struct Origin {
    /// The source as a JSON object with sorted keys, empty when there is none.
    package let source: [UInt8]
    /// The device as a JSON object with its eight keys, sorted, empty when there is none.
    package let device: [UInt8]
    /// What tells sources apart: the bundle identifier, else the name, else nothing.
    package let sourceKey: [UInt8]
    /// What ranks the source: product type, else hardware version, else model.
    package let product: [UInt8]
    /// The zone of the sample's local days.
    package let zone: Zone

    /// An origin from its parts.
    package init(source: [UInt8], device: [UInt8], sourceKey: [UInt8], product: [UInt8], zone: Zone) {
        self.source = source
        self.device = device
        self.sourceKey = sourceKey
        self.product = product
        self.zone = zone
    }

    /// The same bytes for the same origin, and only for it.
    package var canonical: [UInt8] {
        var packer = Packer()
        packer.string(source)
        packer.string(device)
        packer.string(sourceKey)
        packer.string(product)
        packer.string(Array(zone.name.utf8))
        return packer.bytes
    }

    /// Reads `canonical` back.
    ///
    /// A zone that this machine no longer knows counts as UTC.
    package init?(canonical: Span<UInt8>, zones: ZoneTable) {
        var unpacker = Unpacker(canonical)
        source = unpacker.string()
        device = unpacker.string()
        sourceKey = unpacker.string()
        product = unpacker.string()
        let name = String(decoding: unpacker.string(), as: UTF8.self)
        guard !unpacker.isBroken, let zone = zones.zone(name) ?? zones.zone("UTC") else { return nil }
        self.zone = zone
    }
}
