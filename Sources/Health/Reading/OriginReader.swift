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
            var object = Writer(capacity: 128)
            write("bundleIdentifier", bundle, into: &object)
            write("name", name, into: &object)
            write("productType", product, into: &object)
            write("version", version, into: &object)
            if !object.bytes.isEmpty { object.raw("}") }
            origin.source = object.bytes
            origin.key = bundle?.bytes ?? name?.bytes ?? []
            origin.product = product?.bytes ?? []
        }
        if let device {
            guard device.members != nil else { throw .wrongType("device", "an object") }
            origin.device = try deviceObject(device)
            if origin.product.isEmpty {
                let hardware = try text(device, "hardwareVersion", "device")
                let model = try text(device, "model", "device")
                origin.product = hardware?.bytes ?? model?.bytes ?? []
            }
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

    @_lifetime(copy object)
    private static func text(_ object: Value, _ key: StaticString, _ name: String) throws(Refusal) -> Text? {
        guard let field = object.field(key) else { return nil }
        guard let text = field.text else { throw .wrongType(name, "text") }
        return text
    }

    /// Writes a member of a JSON object that has none but texts, with the brace or the comma before it; none if it is not
    /// there.
    private static func write(_ key: StaticString, _ text: Text?, into object: inout Writer) {
        guard let text else { return }
        object.raw(object.bytes.isEmpty ? "{" : ",")
        object.string(key)
        object.raw(":")
        object.string(text)
    }

    /// A JSON object of all eight keys; what is not there is null.
    private static func deviceObject(_ device: Value) throws(Refusal) -> [UInt8] {
        var writer = Writer(capacity: 256)
        for (index, key) in deviceKeys.enumerated() {
            writer.raw(index == 0 ? "{" : ",")
            writer.string(key)
            writer.raw(":")
            if let text = try text(device, key, "device") { writer.string(text) } else { writer.raw("null") }
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

        init(_ source: Value?, _ device: Value?, zone: Int, origin: Int32) {
            self.source = if let source { KnownValue(source) } else { nil }
            self.device = if let device { KnownValue(device) } else { nil }
            self.zone = zone
            self.origin = origin
        }

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
        last = recent.add(Entry(source, device, zone: zone, origin: origin))
        return origin
    }

    /// Forgets what the pool did not have yet.
    mutating func forget(since mark: Pool.Mark) {
        if recent.entries.contains(where: { !mark.hasOrigin($0.origin) }) { self = OriginMemory() }
    }
}
