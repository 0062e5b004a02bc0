/// Where the samples of one document come from: its lists of sources and devices, and for each sample its place in them.
package struct Provenance {
    /// The sources as JSON, each once, ascending.
    package let sources: [[UInt8]]
    /// The devices as JSON, each once, ascending.
    package let devices: [[UInt8]]
    private let sourcePositions: [Int?]
    private let devicePositions: [Int?]

    /// The provenance of samples.
    package init(_ samples: some Sequence<Sample>, pool: Pool) {
        var used = [Bool](repeating: false, count: pool.origins.count)
        var members: [(source: [UInt8], device: [UInt8])] = []
        for sample in samples {
            used[Int(sample.origin)] = true
            if sample.flags.contains(.hasMembers) {
                members += Segment.sourcesAndDevices(in: Extra(pool.extra(sample)).payload)
            }
        }
        let origins = pool.origins.indices.filter { used[$0] }.map { pool.origins[$0] }
        sources = Self.distinct(origins.map(\.source) + members.map(\.source))
        devices = Self.distinct(origins.map(\.device) + members.map(\.device))
        sourcePositions = Self.positions(pool.origins.map(\.source), used, sources)
        devicePositions = Self.positions(pool.origins.map(\.device), used, devices)
    }

    private static func distinct(_ texts: [[UInt8]]) -> [[UInt8]] {
        Set(texts).filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func positions(_ texts: [[UInt8]], _ used: [Bool], _ list: [[UInt8]]) -> [Int?] {
        if list.count < 2 { return [] }
        let positions = Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, $0) })
        return texts.indices.map { used[$0] ? positions[texts[$0]] : nil }
    }

    private init(sources: [[UInt8]], devices: [[UInt8]], sourcePositions: [Int?], devicePositions: [Int?]) {
        self.sources = sources
        self.devices = devices
        self.sourcePositions = sourcePositions
        self.devicePositions = devicePositions
    }

    /// The places of another pool's origins in the same lists: those of a correlation's members.
    package func of(_ pool: Pool) -> Provenance {
        let used = [Bool](repeating: true, count: pool.origins.count)
        return Provenance(
            sources: sources,
            devices: devices,
            sourcePositions: Self.positions(pool.origins.map(\.source), used, sources),
            devicePositions: Self.positions(pool.origins.map(\.device), used, devices)
        )
    }

    /// The position of a sample's source, where the document has more than one.
    package func source(_ sample: Sample) -> Int? {
        sourcePositions.isEmpty ? nil : sourcePositions[Int(sample.origin)]
    }

    /// The position of a sample's device, where the document has more than one.
    package func device(_ sample: Sample) -> Int? {
        devicePositions.isEmpty ? nil : devicePositions[Int(sample.origin)]
    }
}
