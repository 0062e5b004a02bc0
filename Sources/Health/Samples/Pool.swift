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
    /// By name: a table that has forgotten a zone makes another of it, and an offset has several spellings.
    private var zoneIndex: [String: Int32] = [:]
    private var sourceIndex: [ByteString: Int32] = [:]
    /// Where the zones of origins are found by their names.
    let zones: ZoneTable

    package init(zones: ZoneTable) {
        self.zones = zones
    }

    /// The index of an origin, which is added when it is new.
    package mutating func intern(_ origin: Origin) -> Int32 {
        let canonical = ByteString(origin.canonical)
        if let known = index[canonical] { return known }
        return add(origin, canonical)
    }

    /// The index of an origin by its canonical bytes; nil when they are broken.
    package mutating func intern(canonical: Span<UInt8>) -> Int32? {
        // What one segment uses, the next mostly uses too: comparing is cheaper than hashing.
        for recent in canonicals.indices.prefix(4) where ByteString(canonicals[recent]).isEqual(to: canonical) {
            return Int32(recent)
        }
        let bytes = ByteString(canonical.copied)
        if let known = index[bytes] { return known }
        guard let origin = Origin(canonical: canonical, zones: zones) else { return nil }
        return add(origin, bytes)
    }

    private mutating func add(_ origin: Origin, _ canonical: ByteString) -> Int32 {
        let new = Int32(origins.count)
        zoneNumbers.append(Self.number(origin.zone.name, &zoneIndex))
        sourceNumbers.append(Self.number(ByteString(origin.sourceKey), &sourceIndex))
        origins.append(origin)
        canonicals.append(canonical.bytes)
        index[canonical] = new
        return new
    }

    /// How much a pool holds, to go back to.
    package struct Mark {
        fileprivate let origins: Int
        fileprivate let extras: Int

        /// Whether an origin was there.
        func hasOrigin(_ origin: Int32) -> Bool { origin < origins }

        /// Whether an extra that starts here was there.
        func hasExtra(at start: Int, count: UInt32) -> Bool { count == 0 || start < extras }
    }

    package var mark: Mark { Mark(origins: origins.count, extras: extras.count) }

    /// Lets go of what came since: what is refused leaves nothing behind.
    package mutating func removeAll(since mark: Mark) {
        extras.removeLast(extras.count - mark.extras)
        while origins.count > mark.origins {
            let origin = origins.removeLast()
            index[ByteString(canonicals.removeLast())] = nil
            let (zone, source) = (zoneNumbers.removeLast(), sourceNumbers.removeLast())
            if Int(zone) == zoneIndex.count - 1, !zoneNumbers.contains(zone) {
                zoneIndex[origin.zone.name] = nil
            }
            if Int(source) == sourceIndex.count - 1, !sourceNumbers.contains(source) {
                sourceIndex[ByteString(origin.sourceKey)] = nil
            }
        }
    }

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

    /// The whole version of a sample.
    package func version(_ sample: Sample) -> SampleVersion {
        let rest = sample.flags.contains(.hasVersionRest) ? Extra(extra(sample)).versionRest : 0
        return SampleVersion(sample.version, rest: rest)
    }

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
        if new.flags.union(held.flags).contains(.hasVersionRest) {
            let versions = (version(new), version(held))
            if versions.0 != versions.1 { return versions.0 > versions.1 }
        }
        if new.start != held.start { return new.start < held.start }
        if new.end != held.end { return new.end < held.end }
        if new.value != held.value { return new.value < held.value }
        if new.origin != held.origin {
            return canonicals[Int(new.origin)].lexicographicallyPrecedes(canonicals[Int(held.origin)])
        }
        return extra(new).lexicographicallyPrecedes(extra(held))
    }
}
