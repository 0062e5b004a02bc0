import JSON
import Vocabulary

/// Reads the source and the device of a sample into the form that documents show.
enum OriginReader {
    /// Reads a source and a device, and returns the pool index of the origin.
    static func read(
        source: Value?,
        device: Value?,
        ownZone: Zone?,
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
                ownZone: ownZone
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

    /// Writes a string member of a JSON object, with the preceding brace or comma.
    ///
    /// Writes nothing if the text is nil.
    private static func write(_ key: StaticString, _ text: Text?, into object: inout Writer) {
        guard let text else { return }
        object.raw(object.bytes.isEmpty ? "{" : ",")
        object.string(key)
        object.raw(":")
        object.string(text)
    }

    /// Returns a JSON object with all eight keys.
    ///
    /// Missing values are null.
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

/// A cache of origins within one upload, because a day's samples usually come from one watch and one phone.
struct OriginMemory {
    /// A cached origin.
    ///
    /// An entry contains no references, because entries are read for each sample.
    private struct Entry {
        let source: KnownValue?
        let device: KnownValue?
        /// The number of the sample's own zone; 0 if it has none.
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
    /// The index of the previous sample's origin.
    private var last = 0

    /// Returns the pool index of a sample's origin.
    ///
    /// `zone` is the number of the sample's own zone in `zones`; 0 if it has none.
    mutating func read(
        source: Value?,
        device: Value?,
        zone: Int,
        of zones: OwnZones,
        pool: inout Pool
    ) throws(Refusal) -> Int32 {
        if last < recent.entries.count, recent.entries[last].isOf(source, device, zone) {
            return recent.entries[last].origin
        }
        for index in recent.entries.indices where recent.entries[index].isOf(source, device, zone) {
            last = index
            return recent.entries[index].origin
        }
        let origin = try OriginReader.read(source: source, device: device, ownZone: zones[zone], pool: &pool)
        last = recent.add(Entry(source, device, zone: zone, origin: origin))
        return origin
    }

    /// Clears the cache if it refers to origins that the pool did not have at a mark.
    mutating func forget(since mark: Pool.Mark) {
        if recent.entries.contains(where: { !mark.hasOrigin($0.origin) }) { self = OriginMemory() }
    }
}

/// The zones that samples of one upload name themselves, by number from 1; 0 stands for none.
struct OwnZones {
    private var zones: [Zone] = []

    /// Returns the number of a zone, and adds it if it is new.
    mutating func number(of zone: Zone) -> Int {
        if let known = zones.firstIndex(where: { $0 === zone }) { return known + 1 }
        zones.append(zone)
        return zones.count
    }

    subscript(number: Int) -> Zone? { number == 0 ? nil : zones[number - 1] }
}
