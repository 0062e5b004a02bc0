package import Vocabulary

/// The facts about a whole connection.
///
/// Each commit of the connection reads them.
package struct ConnectionSummary: Equatable {
    /// The newest `collected_at` of the accepted uploads.
    ///
    /// The horizon is one retention period earlier.
    package var newestCollectedAt = -Double.infinity
    /// The UTC day before which samples were dropped; initially the least day.
    package var horizonDay = Int32.min
    /// The oldest record timestamp of the accepted uploads, in milliseconds since 1970; nil if unknown.
    package var oldestUploadMilliseconds: Int64?
    /// The number of documents that have frozen.
    package var frozenCount = 0
    /// The number of deleted ids.
    package var deletedCount = 0
    /// The first UTC day whose sample ids are not indexed; initially the least day.
    package var indexedBefore = Int32.min
    /// The streams that have long samples, one bit each.
    package var longStreams: UInt64 = 0
    /// The streams in which a segment was large enough for its day to be full, one bit each.
    private var crowdedStreams: UInt64 = 0
    /// The names of the zones of the connection's samples; empty if `hasManyZones`.
    package var zones: [String] = []
    /// The longest duration of a sample of each stream, in whole seconds, without long samples.
    ///
    /// The index is the number of the stream.
    private var longest = [Int32](repeating: 0, count: 64)

    /// Whether a sleep session froze since sleep was last derived.
    ///
    /// Sessions that overlap the frozen session may become primary.
    package var hasNewlyFrozenSleep = false
    /// The latest end of the workouts that froze since workouts last changed; nil if none ended after the horizon.
    ///
    /// Workouts that overlap a frozen workout may become primary.
    package var frozenWorkoutsEnd: Double?
    /// Whether some workout may be hidden, because an app wrote it again under another id.
    package var hidesWorkouts = false
    /// Whether documents wait for a topic that refuses documents.
    package var isOwed = false
    /// Whether the samples have too many zones to list.
    package var hasManyZones = false
    private static let zonesMax = 16

    /// Adds the zone of a sample.
    package mutating func note(zone: String) {
        if hasManyZones || zones.contains(zone) { return }
        if zones.count < Self.zonesMax {
            zones.append(zone)
            zones.sort()
        } else {
            zones = []
            hasManyZones = true
        }
    }

    /// Notes the duration of a sample, which may be the longest of its stream.
    package mutating func note(durationSeconds: Double, of stream: DataType) {
        let seconds = Int32(min(Instant.day, durationSeconds.rounded(.up)))
        if longest[Int(stream.rawValue)] < seconds { longest[Int(stream.rawValue)] = seconds }
    }

    /// Returns the longest duration of a stream's samples so far, in seconds, without long samples.
    package func longestSeconds(of stream: DataType) -> Double { Double(longest[Int(stream.rawValue)]) }

    /// The longest duration of any stream's samples so far, in seconds, without long samples.
    package var longestSeconds: Double { Double(longest.max() ?? 0) }

    /// Whether a stream has long samples: samples longer than a day, or characteristics.
    package func hasLong(_ stream: DataType) -> Bool { longStreams >> UInt64(stream.rawValue) & 1 == 1 }

    /// Marks a stream that has a segment with many samples.
    mutating func note(crowded stream: DataType) { crowdedStreams |= 1 << UInt64(stream.rawValue) }

    /// Whether some day of a stream may be full.
    func isCrowded(_ stream: DataType) -> Bool { crowdedStreams >> UInt64(stream.rawValue) & 1 == 1 }

    package init() {}

    package var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.summary.version)
        packer.double(newestCollectedAt)
        packer.signed(Int64(horizonDay))
        packer.optional(oldestUploadMilliseconds)
        packer.count(frozenCount)
        packer.count(deletedCount)
        packer.signed(Int64(indexedBefore))
        packer.word(longStreams)
        let flags: UInt8 = (hasManyZones ? 1 : 0) | (hasNewlyFrozenSleep ? 2 : 0) | (crowdedStreams == 0 ? 0 : 4)
        packer.byte(flags | (isOwed ? 8 : 0) | (frozenWorkoutsEnd == nil ? 0 : 16) | (hidesWorkouts ? 32 : 0))
        if crowdedStreams != 0 { packer.word(crowdedStreams) }
        if let frozenWorkoutsEnd { packer.double(frozenWorkoutsEnd) }
        packer.count(zones.count)
        for zone in zones { packer.string(Array(zone.utf8)) }
        packer.count(longest.count { $0 > 0 })
        for (stream, seconds) in longest.enumerated() where seconds > 0 {
            packer.count(stream)
            packer.signed(Int64(seconds))
        }
        return packer.bytes
    }

    /// Decodes a summary; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.summary.unpacker(bytes) else { return nil }
        newestCollectedAt = unpacker.double()
        horizonDay = Int32(clamping: unpacker.signed())
        oldestUploadMilliseconds = unpacker.optionalInteger()
        frozenCount = Int(clamping: unpacker.unsigned())
        deletedCount = Int(clamping: unpacker.unsigned())
        indexedBefore = Int32(clamping: unpacker.signed())
        longStreams = unpacker.word()
        let flags = unpacker.byte()
        hasManyZones = flags & 1 != 0
        hasNewlyFrozenSleep = flags & 2 != 0
        isOwed = flags & 8 != 0
        hidesWorkouts = flags & 32 != 0
        if flags & 4 != 0 { crowdedStreams = unpacker.word() }
        if flags & 16 != 0 { frozenWorkoutsEnd = unpacker.double() }
        for _ in 0..<unpacker.count() { zones.append(String(decoding: unpacker.string(), as: UTF8.self)) }
        for _ in 0..<unpacker.count(bytesEach: 2) {
            let stream = Int(clamping: unpacker.unsigned())
            let seconds = Int32(clamping: unpacker.signed())
            if longest.indices.contains(stream) { longest[stream] = seconds }
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}
