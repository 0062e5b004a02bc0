import JSON
import Vocabulary

/// The figures that one document contributes to a report, and its day.
struct ReportDocument {
    /// The start in seconds since 2001.
    let start: Double
    let id: [UInt8]
    /// The name of the document's time zone.
    let zone: String
    /// The day of a document whose id names one; nil for sleep and workouts, whose day depends on the report's zone.
    let day: Day?
    /// The instant that decides the day if the id names none.
    let instant: Double
    let figures: ReportFigures

    /// The data types that a report reads.
    static let types: [DataType] = [.activitiesSummary, .motion, .sleep, .workouts]

    /// Parses a document; nil if it is not one of these data types.
    init?(_ bytes: [UInt8], _ parser: inout Parser, _ types: ReportTypes) {
        guard let root = try? parser.parse(bytes), let id = root.member("id")?.text?.bytes,
            let type = root.member("type")?.text?.string, let start = root.member("start_date")?.double,
            let end = root.member("end_date")?.double
        else { return nil }
        var figures = ReportFigures()
        var items = root.member("data")?.elements
        while let item = items?.next() {
            switch type {
            case DataType.activitiesSummary.name: Self.add(summary: item, to: &figures, types)
            case DataType.motion.name where types.haveMotion: Self.add(motion: item, to: &figures)
            case DataType.sleep.name where types.haveSleep: Self.add(night: item, to: &figures)
            case DataType.workouts.name where types.haveWorkouts: Self.add(workout: item, to: &figures)
            default: break
            }
        }
        self.id = id
        self.start = start
        self.figures = figures
        zone = root.member("time_zone")?.text?.string ?? "UTC"
        day = type == DataType.sleep.name || type == DataType.workouts.name ? nil : Day(ofDocument: id)
        if day == nil, type == DataType.activitiesSummary.name || type == DataType.motion.name { return nil }
        // A night belongs to the day on which it ends.
        instant = type == DataType.sleep.name ? end : start
    }

    private static func add(summary item: Value, to figures: inout ReportFigures, _ types: ReportTypes) {
        guard var series = item.member("data")?.members else { return }
        while let one = series.next() {
            let identifier = one.key.string
            guard types.have(identifier) else { continue }
            var values: [String: (number: Double, count: Int64)] = [:]
            var unit = ""
            var quantities = one.value.elements
            while let quantity = quantities?.next() {
                guard let word = quantity.member("type")?.text?.string,
                    let number = quantity.member("value")?.member("quantity")?.double
                else { continue }
                unit = quantity.member("value")?.member("unit")?.text?.string ?? ""
                values[word] = (number, quantity.member("count")?.integer ?? 1)
            }
            if let sum = values["sum"] {
                figures.totals[identifier] = ReportFigures.Total(value: sum.number, unit: unit)
            } else if let average = values["average"] {
                figures.averages[identifier] = ReportAverage(
                    average.number,
                    count: average.count,
                    minimum: values["minimum"]?.number ?? average.number,
                    maximum: values["maximum"]?.number ?? average.number,
                    unit: unit,
                    areLevels: Catalogue.sampleType(named: identifier)?.aggregation
                        == .discreteEquivalentContinuousLevel
                )
            }
        }
    }

    private static func add(motion item: Value, to figures: inout ReportFigures) {
        guard var members = item.member("meta_data")?.members else { return }
        while let member = members.next() {
            guard MotionKind(rawValue: member.key.string) != nil, let seconds = member.value.member("quantity")?.double
            else { continue }
            // A day has fewer seconds. The limit keeps sums of any file within an integer.
            let tenths = Int((min(max(seconds, 0), 1e9) * 10).rounded())
            figures.motionTenths[member.key.string, default: 0] += tenths
        }
    }

    private static func add(night item: Value, to figures: inout ReportFigures) {
        guard number("primary", item) == 1 else { return }
        figures.sleep = ReportFigures.Sleep(
            asleepSeconds: number("asleep", item) ?? 0,
            efficiency: number("efficiency", item)
        )
    }

    private static func add(workout item: Value, to figures: inout ReportFigures) {
        var workouts = ReportFigures.Workouts()
        workouts.count = 1
        workouts.duration = number("duration", item) ?? 0
        var series = item.member("data")?.members
        while let one = series?.next() {
            let identifier = one.key.string
            guard identifier == energyIdentifier || identifier.hasPrefix(distancePrefix) else { continue }
            var quantities = one.value.elements
            while let quantity = quantities?.next() {
                guard quantity.member("type")?.text?.string == "sum",
                    let number = quantity.member("value")?.member("quantity")?.double
                else { continue }
                if identifier == energyIdentifier {
                    workouts.energy = (workouts.energy ?? 0) + number
                } else {
                    workouts.distance = (workouts.distance ?? 0) + number
                }
            }
        }
        figures.workouts[item.member("name")?.text?.string ?? ""] = workouts
    }

    private static let energyIdentifier = "HKQuantityTypeIdentifierActiveEnergyBurned"
    private static let distancePrefix = "HKQuantityTypeIdentifierDistance"

    private static func number(_ key: StaticString, _ item: Value) -> Double? {
        item.member("meta_data")?.member(key)?.member("quantity")?.double
    }
}

extension Day {
    /// Parses the day in the id of a document such as `motion/2024-04-16`; nil if the id has none.
    init?(ofDocument id: [UInt8]) {
        guard let slash = id.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let date = Array(id[(slash + 1)...])
        self.init(date.span)
    }
}
