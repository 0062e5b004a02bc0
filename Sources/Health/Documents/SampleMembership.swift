package import Vocabulary

/// Facts about the samples of a document (bounds, zone, sources), collected without keeping the samples.
package struct SampleMembership {
    package private(set) var isEmpty = true
    /// The earliest start of the samples' local days, or of the document's bounds.
    package private(set) var start = Double.infinity
    package private(set) var end = -Double.infinity
    package private(set) var first = Double.infinity
    /// The origin of the sample that starts last.
    ///
    /// If several samples start last, the greatest id decides.
    package private(set) var lastOrigin: Int32 = 0
    /// The distinct origins of the samples.
    package private(set) var origins = OriginSet()
    /// The correlations, because their members have sources and devices of their own.
    package private(set) var correlations: [Sample] = []
    private var last = (start: -Double.infinity, id: UUID128(hi: 0, lo: 0))

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
        take(sample.start, sample.id, sample.origin)
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
        take(other.last.start, other.last.id, other.lastOrigin)
    }

    private mutating func take(_ start: Double, _ id: UUID128, _ origin: Int32) {
        if start < last.start || (start == last.start && id <= last.id) { return }
        last = (start, id)
        lastOrigin = origin
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
