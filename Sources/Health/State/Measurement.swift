import Vocabulary

/// What twins have in common: a measurement that an app wrote under several ids, such as after it was installed again.
struct Measurement: Hashable {
    private let type: UInt16
    private let source: Int32
    private let day: Int32
    /// The bounds in milliseconds.
    private let start: Int64
    private let end: Int64
    private let value: Double
    /// The code of a category that a double cannot hold exactly, or 0.
    private let code: Int64
    private let count: Int64
    private let minimum: Double?
    private let maximum: Double?

    /// Describes the measurement of a sample; nil if samples of its kind count each.
    ///
    /// Two glasses of water in one minute are two, and so are bread and cheese of one meal.
    init?(_ sample: Sample, _ pool: Pool) {
        guard let type = Catalogue.sampleType(at: sample.type), type.isListed, type.document != .nutrition,
            !type.isCumulative || sample.end > sample.start
        else { return nil }
        self.type = sample.type
        source = pool.sourceNumber(sample)
        day = sample.utcDay
        start = sample.startMilliseconds
        end = Instant.milliseconds(sample.end)
        value = sample.value
        let isLargeCode = type.kind == .category && sample.value.magnitude >= CategoryCode.exactBelow
        let extra = sample.flags.contains(.condensed) || isLargeCode ? Extra(pool.extra(sample)) : Extra()
        code = isLargeCode ? CategoryCode.code(sample.value, extra.payload) : 0
        (count, minimum, maximum) = (extra.count, extra.minimum, extra.maximum)
    }
}

/// What versions of one measurement have in common: the sync identifier that an app gave them.
struct SyncGroup: Hashable {
    private let type: UInt16
    private let source: Int32
    let day: Int32
    private let identifier: ByteString

    /// Describes the group of a sample; nil if the sample has no sync identifier.
    init?(_ sample: Sample, _ pool: Pool) {
        guard sample.flags.contains(.hasSyncIdentifier), Catalogue.sampleType(at: sample.type)?.isListed ?? false else {
            return nil
        }
        type = sample.type
        source = pool.sourceNumber(sample)
        day = sample.utcDay
        identifier = ByteString(Self.identifier(in: Extra(pool.extra(sample)).metadata))
    }

    /// Returns the text of the sync identifier in a metadata object, as JSON writes it.
    private static func identifier(in metadata: ArraySlice<UInt8>) -> [UInt8] {
        let key = Array(#""HKMetadataKeySyncIdentifier":{"quantity":0,"unit":"#.utf8)
        var from = metadata.startIndex
        while from + key.count < metadata.endIndex {
            // A quote within a text is escaped, so only a key can follow a brace or a comma.
            let isMember = metadata[from] == UInt8(ascii: "{") || metadata[from] == UInt8(ascii: ",")
            if isMember, metadata[(from + 1)...].starts(with: key) {
                let rest = metadata[(from + 1 + key.count)...]
                return Array(rest.prefix { $0 != UInt8(ascii: "}") })
            }
            from += 1
        }
        return []
    }
}
