package import Vocabulary

/// The data of an `HKWorkout` that have no field in `Sample`, with statistics in canonical units.
package struct Workout {
    /// A value of a HealthKit enumeration: a number, or a name that is unknown to this version.
    package struct Code: Hashable {
        /// The number; 0 for an unknown name.
        package var number: Int64
        /// An unknown name without the prefix of its enumeration; empty for a number.
        package var name: [UInt8]

        package init(number: Int64, name: [UInt8] = []) { (self.number, self.name) = (number, name) }
    }

    /// An event of a workout or of an activity: `HKWorkoutEvent`.
    package struct Event {
        /// The type, numbered as in `HKWorkoutEventType`: 1 is a pause, 2 a resume.
        package var type: Code
        package var start: Double
        package var end: Double
        /// The metadata as a JSON object with sorted keys; empty if there is none.
        package var metadata: [UInt8]

        /// Orders events by start, then by all other fields, so that each set of events has exactly one order.
        package static func ascending(_ left: Event, _ right: Event) -> Bool {
            if left.start != right.start { return left.start < right.start }
            if left.end != right.end { return left.end < right.end }
            if left.type.number != right.type.number { return left.type.number < right.type.number }
            if left.type.name != right.type.name { return left.type.name.lexicographicallyPrecedes(right.type.name) }
            return left.metadata.lexicographicallyPrecedes(right.metadata)
        }
    }

    /// The statistics of one quantity type over a workout or an activity: `HKStatistics`.
    package struct Statistic {
        /// The catalogue index of the quantity type.
        package var type: UInt16
        /// The sum, in the canonical unit like the other four numbers.
        package var sum: Double?
        package var average: Double?
        package var minimum: Double?
        package var maximum: Double?
        package var mostRecent: Double?

        /// Whether all five numbers are missing.
        var isEmpty: Bool { sum == nil && average == nil && minimum == nil && maximum == nil && mostRecent == nil }
    }

    /// A part of a workout: `HKWorkoutActivity`.
    package struct Activity {
        package var id: UUID128
        package var start: Double
        package var end: Double
        /// The activity type, if it was uploaded.
        package var activityType: Code?
        package var events: [Event]
        /// The statistics, by type.
        package var statistics: [Statistic]
        /// The metadata as a JSON object with sorted keys; empty if there is none.
        package var metadata: [UInt8]

        /// Sorts activities by start, then by all other fields, so that each set of activities has exactly one order.
        package static func sorted(_ activities: [Activity]) -> [Activity] {
            let packed = activities.map { activity in
                var packer = Packer()
                activity.pack(into: &packer)
                for code in activity.codes { packer.string(code.name) }
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

        /// The activity type, or 0 if it has none, and the types of its events.
        fileprivate var codes: [Code] { [activityType ?? Code(number: 0)] + events.map(\.type) }

        /// Encodes the activity without unknown names.
        ///
        /// Equal activities have equal bytes.
        fileprivate func pack(into packer: inout Packer) {
            packer.word(id.hi)
            packer.word(id.lo)
            packer.double(start)
            packer.double(end)
            packer.optional(activityType?.number)
            Workout.pack(events, &packer)
            Workout.pack(statistics, &packer)
            packer.string(metadata)
        }
    }

    /// The activity type, numbered as in `HKWorkoutActivityType`.
    package var activityType: Code
    /// The active time in seconds, if it was uploaded.
    package var duration: Double?
    package var events: [Event]
    package var activities: [Activity]
    /// The statistics, by type.
    package var statistics: [Statistic]
}

extension Workout {
    /// The encoded bytes.
    ///
    /// Equal workouts have equal bytes.
    package var packed: [UInt8] {
        var packer = Packer()
        packer.signed(activityType.number)
        packer.optional(duration)
        Self.pack(events, &packer)
        packer.count(activities.count)
        for activity in activities { activity.pack(into: &packer) }
        Self.pack(statistics, &packer)
        packUnknownNames(into: &packer)
        return packer.bytes
    }

    /// Decodes only the activity type from the `packed` form of a workout.
    static func activityType(of bytes: ArraySlice<UInt8>) -> Code {
        var unpacker = Unpacker(bytes)
        let number = unpacker.signed()
        // An unknown name has the number 0, and is at the end of the bytes.
        return number == 0 ? Workout(bytes).activityType : Code(number: number)
    }

    /// Decodes a workout from its `packed` form.
    package init(_ bytes: ArraySlice<UInt8>) {
        var unpacker = Unpacker(bytes)
        activityType = Code(number: unpacker.signed())
        duration = unpacker.optionalDouble()
        events = Self.events(&unpacker)
        activities = []
        for _ in 0..<unpacker.count(bytesEach: 32) {
            activities.append(
                Activity(
                    id: UUID128(hi: unpacker.word(), lo: unpacker.word()),
                    start: unpacker.double(),
                    end: unpacker.double(),
                    activityType: unpacker.optionalInteger().map { Code(number: $0) },
                    events: Self.events(&unpacker),
                    statistics: Self.statistics(&unpacker),
                    metadata: unpacker.string()
                )
            )
        }
        statistics = Self.statistics(&unpacker)
        if !unpacker.isAtEnd { readUnknownNames(&unpacker) }
    }

    /// Encodes the unknown names, each after the index of its code among all codes.
    ///
    /// The names are at the end, and only if there are any. So the other fields keep the format of older versions.
    private func packUnknownNames(into packer: inout Packer) {
        let codes = [activityType] + events.map(\.type) + activities.flatMap(\.codes)
        let unknown = codes.enumerated().filter { !$0.element.name.isEmpty }
        if unknown.isEmpty { return }
        packer.count(unknown.count)
        for (place, code) in unknown {
            packer.count(place)
            packer.string(code.name)
        }
    }

    private mutating func readUnknownNames(_ unpacker: inout Unpacker) {
        var names: [Int: [UInt8]] = [:]
        for _ in 0..<unpacker.count(bytesEach: 2) {
            let place = Int(clamping: unpacker.unsigned())
            names[place] = unpacker.string()
        }
        var place = 0
        func name() -> [UInt8] {
            defer { place += 1 }
            return names[place] ?? []
        }
        activityType.name = name()
        for index in events.indices { events[index].type.name = name() }
        for index in activities.indices {
            // An activity without a type also has an index among the codes, so its name is always read.
            let own = name()
            activities[index].activityType?.name = own
            for event in activities[index].events.indices { activities[index].events[event].type.name = name() }
        }
    }

    private static func pack(_ events: [Event], _ packer: inout Packer) {
        packer.count(events.count)
        for event in events {
            packer.signed(event.type.number)
            packer.double(event.start)
            packer.double(event.end)
            packer.string(event.metadata)
        }
    }

    private static func events(_ unpacker: inout Unpacker) -> [Event] {
        (0..<unpacker.count(bytesEach: 18)).map { _ in
            Event(
                type: Code(number: unpacker.signed()),
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
