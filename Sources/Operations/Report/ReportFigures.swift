import Glibc

/// The figures of a day or of a period; figures can be added.
package struct ReportFigures: Equatable {
    /// A number with its unit.
    package struct Total: Equatable {
        package var value: Double
        package var unit: String
    }

    /// The sums of the primary workouts of one activity.
    package struct Workouts: Equatable {
        package var count = 0
        /// The number of workouts that are not primary, and are in none of the other figures.
        package var countNotPrimary = 0
        /// The time without pauses, in seconds.
        package var duration = 0.0
        /// The active energy in kilocalories; nil if no workout has it.
        package var energy: Double?
        /// The distance in meters; nil if no workout has it.
        package var distance: Double?
    }

    /// The sums of primary sleep sessions with time asleep; these sessions count no minute twice.
    package struct Sleep: Equatable {
        /// The number of days on which a session ends; a nap belongs to the night of its day.
        package fileprivate(set) var nights = 0
        /// The time asleep of all sessions, in seconds.
        fileprivate var asleepSum = 0.0
        /// The time asleep, and the time in bed, of sessions whose efficiency is known.
        fileprivate var knownAsleep = 0.0
        fileprivate var inBed = 0.0

        package init() {}

        /// Creates the figures of one session.
        init(asleepSeconds: Double, efficiency: Double?) {
            guard asleepSeconds > 0 else { return }
            (nights, asleepSum) = (1, asleepSeconds)
            if let efficiency, efficiency > 0 { (knownAsleep, inBed) = (asleepSeconds, asleepSeconds / efficiency) }
        }

        /// The mean time asleep of a night in seconds; nil without nights.
        package var asleep: Double? { nights > 0 ? asleepSum / Double(nights) : nil }
        /// The time asleep divided by the time in bed, from 0 to 1; nil if unknown.
        package var efficiency: Double? { inBed > 0 ? knownAsleep / inBed : nil }
    }

    /// The totals by identifier.
    package var totals: [String: Total] = [:]
    /// The averages by identifier.
    package var averages: [String: ReportAverage] = [:]
    /// The time of each kind of motion, in tenths of a second.
    var motionTenths: [String: Int] = [:]
    package var sleep = Sleep()
    /// The workouts by the name of their activity.
    package var workouts: [String: Workouts] = [:]

    package init() {}

    /// The full minutes of motion by kind.
    package var motion: [String: Int] { motionTenths.mapValues { $0 / 600 } }

    package var isEmpty: Bool { self == ReportFigures() }

    /// Adds the figures of a document of the same day.
    mutating func add(ofSameDay other: ReportFigures) {
        add(other)
        sleep.nights = min(1, sleep.nights)
    }

    mutating func add(_ other: ReportFigures) {
        for (key, total) in other.totals {
            totals[key, default: Total(value: 0, unit: total.unit)].value += total.value
        }
        for (key, average) in other.averages {
            if averages[key]?.add(average) == nil { averages[key] = average }
        }
        motionTenths.merge(other.motionTenths, uniquingKeysWith: +)
        sleep.nights += other.sleep.nights
        sleep.asleepSum += other.sleep.asleepSum
        sleep.knownAsleep += other.sleep.knownAsleep
        sleep.inBed += other.sleep.inBed
        for (name, more) in other.workouts {
            var known = workouts[name] ?? Workouts()
            known.count += more.count
            known.countNotPrimary += more.countNotPrimary
            known.duration += more.duration
            if let energy = more.energy { known.energy = (known.energy ?? 0) + energy }
            if let distance = more.distance { known.distance = (known.distance ?? 0) + distance }
            workouts[name] = known
        }
    }
}

/// An average of averages, each weighted by its number of values.
package struct ReportAverage: Equatable {
    private var mean: Double
    package private(set) var count: Int64
    package private(set) var minimum: Double
    package private(set) var maximum: Double
    package let unit: String
    /// Whether the values are sound levels, whose energy is averaged.
    private let areLevels: Bool

    init(_ average: Double, count: Int64, minimum: Double, maximum: Double, unit: String, areLevels: Bool) {
        (mean, self.count, self.minimum, self.maximum) = (average, max(1, count), minimum, maximum)
        (self.unit, self.areLevels) = (unit, areLevels)
    }

    /// The average, limited to minimum and maximum because of rounding.
    package var average: Double { min(max(mean, minimum), maximum) }

    mutating func add(_ other: ReportAverage) {
        let (own, more) = (Double(count), Double(other.count))
        let share = own + more > 0 ? more / (own + more) : 0.5
        if areLevels {
            // The levels are taken relative to the greater one, because 10^(level / 10) can overflow.
            let level = max(mean, other.mean)
            let energy = (1 - share) * pow(10, (mean - level) / 10) + share * pow(10, (other.mean - level) / 10)
            mean = level + 10 * log10(energy)
        } else {
            mean = mean * (1 - share) + other.mean * share
        }
        count = other.count > .max - count ? .max : count + other.count
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
    }
}
