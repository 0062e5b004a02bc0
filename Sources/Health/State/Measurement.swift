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
    let day: StreamDay
    let identifierHash: UInt32
    private let type: UInt16
    private let source: Int32
    private let identifier: ByteString

    /// Describes the group of a sample; nil if the sample has no sync identifier.
    init?(_ sample: Sample, _ pool: Pool) {
        guard sample.flags.contains(.hasAppIdentifier), let type = Catalogue.sampleType(at: sample.type), type.isListed
        else { return nil }
        self.type = sample.type
        source = pool.sourceNumber(sample)
        day = StreamDay(stream: type.document, day: sample.utcDay)
        let extra = Extra(pool.extra(sample))
        identifierHash = extra.identifierHash ?? 0
        identifier = ByteString(extra.metadata.text(of: #""HKMetadataKeySyncIdentifier":{"quantity":0,"unit":"#) ?? [])
    }
}

/// What copies of a workout have in common that an app wrote under several ids: the app's own id of the workout.
struct ExternalWorkout: Hashable {
    let day: StreamDay
    let identifierHash: UInt32
    private let source: Int32
    private let activityType: Workout.Code
    private let identifier: ByteString

    /// Describes a workout; nil for other samples, and for a workout without a text as `HKExternalUUID`.
    init?(_ sample: Sample, _ pool: Pool) {
        guard sample.type == SampleType.workout.index, sample.flags.contains(.hasAppIdentifier) else { return nil }
        let extra = Extra(pool.extra(sample))
        source = pool.sourceNumber(sample)
        activityType = Workout.activityType(of: extra.payload)
        day = StreamDay(stream: .workouts, day: sample.utcDay)
        identifierHash = extra.identifierHash ?? 0
        identifier = ByteString(extra.metadata.text(of: #""HKExternalUUID":{"quantity":0,"unit":"#) ?? [])
    }
}

extension ArraySlice<UInt8> {
    /// Returns the text of a member of a metadata object, as JSON writes it; nil if there is none.
    ///
    /// `key` is the member up to its text.
    fileprivate func text(of key: StaticString) -> [UInt8]? {
        let range = unsafe withUnsafeBytes { unsafe Self.range(of: key, in: $0) }
        return range.map { Array(self[startIndex + $0.lowerBound..<startIndex + $0.upperBound]) }
    }

    private static func range(of key: StaticString, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        let length = key.utf8CodeUnitCount
        // A quote within a text is escaped, so only a key can follow a brace or a comma.
        var place = 1
        while place + length < bytes.count {
            let before = unsafe bytes[place - 1]
            if before == UInt8(ascii: "{") || before == UInt8(ascii: ","),
                key.withUTF8Buffer({ unsafe $0.elementsEqual(bytes[place..<place + length]) })
            {
                var end = place + length + 1
                while end < bytes.count, unsafe bytes[end] != UInt8(ascii: "\"") {
                    end += unsafe bytes[end] == UInt8(ascii: "\\") ? 2 : 1
                }
                return place + length..<Swift.min(end + 1, bytes.count)
            }
            place += 1
        }
        return nil
    }
}
