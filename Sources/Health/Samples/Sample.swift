package import Vocabulary

/// One sample in normalized form: a number in the canonical unit of its type, with references into the `Pool`.
///
/// The struct has no references. A day of samples is one array, which is sorted, searched and copied without reference
/// counting.
package struct Sample {
    package var id: UUID128
    /// The start as uploaded.
    package var start: Double
    /// The end, never before the start.
    package var end: Double
    /// The quantity in the canonical unit, or the code of a category; 0 for other kinds.
    package var value: Double
    /// The start in milliseconds.
    ///
    /// Together with id and type, it identifies the sample.
    package var startMilliseconds: Int64
    /// The integer part of the version; `Pool.version` returns the exact version.
    ///
    /// The copy with the greater version wins.
    package var version: Int64
    /// The pool index of the source, device and zone.
    package var origin: Int32
    /// The number of the upload in this commit that added the sample; −1 if the sample was already stored.
    package var upload: Int32 = -1
    /// The start of the extra in the pool's bytes, which can exceed 4 GiB in one commit.
    package var extraStart: Int
    /// The length of the extra; 0 for a plain sample.
    ///
    /// An upload has at most 512 MiB, and an extra is at most four times as long as its JSON. So 32 bits are enough.
    package var extraCount: UInt32
    /// The index of the type in the catalogue.
    package var type: UInt16
    package var flags: Flags

    /// The properties that are needed without reading the extra.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// A person entered the sample by hand, so its source ranks last.
        package static let userEntered = Flags(rawValue: 1)
        /// The sample names the workout to which it belongs.
        package static let namesWorkout = Flags(rawValue: 2)
        /// The sample combines several measurements and has a count.
        package static let condensed = Flags(rawValue: 4)
        /// The sample is a correlation and contains other samples.
        package static let hasMembers = Flags(rawValue: 8)
        /// The version is not a 64-bit integer.
        package static let hasVersionRest = Flags(rawValue: 16)
    }

    /// The UTC day of the start.
    package var utcDay: Int32 { Instant.utcDay(start) }
    /// The duration in seconds.
    package var duration: Double { end - start }
    /// The range of the extra in the pool's bytes.
    package var extraRange: Range<Int> { extraStart..<extraStart + Int(extraCount) }

    /// The identity of the sample, which HealthKit never changes.
    package var key: SampleKey { SampleKey(id: id, startMilliseconds: startMilliseconds, type: type) }

    /// Orders samples as documents list them: by start, end, id and type.
    package static func ascending(_ left: Sample, _ right: Sample) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.id != right.id { return left.id < right.id }
        return left.type < right.type
    }

    /// Sorts samples as documents list them.
    ///
    /// Does nothing if they are sorted already, which is usual.
    package static func sorted(_ samples: [Sample]) -> [Sample] {
        for index in samples.indices.dropFirst() where !ascending(samples[index - 1], samples[index]) {
            return samples.sorted(by: ascending)
        }
        return samples
    }
}

/// The identity of a sample: its id, its type, and its start in milliseconds.
package struct SampleKey: Hashable, Comparable {
    package var id: UUID128
    /// The start in milliseconds since 2001.
    package var startMilliseconds: Int64
    /// The index of the type in the catalogue.
    package var type: UInt16

    /// Orders keys as segments store them: by start, type and id.
    package static func < (left: Self, right: Self) -> Bool {
        if left.startMilliseconds != right.startMilliseconds {
            return left.startMilliseconds < right.startMilliseconds
        }
        if left.type != right.type { return left.type < right.type }
        return left.id < right.id
    }
}
