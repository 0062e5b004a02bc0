/// What a workout carries beside its bounds: `HKWorkout`, with its statistics in canonical units.
package struct Workout {
    /// Something that happened during a workout or an activity: `HKWorkoutEvent`.
    package struct Event {
        /// Its type, as `HKWorkoutEventType` numbers them: 1 is a pause, 2 a resume.
        package var type: Int64
        package var start: Double
        package var end: Double
        /// Metadata as a JSON object with sorted keys, empty when there is none.
        package var metadata: [UInt8]

        /// By start, then by all else: so that the same events have one order.
        package static func ascending(_ left: Event, _ right: Event) -> Bool {
            if left.start != right.start { return left.start < right.start }
            if left.end != right.end { return left.end < right.end }
            if left.type != right.type { return left.type < right.type }
            return left.metadata.lexicographicallyPrecedes(right.metadata)
        }
    }

    /// What was measured of one quantity type over a workout or an activity: `HKStatistics`.
    package struct Statistic {
        /// Index of the quantity type in the catalogue.
        package var type: UInt16
        /// The sum, in the canonical unit, as are the others.
        package var sum: Double?
        package var average: Double?
        package var minimum: Double?
        package var maximum: Double?
        package var mostRecent: Double?
    }

    /// A part of a workout: `HKWorkoutActivity`.
    package struct Activity {
        package var id: UUID128
        package var start: Double
        package var end: Double
        /// Its activity type, when it was said.
        package var activityType: Int64?
        package var events: [Event]
        /// Its statistics, by type.
        package var statistics: [Statistic]
        /// Metadata as a JSON object with sorted keys, empty when there is none.
        package var metadata: [UInt8]

        /// Activities by start, then by all else: so that the same activities have one order.
        package static func sorted(_ activities: [Activity]) -> [Activity] {
            let packed = activities.map { activity in
                var packer = Packer()
                activity.pack(into: &packer)
                return packer.bytes
            }
            let order = activities.indices.sorted { left, right in
                let (one, other) = (activities[left], activities[right])
                if one.start != other.start { return one.start < other.start }
                if one.end != other.end { return one.end < other.end }
                return packed[left].lexicographicallyPrecedes(packed[right])
            }
            return order.map { activities[$0] }
        }

        /// Writes the activity; equal ones have equal bytes.
        fileprivate func pack(into packer: inout Packer) {
            packer.word(id.hi)
            packer.word(id.lo)
            packer.double(start)
            packer.double(end)
            packer.optional(activityType)
            Workout.pack(events, &packer)
            Workout.pack(statistics, &packer)
            packer.string(metadata)
        }
    }

    /// Its activity type, as `HKWorkoutActivityType` numbers them.
    package var activityType: Int64
    /// The active time in seconds, when it was uploaded.
    package var duration: Double?
    package var events: [Event]
    package var activities: [Activity]
    /// Its statistics, by type.
    package var statistics: [Statistic]
}

extension Workout {
    /// The bytes; equal workouts have equal bytes.
    package var packed: [UInt8] {
        var packer = Packer()
        packer.signed(activityType)
        packer.optional(duration)
        Self.pack(events, &packer)
        packer.count(activities.count)
        for activity in activities { activity.pack(into: &packer) }
        Self.pack(statistics, &packer)
        return packer.bytes
    }

    /// Reads a workout's bytes.
    package init(_ bytes: ArraySlice<UInt8>) {
        var unpacker = Unpacker(bytes)
        activityType = unpacker.signed()
        duration = unpacker.optionalDouble()
        events = Self.events(&unpacker)
        activities = []
        for _ in 0..<unpacker.count(bytesEach: 32) {
            activities.append(
                Activity(
                    id: UUID128(hi: unpacker.word(), lo: unpacker.word()),
                    start: unpacker.double(),
                    end: unpacker.double(),
                    activityType: unpacker.optionalInteger(),
                    events: Self.events(&unpacker),
                    statistics: Self.statistics(&unpacker),
                    metadata: unpacker.string()
                )
            )
        }
        statistics = Self.statistics(&unpacker)
    }

    private static func pack(_ events: [Event], _ packer: inout Packer) {
        packer.count(events.count)
        for event in events {
            packer.signed(event.type)
            packer.double(event.start)
            packer.double(event.end)
            packer.string(event.metadata)
        }
    }

    private static func events(_ unpacker: inout Unpacker) -> [Event] {
        (0..<unpacker.count(bytesEach: 18)).map { _ in
            Event(
                type: unpacker.signed(),
                start: unpacker.double(),
                end: unpacker.double(),
                metadata: unpacker.string()
            )
        }
    }

    private static func pack(_ statistics: [Statistic], _ packer: inout Packer) {
        packer.count(statistics.count)
        for statistic in statistics {
            packer.unsigned(UInt64(statistic.type))
            packer.optional(statistic.sum)
            packer.optional(statistic.average)
            packer.optional(statistic.minimum)
            packer.optional(statistic.maximum)
            packer.optional(statistic.mostRecent)
        }
    }

    private static func statistics(_ unpacker: inout Unpacker) -> [Statistic] {
        (0..<unpacker.count(bytesEach: 6)).map { _ in
            Statistic(
                type: UInt16(truncatingIfNeeded: unpacker.unsigned()),
                sum: unpacker.optionalDouble(),
                average: unpacker.optionalDouble(),
                minimum: unpacker.optionalDouble(),
                maximum: unpacker.optionalDouble(),
                mostRecent: unpacker.optionalDouble()
            )
        }
    }
}
