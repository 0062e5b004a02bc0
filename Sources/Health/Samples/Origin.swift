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
    package init?(canonical: ArraySlice<UInt8>, zones: inout ZoneTable) {
        var unpacker = Unpacker(canonical)
        source = unpacker.string()
        device = unpacker.string()
        sourceKey = unpacker.string()
        product = unpacker.string()
        let name = String(decoding: unpacker.slice(), as: UTF8.self)
        guard !unpacker.isBroken, let zone = zones.zone(name) ?? zones.zone("UTC") else { return nil }
        self.zone = zone
    }
}

/// What the samples of one connection in one commit share: origins, each once, and the bytes of their extras.
package struct Pool {
    /// The origins, by index.
    package private(set) var origins: [Origin] = []
    /// A number for the zone of each origin: the same for the same zone.
    private(set) var zoneNumbers: [Int32] = []
    /// A number for the source key of each origin: the same for the same key.
    private(set) var sourceNumbers: [Int32] = []
    /// The canonical bytes of each origin.
    package private(set) var canonicals: [[UInt8]] = []
    /// The extras, one after the other.
    package var extras: [UInt8] = []
    private var index: [ByteString: Int32] = [:]
    private var zones: [ObjectIdentifier: Int32] = [:]
    private var sources: [ByteString: Int32] = [:]

    package init() {}

    /// The index of an origin, which is added when it is new.
    package mutating func intern(_ origin: Origin) -> Int32 {
        let canonical = ByteString(origin.canonical)
        if let known = index[canonical] { return known }
        return add(origin, canonical)
    }

    /// The index of an origin by its canonical bytes; nil when they are broken.
    package mutating func intern(canonical: ArraySlice<UInt8>, zones: inout ZoneTable) -> Int32? {
        // What one segment uses, the next mostly uses too: comparing is cheaper than hashing.
        for recent in canonicals.indices.prefix(4) where ByteString(canonicals[recent]).isEqual(to: canonical) {
            return Int32(recent)
        }
        let bytes = ByteString(Array(canonical))
        if let known = index[bytes] { return known }
        guard let origin = Origin(canonical: canonical, zones: &zones) else { return nil }
        return add(origin, bytes)
    }

    private mutating func add(_ origin: Origin, _ canonical: ByteString) -> Int32 {
        let new = Int32(origins.count)
        zoneNumbers.append(Self.number(ObjectIdentifier(origin.zone), &zones))
        sourceNumbers.append(Self.number(ByteString(origin.sourceKey), &sources))
        origins.append(origin)
        canonicals.append(canonical.bytes)
        index[canonical] = new
        return new
    }

    /// The length of an origin's canonical bytes.
    package func canonicalCount(_ origin: Int32) -> Int { canonicals[Int(origin)].count }

    /// Keeps the extra of a sample.
    package mutating func store(_ extra: Extra, in sample: inout Sample) {
        (sample.extraStart, sample.extraCount) = store(extra)
    }

    /// Keeps an extra, and says where it lies.
    mutating func store(_ extra: Extra) -> (start: Int, count: UInt32) {
        let packed = extra.packed
        if packed.isEmpty { return (0, 0) }
        defer { extras += packed }
        return (extras.count, UInt32(clamping: packed.count))
    }

    private static func number<Key: Hashable>(_ key: Key, _ known: inout [Key: Int32]) -> Int32 {
        if let number = known[key] { return number }
        let new = Int32(known.count)
        known[key] = new
        return new
    }

    /// The extra of a sample.
    package func extra(_ sample: Sample) -> ArraySlice<UInt8> { extras[sample.extraRange] }

    /// The origin of a sample.
    package func origin(_ sample: Sample) -> Origin { origins[Int(sample.origin)] }

    /// The zone of a sample.
    package func zone(_ sample: Sample) -> Zone { origins[Int(sample.origin)].zone }

    /// Whether two copies of a sample say the same.
    package func isSame(_ left: Sample, _ right: Sample) -> Bool {
        left.start == right.start && left.end == right.end && left.value == right.value
            && left.version == right.version && left.origin == right.origin && extra(left) == extra(right)
    }

    /// By start, end, id, type, and then by all else: so that samples that are listed together have one order.
    package func isBefore(_ left: Sample, _ right: Sample) -> Bool {
        if Sample.ascending(left, right) { return true }
        if Sample.ascending(right, left) || isSame(left, right) { return false }
        return replaces(left, right)
    }

    /// Of two copies of one sample: whether the new one takes the place of the one that is held.
    ///
    /// The greater version counts, and at equal versions the copy whose canonical encoding sorts first.
    package func replaces(_ new: Sample, _ held: Sample) -> Bool {
        if new.version != held.version { return new.version > held.version }
        if new.start != held.start { return new.start < held.start }
        if new.end != held.end { return new.end < held.end }
        if new.value != held.value { return new.value < held.value }
        if new.origin != held.origin {
            return canonicals[Int(new.origin)].lexicographicallyPrecedes(canonicals[Int(held.origin)])
        }
        return extra(new).lexicographicallyPrecedes(extra(held))
    }
}
