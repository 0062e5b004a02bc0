import Vocabulary

/// The sources, devices, time zone and first day of a document's samples, and the place of each sample's source and device in
/// the lists.
package struct Provenance {
    /// The distinct sources as JSON, ascending.
    package let sources: [[UInt8]]
    /// The distinct devices as JSON, ascending.
    package let devices: [[UInt8]]
    /// The time zone of the sample that starts last.
    let zone: String
    /// The UTC day of the earliest sample.
    let firstSampleDay: Int32
    /// The pool indices of the samples' origins, ascending.
    private var origins: [Int32]

    /// The index of each origin's source and device in a document's lists.
    struct Positions {
        /// The index of the source by origin; empty if the document has at most one source.
        fileprivate let sources: [Int32]
        /// The index of the device by origin; empty if the document has at most one device.
        fileprivate let devices: [Int32]

        /// Returns the index of a sample's source, if the document has more than one.
        func source(_ sample: Sample) -> Int? { Self.position(sample, sources) }

        /// Returns the index of a sample's device, if the document has more than one.
        func device(_ sample: Sample) -> Int? { Self.position(sample, devices) }

        private static func position(_ sample: Sample, _ positions: [Int32]) -> Int? {
            if positions.isEmpty { return nil }
            let position = positions[Int(sample.origin)]
            return position < 0 ? nil : Int(position)
        }
    }

    /// Collects the sources and devices of a document's samples.
    package init(_ membership: borrowing SampleMembership, pool: borrowing Pool) {
        zone = pool.zone(ofOrigin: membership.last.origin, claim: membership.last.claim).name
        firstSampleDay = Instant.utcDay(membership.first)
        origins = membership.origins.sorted
        if origins.count == 1, membership.correlations.isEmpty {
            let origin = pool.origins[Int(origins[0])]
            sources = origin.source.isEmpty ? [] : [origin.source]
            devices = origin.device.isEmpty ? [] : [origin.device]
            return
        }
        var members: [(source: [UInt8], device: [UInt8])] = []
        for sample in membership.correlations {
            members += Segment.sourcesAndDevices(in: Extra(pool.extra(sample)).payload)
        }
        sources = Self.distinct(origins.map { pool.origins[Int($0)].source } + members.map(\.source))
        devices = Self.distinct(origins.map { pool.origins[Int($0)].device } + members.map(\.device))
    }

    private static func distinct(_ texts: [[UInt8]]) -> [[UInt8]] {
        var list: [[UInt8]] = []
        for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) where !text.isEmpty && text != list.last {
            list.append(text)
        }
        return list
    }

    /// Returns the index of each origin's text in a list; −1 if the list does not contain the text.
    private static func positions(_ origins: [Int32], _ list: [[UInt8]], _ text: (Int32) -> [UInt8]) -> [Int32] {
        guard list.count > 1, let last = origins.last else { return [] }
        var positions = [Int32](repeating: -1, count: Int(last) + 1)
        for origin in origins {
            positions[Int(origin)] = position(of: text(origin), in: list)
        }
        return positions
    }

    /// Returns the index of a text in an ascending list; −1 if the list does not contain the text.
    private static func position(of text: [UInt8], in list: [[UInt8]]) -> Int32 {
        let low = list.partitioningIndex { !$0.lexicographicallyPrecedes(text) }
        return low < list.count && list[low] == text ? Int32(low) : -1
    }

    /// Returns the indices of the samples' origins, for documents that list samples one by one.
    func positions(_ pool: borrowing Pool) -> Positions {
        Positions(
            sources: Self.positions(origins, sources) { pool.origins[Int($0)].source },
            devices: Self.positions(origins, devices) { pool.origins[Int($0)].device }
        )
    }

    /// Returns the same lists for another pool, because the members of a correlation have their own pool.
    package func of(_ pool: Pool) -> Provenance {
        var other = self
        other.origins = pool.origins.indices.map { Int32($0) }
        return other
    }
}
