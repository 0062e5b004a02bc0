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
    /// The integer part of the version; `Pool.version` returns the exact version.
    ///
    /// The copy with the greater version wins.
    package var version: Int64
    /// The pool index of the source, device and own zone.
    package var origin: Int32
    /// The pool index of the best claim of all accepted copies; −1 for a member of a correlation, which needs no zone.
    package var claim: Int32 = -1
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
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        /// A person entered the sample by hand, so its source ranks last.
        package static let userEntered = Flags(rawValue: 1)
        /// The sample names the workout to which it belongs, and the workout's id is not deleted.
        package static let namesWorkout = Flags(rawValue: 2)
        /// The sample combines several measurements and has a count.
        package static let condensed = Flags(rawValue: 4)
        /// The sample is a correlation and contains other samples.
        package static let hasMembers = Flags(rawValue: 8)
        /// The version is not a 64-bit integer.
        package static let hasVersionRest = Flags(rawValue: 16)
        /// The metadata have an identifier that the app gave: an `HKMetadataKeySyncIdentifier`, or the `HKExternalUUID` of
        /// a workout.
        package static let hasAppIdentifier = Flags(rawValue: 32)
        /// Another sample with the same sync identifier counts instead.
        package static let superseded = Flags(rawValue: 64)
        /// Another sample with a lesser id is the same measurement, and counts instead.
        package static let twin = Flags(rawValue: 128)
        /// The sample names no workout, or one that was deleted, but a twin of it names a workout.
        package static let namedByTwin = Flags(rawValue: 256)
        /// The flags of samples that belong to workouts by name, not by time.
        package static let named: Flags = [.namesWorkout, .namedByTwin]
        /// The flags of samples that count for no document.
        package static let hidden: Flags = [.superseded, .twin]
    }

    /// Whether the sample counts for documents and shows in them.
    package var isShown: Bool { flags.isDisjoint(with: .hidden) }
    /// Whether the sample belongs to workouts by name, and to no other by time.
    package var isNamed: Bool { !flags.isDisjoint(with: .named) }
    /// The start, rounded as ids and twins use it.
    package var startMilliseconds: Int64 { Instant.milliseconds(start) }
    /// The UTC day of the start.
    package var utcDay: Int32 { Instant.utcDay(start) }
    /// The duration in seconds.
    package var duration: Double { end - start }
    /// The range of the extra in the pool's bytes.
    package var extraRange: Range<Int> { extraStart..<extraStart + Int(extraCount) }

    /// The place of the sample in a segment.
    package var key: SampleKey { SampleKey(id: id, start: start, type: type) }

    /// What stays the same in all copies of the sample.
    package var identity: SampleIdentity {
        SampleIdentity(id: id, type: type, day: type == SampleType.workout.index ? 0 : utcDay)
    }

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

/// What identifies a sample: its id, its type and the UTC day of its start; a workout, its id alone.
///
/// HealthKit never changes the dates of a stored sample, but clients cut and round them differently.
package struct SampleIdentity: Hashable {
    package var id: UUID128
    /// The index of the type in the catalogue.
    package var type: UInt16
    /// The UTC day of the start; 0 for a workout.
    package var day: Int32
}

/// The place of a sample in a segment: its start, its type and its id.
package struct SampleKey: Hashable, Comparable {
    package var id: UUID128
    package var start: Double
    /// The index of the type in the catalogue.
    package var type: UInt16

    /// Orders keys as segments store them: by start, type and id.
    package static func < (left: Self, right: Self) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.type != right.type { return left.type < right.type }
        return left.id < right.id
    }
}
