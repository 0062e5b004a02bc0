/// What a document says of all the samples that it was made from: gathered one by one, so that nobody need keep them.
package struct Membership {
    /// Whether there is no sample.
    package private(set) var isEmpty = true
    /// The least midnight, or whatever bounds the document, of all samples.
    package private(set) var start = Double.infinity
    package private(set) var end = -Double.infinity
    package private(set) var first = Double.infinity
    /// The origin of the sample that starts last, then has the greatest id.
    package private(set) var lastOrigin: Int32 = 0
    /// Which origins the samples have.
    package private(set) var origins = OriginSet()
    /// Those that have samples of their own, with sources and devices of their own.
    package private(set) var correlations: [Sample] = []
    private var last = (start: -Double.infinity, id: UUID128(hi: 0, lo: 0))

    package init() {}

    /// The membership of samples in a document with these bounds.
    package init(_ samples: some Sequence<Sample>, bounds: (start: Double, end: Double)) {
        for sample in samples { add(sample, bounds) }
    }

    /// Adds a sample whose own document would have these bounds.
    package mutating func add(_ sample: Sample, _ bounds: (start: Double, end: Double)) {
        isEmpty = false
        start = min(start, bounds.start)
        end = max(end, bounds.end)
        first = min(first, sample.start)
        origins.insert(sample.origin)
        if sample.flags.contains(.hasMembers) { correlations.append(sample) }
        take(sample.start, sample.id, sample.origin)
    }

    /// Adds all samples of another membership.
    package mutating func formUnion(_ other: Membership) {
        if other.isEmpty { return }
        isEmpty = false
        start = min(start, other.start)
        end = max(end, other.end)
        first = min(first, other.first)
        origins.formUnion(other.origins)
        correlations += other.correlations
        take(other.last.start, other.last.id, other.lastOrigin)
    }

    private mutating func take(_ start: Double, _ id: UUID128, _ origin: Int32) {
        if start < last.start || (start == last.start && id <= last.id) { return }
        last = (start, id)
        lastOrigin = origin
    }
}

extension Document {
    /// A document of samples, with an item of the same bounds and name.
    ///
    /// Zone, lists of sources and devices, and the item's id follow from the samples and the name.
    package init(
        _ type: DataType,
        name: [UInt8],
        bounds: (start: Double, end: Double),
        membership: borrowing Membership,
        provenance: borrowing Provenance,
        pool: borrowing Pool,
        connection: borrowing ConnectionID
    ) {
        self.type = type
        self.name = name
        start = bounds.start
        end = bounds.end
        zone = pool.origins[Int(membership.lastOrigin)].zone.name
        sources = provenance.sources
        devices = provenance.devices
        firstSampleDay = Instant.utcDay(membership.first)
        let id = Document.id(type, name)
        var path: [UInt8] = []
        path.reserveCapacity(connection.bytes.count + 1 + id.count)
        path += connection.bytes
        path.append(UInt8(ascii: "/"))
        path += id
        item = Item(id: UUID128.v5(name: path), name: type.nameBytes, start: start, end: end)
    }
}
