import JSON

/// A sample's source and device, rendered as documents show them.
enum OriginReader {
    /// Reads where a sample comes from, and gives its index in the pool.
    static func read(
        source: Value?,
        device: Value?,
        zone: Zone,
        pool: inout Pool
    ) throws(Refusal) -> Int32 {
        try SampleSize.check(source: source, device: device)
        var origin = (source: [UInt8](), device: [UInt8](), key: [UInt8](), product: [UInt8]())
        if let source {
            guard source.members != nil else { throw .wrongType("source", "an object") }
            let name = try text(source, "name", "source.name")
            let bundle = try text(source, "bundle_identifier", "source.bundle_identifier")
            let version = try text(source, "version", "source.version")
            let product = try text(source, "product_type", "source.product_type")
            origin.source = object([
                ("bundleIdentifier", bundle), ("name", name), ("productType", product), ("version", version),
            ])
            origin.key = (bundle ?? name)?.bytes ?? []
            origin.product = product?.bytes ?? []
        }
        if let device {
            guard device.members != nil else { throw .wrongType("device", "an object") }
            var texts: [(key: StaticString, text: Text?)] = []
            for key in deviceKeys { texts.append((key, try text(device, key, "device"))) }
            origin.device = deviceObject(texts)
            if origin.product.isEmpty { origin.product = texts[1].text?.bytes ?? texts[4].text?.bytes ?? [] }
        }
        return pool.intern(
            Origin(
                source: origin.source,
                device: origin.device,
                sourceKey: origin.key,
                product: origin.product,
                zone: zone
            )
        )
    }

    /// The eight keys of a device, sorted.
    private static let deviceKeys: [StaticString] = [
        "firmwareVersion", "hardwareVersion", "localIdentifier", "manufacturer", "model", "name", "softwareVersion",
        "udiDeviceIdentifier",
    ]

    private static func text(_ object: Value, _ key: StaticString, _ name: String) throws(Refusal) -> Text? {
        guard let field = object.field(key) else { return nil }
        guard let text = field.text else { throw .wrongType(name, "text") }
        return text
    }

    /// A JSON object of the texts that are there; empty when none is.
    private static func object(_ members: [(key: StaticString, text: Text?)]) -> [UInt8] {
        var writer = Writer(capacity: 128)
        var isFirst = true
        for (key, text) in members {
            guard let text else { continue }
            writer.raw(isFirst ? "{" : ",")
            isFirst = false
            writer.string(key)
            writer.raw(":")
            writer.string(text)
        }
        if !isFirst { writer.raw("}") }
        return writer.bytes
    }

    /// A JSON object of all eight keys; what is not there is null.
    private static func deviceObject(_ members: [(key: StaticString, text: Text?)]) -> [UInt8] {
        var writer = Writer(capacity: 256)
        for (index, member) in members.enumerated() {
            writer.raw(index == 0 ? "{" : ",")
            writer.string(member.key)
            writer.raw(":")
            if let text = member.text { writer.string(text) } else { writer.raw("null") }
        }
        writer.raw("}")
        return writer.bytes
    }
}

/// Origins that samples of one upload have had: a day is of a watch and a phone.
struct OriginMemory {
    /// Nothing in it is counted by references: one is looked at for every sample.
    private struct Entry {
        let source: KnownValue?
        let device: KnownValue?
        /// The number of the zone among those of the upload.
        let zone: Int
        let origin: Int32

        func isOf(_ source: Value?, _ device: Value?, _ zone: Int) -> Bool {
            zone == self.zone && Self.isSame(self.source, source) && Self.isSame(self.device, device)
        }

        private static func isSame(_ known: KnownValue?, _ value: Value?) -> Bool {
            guard let value else { return known == nil }
            return known?.isSame(as: value) ?? false
        }
    }

    private var recent = Recent<Entry>()
    /// The one that the sample before had.
    private var last = 0

    /// The index in the pool of where a sample comes from that was taken in the zone of this number.
    mutating func read(
        source: Value?,
        device: Value?,
        zone: Int,
        of zones: [Zone],
        pool: inout Pool
    ) throws(Refusal) -> Int32 {
        if last < recent.entries.count, recent.entries[last].isOf(source, device, zone) {
            return recent.entries[last].origin
        }
        for index in recent.entries.indices where recent.entries[index].isOf(source, device, zone) {
            last = index
            return recent.entries[index].origin
        }
        let origin = try OriginReader.read(source: source, device: device, zone: zones[zone], pool: &pool)
        let (source, device) = (source.map(KnownValue.init), device.map(KnownValue.init))
        last = recent.add(Entry(source: source, device: device, zone: zone, origin: origin))
        return origin
    }
}
