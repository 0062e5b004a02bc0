package import Vocabulary

/// Facts about the samples of a document (bounds, zone, sources), collected without keeping the samples.
package struct SampleMembership {
    package private(set) var isEmpty = true
    /// The earliest start of the samples' local days, or of the document's bounds.
    package private(set) var start = Double.infinity
    package private(set) var end = -Double.infinity
    package private(set) var first = Double.infinity
    /// What names the zone of the sample that starts last.
    ///
    /// If several samples start last, the greatest id decides.
    package private(set) var last = Last(start: -Double.infinity, id: UUID128(hi: 0, lo: 0), origin: 0, claim: -1)

    /// What is kept of a sample to know its zone.
    package struct Last {
        fileprivate let start: Double
        fileprivate let id: UUID128
        package let origin: Int32
        package let claim: Int32
    }

    /// The distinct origins of the samples.
    package private(set) var origins = OriginSet()
    /// The correlations, because their members have sources and devices of their own.
    package private(set) var correlations: [Sample] = []

    package init() {}

    /// Collects the facts about samples of a document with the given bounds.
    package init(_ samples: some Sequence<Sample>, bounds: (start: Double, end: Double)) {
        for sample in samples { add(sample, bounds) }
    }

    /// Adds a sample.
    ///
    /// `bounds` are the bounds of a document that contains only this sample.
    package mutating func add(_ sample: Sample, _ bounds: (start: Double, end: Double)) {
        isEmpty = false
        start = min(start, bounds.start)
        end = max(end, bounds.end)
        first = min(first, sample.start)
        origins.insert(sample.origin)
        if sample.flags.contains(.hasMembers) { correlations.append(sample) }
        take(Last(start: sample.start, id: sample.id, origin: sample.origin, claim: sample.claim))
    }

    /// Adds the samples of another membership.
    package mutating func formUnion(_ other: SampleMembership) {
        if other.isEmpty { return }
        isEmpty = false
        start = min(start, other.start)
        end = max(end, other.end)
        first = min(first, other.first)
        origins.formUnion(other.origins)
        correlations += other.correlations
        take(other.last)
    }

    private mutating func take(_ other: Last) {
        if other.start < last.start || (other.start == last.start && other.id <= last.id) { return }
        last = other
    }
}

extension Document {
    /// Creates a document with an item of the same bounds and name.
    ///
    /// The item's id is derived from the connection and the id of the document.
    package init(
        _ type: DataType,
        name: [UInt8],
        bounds: (start: Double, end: Double),
        _ provenance: borrowing Provenance,
        of connection: borrowing ConnectionID
    ) {
        self.type = type
        self.name = name
        start = bounds.start
        end = bounds.end
        zone = provenance.zone
        sources = provenance.sources
        devices = provenance.devices
        firstSampleDay = provenance.firstSampleDay
        let id = Document.id(type, name)
        var path: [UInt8] = []
        path.reserveCapacity(connection.bytes.count + 1 + id.count)
        path += connection.bytes
        path.append(UInt8(ascii: "/"))
        path += id
        item = Item(id: UUID128.v5(name: path), name: type.nameBytes, start: start, end: end)
    }
}
