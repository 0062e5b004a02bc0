/// One sample, normalised: its number is in the type's canonical unit, and what is not a number lies in the pool.
///
/// Trivial on purpose: a day of samples is one array of these, sorted, searched and copied without counting references.
package struct Sample {
    package var id: UUID128
    /// Start, as it came.
    package var start: Double
    /// End, never before the start.
    package var end: Double
    /// The quantity in the type's canonical unit, or the code of a category; 0 for what has neither.
    package var value: Double
    /// The start in milliseconds: with id and type, what a sample is known by.
    package var startMilliseconds: Int64
    /// Of two copies the greater version counts; `Pool.version` has what this integer leaves out.
    package var version: Int64
    /// Index of its source, device and zone in the pool.
    package var origin: Int32
    /// The upload that brought it, by its number in the commit; -1 when it was there before.
    package var upload: Int32 = -1
    /// Where its extra begins in the pool's bytes, of which a commit may have more than 32 bits can count.
    package var extraStart: Int
    /// How long its extra is; 0 for a plain sample.
    ///
    /// An upload is at most 512 MiB long, and an extra four times as long.
    package var extraCount: UInt32
    /// Index of its type in the catalogue.
    package var type: UInt16
    /// What must be known without reading the extra.
    package var flags: Flags

    /// What must be known of a sample without reading its extra.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8
        /// Flags from their bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// A person typed it in; it ranks last.
        package static let userEntered = Flags(rawValue: 1)
        /// It names the workout it belongs to.
        package static let namesWorkout = Flags(rawValue: 2)
        /// It stands for several: it has a count.
        package static let condensed = Flags(rawValue: 4)
        /// It is a correlation: it has samples of its own.
        package static let hasMembers = Flags(rawValue: 8)
        /// Its version is no integer of 64 bits.
        package static let hasVersionRest = Flags(rawValue: 16)
    }

    /// The UTC day of the start.
    package var utcDay: Int32 { Instant.utcDay(start) }
    /// How long it lasts, in seconds.
    package var duration: Double { end - start }
    /// Where its extra lies in the pool.
    package var extraRange: Range<Int> { extraStart..<extraStart + Int(extraCount) }

    /// What a sample is known by: HealthKit never changes these of a stored sample.
    package var key: SampleKey { SampleKey(id: id, startMilliseconds: startMilliseconds, type: type) }

    /// The order in which documents list samples: by start, end, id.
    package static func ascending(_ left: Sample, _ right: Sample) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.id != right.id { return left.id < right.id }
        return left.type < right.type
    }

    /// Samples in the order in which documents list them; mostly they are in it already.
    package static func sorted(_ samples: [Sample]) -> [Sample] {
        for index in samples.indices.dropFirst() where !ascending(samples[index - 1], samples[index]) {
            return samples.sorted(by: ascending)
        }
        return samples
    }
}

/// What a sample is known by: its id, type and start to the millisecond.
package struct SampleKey: Hashable, Comparable {
    package var id: UUID128
    /// The start in milliseconds since 2001.
    package var startMilliseconds: Int64
    /// Index of its type in the catalogue.
    package var type: UInt16

    /// The order of samples in a segment: by start, type, id.
    package static func < (left: Self, right: Self) -> Bool {
        if left.startMilliseconds != right.startMilliseconds {
            return left.startMilliseconds < right.startMilliseconds
        }
        if left.type != right.type { return left.type < right.type }
        return left.id < right.id
    }
}
