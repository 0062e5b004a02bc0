import JSON
import Vocabulary

/// The figures that one document contributes to a report, and its day.
struct ReportDocument {
    /// The start in seconds since 2001.
    let start: Double
    let id: [UInt8]
    /// The name of the document's time zone.
    let zone: String
    /// The day in the document's id; nil for sleep and workouts, whose day depends on the report's zone.
    let day: Day?
    /// The instant that decides the day if `day` is nil.
    let instant: Double
    let figures: ReportFigures

    /// The data types that a report reads.
    static let types: [DataType] = [.activitiesSummary, .motion, .sleep, .workouts]

    /// Parses a document; nil if it is malformed.
    init?(_ bytes: [UInt8], _ parser: inout Parser, _ types: ReportTypes) {
        guard let root = try? parser.parse(bytes), let id = root.member("id")?.text?.bytes,
            let type = root.member("type")?.text?.string, let start = root.member("start_date")?.double,
            let end = root.member("end_date")?.double
        else { return nil }
        var figures = ReportFigures()
        var motion: (rank: MotionRank, tenths: [String: Int])?
        var items = root.member("data")?.elements
        while let item = items?.next() {
            switch type {
            case DataType.activitiesSummary.name: Self.add(summary: item, to: &figures, types)
            case DataType.motion.name where types.haveMotion:
                let rank = MotionRank(item, in: root)
                if motion.map({ rank < $0.rank }) ?? true { motion = (rank, Self.motionTenths(item)) }
            case DataType.sleep.name where types.haveSleep: Self.add(night: item, to: &figures)
            case DataType.workouts.name where types.haveWorkouts: Self.add(workout: item, to: &figures)
            default: break
            }
        }
        // Phone and watch may have recorded the same walk, so only the source with the best rank counts.
        figures.motionTenths = motion?.tenths ?? [:]
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

    /// Returns the time of each kind of motion of one source, in tenths of a second.
    private static func motionTenths(_ item: Value) -> [String: Int] {
        var tenths: [String: Int] = [:]
        guard var members = item.member("meta_data")?.members else { return [:] }
        while let member = members.next() {
            guard MotionKind(rawValue: member.key.string) != nil, let seconds = member.value.member("quantity")?.double
            else { continue }
            // A day has fewer seconds than this limit, which keeps the sums of invalid files within an integer.
            tenths[member.key.string, default: 0] += Int((min(max(seconds, 0), 1e9) * 10).rounded())
        }
        return tenths
    }

    private static func add(night item: Value, to figures: inout ReportFigures) {
        guard number("primary", item) == 1 else { return }
        figures.sleep = ReportFigures.Sleep(
            asleepSeconds: number("asleep", item) ?? 0,
            efficiency: number("efficiency", item)
        )
    }

    private static func add(workout item: Value, to figures: inout ReportFigures) {
        let name = item.member("name")?.text?.string ?? ""
        var workouts = ReportFigures.Workouts()
        if number("primary", item) == 0 {
            workouts.countNotPrimary = 1
            figures.workouts[name] = workouts
            return
        }
        workouts.count = 1
        workouts.duration = number("duration", item) ?? 0
        var series = item.member("data")?.members
        while let one = series?.next() {
            let identifier = one.key.string
            guard identifier == energyIdentifier || identifier.hasPrefix(WorkoutDistance.prefix) else { continue }
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
        figures.workouts[name] = workouts
    }

    private static let energyIdentifier = "HKQuantityTypeIdentifierActiveEnergyBurned"

    private static func number(_ key: StaticString, _ item: Value) -> Double? {
        item.member("meta_data")?.member(key)?.member("quantity")?.double
    }
}

/// The rank of a source of motion, by the rule for daily totals; the smallest rank is the best.
private struct MotionRank: Comparable {
    /// 0 for a watch, 1 for a phone, 2 for anything else.
    private let productClass: Int
    private let key: String

    /// Reads the source of an item from its runs.
    init(_ item: Value, in document: Value) {
        var (source, device): (Int64?, Int64?) = (nil, nil)
        var kinds = item.member("data")?.members
        while source == nil, let kind = kinds?.next() {
            var runs = kind.value.elements
            guard let run = runs?.next() else { continue }
            (source, device) = (run.member("source")?.integer, run.member("device")?.integer)
        }
        let own = Self.element(source, of: document.member("source"))
        let hardware = Self.element(device, of: document.member("device"))
        let product =
            own?.member("productType")?.text?.string ?? hardware?.member("hardwareVersion")?.text?.string ?? hardware?
            .member("model")?.text?.string ?? ""
        productClass = product.hasPrefix("Watch") ? 0 : product.hasPrefix("iPhone") ? 1 : 2
        key = own?.member("bundleIdentifier")?.text?.string ?? own?.member("name")?.text?.string ?? ""
    }

    @_lifetime(copy list)
    private static func element(_ place: Int64?, of list: Value?) -> Value? {
        guard let place, var elements = list?.elements else { return nil }
        var index: Int64 = 0
        while let element = elements.next() {
            if index == place { return element }
            index += 1
        }
        return nil
    }

    static func < (left: Self, right: Self) -> Bool {
        left.productClass != right.productClass
            ? left.productClass < right.productClass : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
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
