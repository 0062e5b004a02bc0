/// What is known of a connection as a whole.
package struct ConnectionSummary: Equatable {
    /// The newest `collected_at` of its accepted uploads; the horizon lies a retention before it.
    package var newestCollectedAt = -Double.infinity
    /// The UTC day up to which state was dropped, nothing having been dropped at first.
    package var horizonDay = Int32.min
    /// When the record of its oldest accepted upload was written, in milliseconds since 1970; nil where nobody knows.
    package var oldestUploadMilliseconds: Int64?
    /// How many of its documents have frozen.
    package var frozenCount = 0
    /// How many ids were deleted.
    package var deletedCount = 0
    /// The first UTC day whose ids are not indexed, nothing being indexed at first.
    package var indexedBefore = Int32.min
    /// Which streams have long segments, a bit for each.
    package var longStreams: UInt64 = 0
    /// Which streams have had a segment with so many samples that a day may be full, a bit for each.
    private var crowdedStreams: UInt64 = 0
    /// The names of the zones in which its samples were taken.
    package var zones: [String] = []
    /// The longest that a sample of each stream lasts, in whole seconds, long ones apart; by the stream's number.
    private var longest = [Int32](repeating: 0, count: 64)

    /// Whether a session of sleep has frozen since sleep was derived the last time: what it overlaps may be primary now.
    package var hasNewlyFrozenSleep = false
    /// Whether its samples were taken in more zones than are worth cache.
    package var hasManyZones = false
    /// How many zones are listed.
    private static let zonesMax = 16

    /// Takes note of a zone in which a sample was taken.
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

    /// Takes note of how long a sample lasts.
    package mutating func note(durationSeconds: Double, of stream: DataType) {
        let seconds = Int32(min(Instant.day, durationSeconds.rounded(.up)))
        if longest[Int(stream.rawValue)] < seconds { longest[Int(stream.rawValue)] = seconds }
    }

    /// The longest that a sample of a stream has lasted so far, in seconds, long ones apart.
    package func longestSeconds(of stream: DataType) -> Double { Double(longest[Int(stream.rawValue)]) }

    /// The longest that a sample of any stream has lasted so far, in seconds, long ones apart.
    package var longestSeconds: Double { Double(longest.max() ?? 0) }

    /// Whether a stream has samples that last longer than a day.
    package func hasLong(_ stream: DataType) -> Bool { longStreams >> UInt64(stream.rawValue) & 1 == 1 }

    /// Takes note that a stream has a segment with many samples.
    mutating func note(crowded stream: DataType) { crowdedStreams |= 1 << UInt64(stream.rawValue) }

    /// Whether a day of a stream may be full.
    func isCrowded(_ stream: DataType) -> Bool { crowdedStreams >> UInt64(stream.rawValue) & 1 == 1 }

    /// The summary of a connection that nothing is known of.
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
        packer.byte((hasManyZones ? 1 : 0) | (hasNewlyFrozenSleep ? 2 : 0) | (crowdedStreams == 0 ? 0 : 4))
        if crowdedStreams != 0 { packer.word(crowdedStreams) }
        packer.count(zones.count)
        for zone in zones { packer.string(Array(zone.utf8)) }
        packer.count(longest.count { $0 > 0 })
        for (stream, seconds) in longest.enumerated() where seconds > 0 {
            packer.count(stream)
            packer.signed(Int64(seconds))
        }
        return packer.bytes
    }

    /// Reads a summary's bytes; nil when they are broken or of another version.
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
        if flags & 4 != 0 { crowdedStreams = unpacker.word() }
        for _ in 0..<unpacker.count() { zones.append(String(decoding: unpacker.string(), as: UTF8.self)) }
        for _ in 0..<unpacker.count(bytesEach: 2) {
            let stream = Int(clamping: unpacker.unsigned())
            let seconds = Int32(clamping: unpacker.signed())
            if longest.indices.contains(stream) { longest[stream] = seconds }
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}
