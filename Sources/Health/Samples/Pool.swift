package import Vocabulary

/// The data that the samples of one connection share during a commit: origins and extras.
///
/// A `Sample` is a fixed-size value without references. It refers to its origin by index, and to its extra by a range
/// of bytes.
package struct Pool {
    /// The distinct origins, by index.
    package private(set) var origins: [Origin] = []
    /// The claims of the uploads that brought samples, by index.
    package private(set) var claims: [Claim] = []
    /// For each origin, a number that is equal for origins with the same zone of their own; −1 if it has none.
    private var zoneNumbers: [Int32] = []
    /// The zones that samples and claims name, by number.
    private var zonesNamed: [Zone] = []
    /// The names of these zones.
    private var zoneNames: [ByteString] = []
    /// For each origin, a number that is equal for origins with the same source key.
    private(set) var sourceNumbers: [Int32] = []
    /// The canonical bytes of each origin.
    package private(set) var canonicals: [[UInt8]] = []
    /// The packed extras of all samples, one after another.
    package var extras: [UInt8] = []
    /// The bytes of extras in a usual commit.
    private static let extrasUsual = 128 << 10
    private var index: [ByteString: Int32] = [:]
    /// The number of each zone, by name.
    ///
    /// Zones are not compared by reference, because the zone table may create a zone twice.
    private var zoneIndex: [String: Int32] = [:]
    private var sourceIndex: [ByteString: Int32] = [:]
    /// The table in which zones are found by name.
    let zones: ZoneTable

    package init(zones: ZoneTable) {
        self.zones = zones
    }

    /// Returns the index of an origin, and adds it if it is new.
    package mutating func intern(_ origin: Origin) -> Int32 {
        let canonical = ByteString(origin.canonical)
        if let known = index[canonical] { return known }
        return add(origin, canonical)
    }

    /// Returns the index of an origin from its canonical bytes; nil if they are damaged.
    package mutating func intern(canonical: Span<UInt8>) -> Int32? {
        // A segment usually has the same origins as the previous one, and comparing is cheaper than hashing.
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
        zoneNumbers.append(origin.ownZone.map { number(of: $0) } ?? -1)
        sourceNumbers.append(Self.number(ByteString(origin.sourceKey), &sourceIndex))
        origins.append(origin)
        canonicals.append(canonical.bytes)
        index[canonical] = new
        return new
    }

    /// Returns the number of a zone, which is equal for zones of the same name.
    ///
    /// Only the first zones are compared, because a connection usually has few, and comparing is cheaper than hashing.
    mutating func number(of zone: Zone) -> Int32 {
        for number in zonesNamed.indices.prefix(8) where zonesNamed[number] === zone { return Int32(number) }
        let number = Self.number(zone.name, &zoneIndex)
        if number == zonesNamed.count {
            zonesNamed.append(zone)
            zoneNames.append(ByteString(Array(zone.name.utf8)))
        }
        return number
    }

    /// Returns the number of the zone with a name; an unknown name becomes UTC.
    mutating func number(ofZoneNamed name: Span<UInt8>) -> Int32 {
        for number in zoneNames.indices.prefix(8) where zoneNames[number].isEqual(to: name) { return Int32(number) }
        let zone = unsafe name.bytes.withUnsafeBytes { unsafe zones.zone($0) }
        return number(of: zone ?? .utc)
    }

    func zone(numbered number: Int32) -> Zone { zonesNamed[Int(number)] }

    func zoneName(numbered number: Int32) -> [UInt8] { zoneNames[Int(number)].bytes }

    /// Adds a claim, whose index is the count of claims before.
    mutating func add(_ claim: Claim) {
        claims.append(claim)
    }

    /// Returns the index of the claim of an upload, and adds it if the upload before has another one.
    mutating func intern(_ rank: Claim.Rank, collectedAt: Double, zone: Zone) -> Int32 {
        let claim = Claim(rank: rank, collectedAt: collectedAt, zone: number(of: zone))
        if claims.last != claim { claims.append(claim) }
        return Int32(claims.count - 1)
    }

    /// Whether a claim counts before another one: by its rank, then by the earlier upload, then by the zone's name.
    ///
    /// Both are indices, and −1 is none.
    func isBetter(_ claim: Int32, than other: Int32) -> Bool {
        if claim == other || claim < 0 { return false }
        if other < 0 { return true }
        let (left, right) = (claims[Int(claim)], claims[Int(other)])
        if left.rank != right.rank { return left.rank.rawValue < right.rank.rawValue }
        if left.collectedAt != right.collectedAt { return left.collectedAt < right.collectedAt }
        return left.zone != right.zone && zone(numbered: left.zone).name < zone(numbered: right.zone).name
    }

    /// A size to which the pool can be rolled back.
    ///
    /// Claims stay, because an upload has one for all its samples.
    package struct Mark {
        fileprivate let origins: Int
        fileprivate let extras: Int

        /// Whether the pool already had an origin.
        func hasOrigin(_ origin: Int32) -> Bool { origin < origins }

        /// Whether the pool already had an extra.
        func hasExtra(at start: Int, count: UInt32) -> Bool { count == 0 || start < extras }
    }

    /// Reads the extra of a packed sample.
    ///
    /// The bytes of its segment are copied once; `copied` is their place in the pool, or nil before.
    mutating func readExtra(of sample: inout Sample, from segment: inout Unpacker, copiedTo copied: inout Int?) {
        let start = copied ?? extras.count
        if copied == nil { copyAll(of: segment) }
        copied = start
        let extra = segment.range()
        sample.extraStart = start + extra.lowerBound
        sample.extraCount = UInt32(clamping: extra.count)
    }

    private mutating func copyAll(of segment: Unpacker) {
        let needed = extras.count + segment.count
        // More room than an array would add, because most commits read several segments.
        if needed > extras.capacity, needed < Self.extrasUsual {
            extras.reserveCapacity(min(needed * 4, Self.extrasUsual))
        }
        segment.copyAll(to: &extras)
    }

    package var mark: Mark { Mark(origins: origins.count, extras: extras.count) }

    /// Removes everything that was added after the mark, so that a refused sample leaves nothing behind.
    package mutating func removeAll(since mark: Mark) {
        extras.removeLast(extras.count - mark.extras)
        while origins.count > mark.origins {
            let origin = origins.removeLast()
            index[ByteString(canonicals.removeLast())] = nil
            let (zone, source) = (zoneNumbers.removeLast(), sourceNumbers.removeLast())
            let isLast = zone >= 0 && Int(zone) == zonesNamed.count - 1
            if isLast, !zoneNumbers.contains(zone), !claims.contains(where: { $0.zone == zone }) {
                zoneIndex[zonesNamed.removeLast().name] = nil
                zoneNames.removeLast()
            }
            if Int(source) == sourceIndex.count - 1, !sourceNumbers.contains(source) {
                sourceIndex[ByteString(origin.sourceKey)] = nil
            }
        }
    }

    /// Stores an extra and sets the sample's reference to it.
    package mutating func store(_ extra: Extra, in sample: inout Sample) {
        (sample.extraStart, sample.extraCount) = store(extra)
    }

    /// Stores an extra and returns its position.
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

    package func extra(_ sample: Sample) -> ArraySlice<UInt8> { extras[sample.extraRange] }

    package func origin(_ sample: Sample) -> Origin { origins[Int(sample.origin)] }

    /// Returns the zone that defines a sample's local day: its own, or else that of its claim.
    package func zone(_ sample: Sample) -> Zone { zone(ofOrigin: sample.origin, claim: sample.claim) }

    /// Returns the zone of samples with an origin and a claim.
    func zone(ofOrigin origin: Int32, claim: Int32) -> Zone {
        if let own = origins[Int(origin)].ownZone { return own }
        return claim < 0 ? .utc : zone(numbered: claims[Int(claim)].zone)
    }

    /// Returns a number that is equal for samples with the same zone.
    func zoneNumber(_ sample: Sample) -> Int32 {
        let own = zoneNumbers[Int(sample.origin)]
        return own >= 0 || sample.claim < 0 ? own : claims[Int(sample.claim)].zone
    }

    /// Returns a number that is equal for samples with the same source key.
    func sourceNumber(_ sample: Sample) -> Int32 { sourceNumbers[Int(sample.origin)] }

    /// Returns the exact version of a sample.
    package func version(_ sample: Sample) -> SampleVersion {
        let rest = sample.flags.contains(.hasVersionRest) ? Extra(extra(sample)).versionRest : 0
        return SampleVersion(sample.version, rest: rest)
    }

    /// Whether two copies of a sample are equal.
    package func isSame(_ left: Sample, _ right: Sample) -> Bool {
        left.start == right.start && left.end == right.end && left.value == right.value
            && left.version == right.version && left.origin == right.origin && extra(left) == extra(right)
    }

    /// Orders samples by start, end, id and type, then by all other fields, so that a list has exactly one order.
    package func isBefore(_ left: Sample, _ right: Sample) -> Bool {
        if Sample.ascending(left, right) { return true }
        if Sample.ascending(right, left) || isSame(left, right) { return false }
        return hasGreaterVersion(left, right) ?? sortsFirst(left, right)
    }

    /// Whether a new copy of a sample replaces the stored one.
    ///
    /// The copy with the greater version wins, then the copy that states more values, then the copy whose encoding
    /// sorts first.
    package func replaces(_ new: Sample, _ held: Sample) -> Bool {
        if let isNewer = hasGreaterVersion(new, held) { return isNewer }
        // Most copies with equal versions are equal, and counting values parses JSON.
        if isSame(new, held) { return false }
        let (stated, heldStated) = (valuesStated(by: new), valuesStated(by: held))
        return stated == heldStated ? sortsFirst(new, held) : stated > heldStated
    }

    /// Whether a copy has a greater version than the stored one; nil if both versions are equal.
    private func hasGreaterVersion(_ new: Sample, _ held: Sample) -> Bool? {
        if new.version != held.version { return new.version > held.version }
        guard new.flags.union(held.flags).contains(.hasVersionRest) else { return nil }
        let versions = (version(new), version(held))
        return versions.0 == versions.1 ? nil : versions.0 > versions.1
    }

    /// Whether the encoding of a copy sorts before that of the stored one, apart from the version.
    private func sortsFirst(_ new: Sample, _ held: Sample) -> Bool {
        if new.start != held.start { return new.start < held.start }
        if new.end != held.end { return new.end < held.end }
        if new.value != held.value { return new.value < held.value }
        if new.origin != held.origin {
            return canonicals[Int(new.origin)].lexicographicallyPrecedes(canonicals[Int(held.origin)])
        }
        return extra(new).lexicographicallyPrecedes(extra(held))
    }
}
