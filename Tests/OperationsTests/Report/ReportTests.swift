import Operations
import Testing
import Vocabulary

/// What a report adds up.
@Suite struct ReportTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let rate = "HKQuantityTypeIdentifierHeartRate"
    private static let sound = "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
    /// 2024-04-16T00:00Z.
    private static let midnight = 734_918_400.0

    private static let zones = ZoneTable { _ in nil }

    private static func document(_ type: String, _ name: String, _ start: Double, _ end: Double, _ item: String)
        -> [UInt8]
    {
        let text = """
            {"id":"\(type)/\(name)","connection_id":"c","type":"\(type)","start_date":\(start),"end_date":\(end),\
            "time_zone":"UTC","source":[],"meta_data":{},"data":[\(item)]}
            """
        return Array(text.utf8)
    }

    private static func quantity(_ word: String, _ number: Double, _ unit: String, count: Int? = nil) -> String {
        let count = count.map { ",\"count\":\($0)" } ?? ""
        return """
            {"start_date":0,"end_date":0,"value":{"quantity":\(number),"unit":"\(unit)"},"type":"\(word)"\(count)}
            """
    }

    private static func summary(_ day: Int, _ data: String) -> [UInt8] {
        let start = midnight + Double(day - 16) * 86_400
        return document(
            "activitiesSummary",
            "2024-04-\(day)",
            start,
            start + 86_400,
            "{\"name\":\"s\",\"data\":{\(data)}}"
        )
    }

    private static func stepsOf(_ day: Int, _ number: Double) -> [UInt8] {
        summary(day, "\"\(steps)\":[\(quantity("sum", number, "count"))]")
    }

    private static func averages(_ type: String, _ average: Double, count: Int, _ least: Double, _ most: Double)
        -> String
    {
        let values = [
            quantity("average", average, "u", count: count), quantity("minimum", least, "u"),
            quantity("maximum", most, "u"),
        ]
        return "\"\(type)\":[\(values.joined(separator: ","))]"
    }

    private static func metadata(_ members: [String: Double]) -> String {
        let texts = members.map { "\"\($0)\":{\"quantity\":\($1),\"unit\":\"s\"}" }
        return "\"meta_data\":{\(texts.joined(separator: ","))}"
    }

    private static func motion(_ day: Int, _ items: [String: Double]...) -> [UInt8] {
        let items = items.map { "{\"name\":\"motion\",\(metadata($0))}" }.joined(separator: ",")
        let start = midnight + Double(day - 16) * 86_400
        return document("motion", "2024-04-\(day)", start, start + 86_400, items)
    }

    private static func night(_ name: String, _ start: Double, _ end: Double, _ metadata: [String: Double]) -> [UInt8] {
        document("sleep", name, midnight + start, midnight + end, "{\"name\":\"sleep\",\(self.metadata(metadata))}")
    }

    private static func workout(
        _ name: String,
        _ start: Double,
        _ activity: String,
        _ duration: Double,
        _ data: String = ""
    )
        -> [UInt8]
    {
        let item = "{\"name\":\"\(activity)\",\"data\":{\(data)},\(metadata(["duration": duration]))}"
        return document("workouts", name, midnight + start, midnight + start + duration, item)
    }

    private static func day(_ text: String) throws -> Day {
        let bytes = Array(text.utf8)
        let day = Day(bytes.span)
        return try #require(day)
    }

    private static func report(
        _ documents: [[UInt8]],
        by length: ReportPeriod.Length = .day,
        from: String? = nil,
        to: String? = nil,
        _ types: [String] = []
    ) throws -> ConnectionReport {
        let from = try from.map(day)
        let to = try to.map(day)
        let types = try types.map { try #require(Catalogue.sampleType(named: $0)) }
        let request = ConnectionReport.Request(.every(length, from: from, to: to), types: ReportTypes(types))
        return ConnectionReport(documents, request, zones: zones)
    }

    @Test func `totals of the days of a period are added`() throws {
        let documents = [Self.stepsOf(16, 100), Self.stepsOf(14, 1), Self.stepsOf(21, 1000), Self.stepsOf(22, 5)]
        let rows = try Self.report(documents, by: .week).rows
        #expect(rows.map(\.period.from.text) == ["2024-04-08", "2024-04-15", "2024-04-22"])
        #expect(rows.map { $0.figures.totals[Self.steps]?.value } == [1, 1100, 5])
        #expect(rows[0].figures.totals[Self.steps]?.unit == "count")
    }

    @Test func `from and to cut periods, and to is excluded`() throws {
        let documents = (15...22).map { Self.stepsOf($0, 1) }
        let rows = try Self.report(documents, by: .week, from: "2024-04-16", to: "2024-04-18").rows
        #expect(rows.map(\.period.from.text) == ["2024-04-16"])
        #expect(rows.map(\.period.to.text) == ["2024-04-18"])
        #expect(rows.map { $0.figures.totals[Self.steps]?.value } == [2])
    }

    @Test func `averages are weighted by their numbers of values`() throws {
        let documents = [
            Self.summary(16, Self.averages(Self.rate, 60, count: 3, 50, 70)),
            Self.summary(17, Self.averages(Self.rate, 100, count: 1, 90, 110)),
        ]
        let average = try #require(try Self.report(documents, by: .month).rows.first?.figures.averages[Self.rate])
        #expect(average.average == 70 && average.count == 4 && average.minimum == 50 && average.maximum == 110)
    }

    @Test func `averages of sound levels are those of energy`() throws {
        let documents = [
            Self.summary(16, Self.averages(Self.sound, 70, count: 3, 60, 75)),
            Self.summary(17, Self.averages(Self.sound, 80, count: 1, 60, 95)),
        ]
        let average = try #require(try Self.report(documents, by: .month).rows.first?.figures.averages[Self.sound])
        #expect(abs(average.average - 75.11883360978874) < 1e-9)
        let other = try #require(
            try Self.report(documents.reversed(), by: .month).rows.first?.figures.averages[Self.sound]
        )
        #expect(abs(average.average - other.average) < 1e-9)
    }

    /// A motion document with an hour of walking of each source, whose product is given.
    private static func walks(_ products: [String]) -> [UInt8] {
        let items = products.indices.map { place in
            """
            {"name":"motion","data":{"walking":[{"source":\(place)}]},\(metadata(["walking": Double(place + 1) * 60]))}
            """
        }
        let sources = products.map { "{\"bundleIdentifier\":\"b\",\"productType\":\"\($0)\"}" }
        let text = String(
            decoding: document("motion", "2024-04-16", midnight, midnight + 86_400, items.joined(separator: ",")),
            as: UTF8.self
        )
        return Array(text.replacing("\"source\":[]", with: "\"source\":[\(sources.joined(separator: ","))]").utf8)
    }

    @Test(
        arguments: [
            (["iPhone14,2", "Watch6,9"], 2), (["Watch6,9", "iPhone14,2"], 1), (["iPad1,1", "iPhone14,2"], 2),
            (["iPad1,1", "Mac1,1"], 1),
        ]
    )
    func `motion of a day is that of the best source`(products: [String], minutes: Int) throws {
        #expect(try Self.report([Self.walks(products)]).rows[0].figures.motion == ["walking": minutes])
    }

    @Test func `the first and the running period have the days with figures`() throws {
        let years = try Self.report([Self.stepsOf(16, 100), Self.stepsOf(29, 100)], by: .year)
        let period = try #require(years.rows.first?.period)
        #expect(period.count == 366 && years.dayCount(of: period) == 14)
        let days = try Self.report([Self.stepsOf(16, 100), Self.stepsOf(29, 100)])
        #expect(days.rows.map { days.dayCount(of: $0.period) } == [1, 1])
    }

    @Test func `a nap belongs to the night of its day`() throws {
        let documents = [
            Self.night("A", -3_000, 19_800, ["primary": 1, "asleep": 22_800, "efficiency": 1]),
            Self.night("B", 50_000, 54_800, ["primary": 1, "asleep": 2_400, "efficiency": 0.5]),
            Self.night("C", 86_400, 90_000, ["primary": 1, "asleep": 0, "efficiency": 0]),
            Self.night("D", 260_000, 270_000, ["primary": 1, "asleep": 10_800, "efficiency": 0.75]),
        ]
        let days = try Self.report(documents).rows.map(\.figures.sleep)
        #expect(days.map(\.nights) == [1, 1] && days.map(\.asleep) == [25_200, 10_800])
        let month = try #require(try Self.report(documents, by: .month).rows.first?.figures.sleep)
        #expect(month.nights == 2 && month.asleep == 18_000)
        #expect(month.efficiency == 36_000.0 / (22_800 + 4_800 + 14_400))
    }

    @Test func `minutes of motion are floored once for the period`() throws {
        let documents = [
            Self.motion(16, ["walking": 59.9, "driving": 119.9, "recorded": 179.8]),
            Self.motion(17, ["walking": 29.9, "sleeping": 59.9]),
        ]
        #expect(
            try Self.report(documents, by: .month).rows[0].figures.motion == [
                "walking": 1, "driving": 1, "sleeping": 0,
            ]
        )
        #expect(try Self.report(documents).rows[0].figures.motion == ["walking": 0, "driving": 1])
    }

    @Test func `a night belongs to the day on which it ends, and only primary sessions count`() throws {
        let documents = [
            Self.night("A", -7200, 21_600, ["primary": 1, "asleep": 20_000, "efficiency": 0.8]),
            Self.night("B", -7200, 21_600, ["primary": 0, "asleep": 90_000, "efficiency": 0.1]),
            Self.night("C", 80_000, 110_000, ["primary": 1, "asleep": 30_000, "efficiency": 1]),
            Self.night("D", 200_000, 210_000, ["primary": 1, "asleep": 10_000]),
        ]
        let rows = try Self.report(documents).rows
        #expect(rows.map(\.period.from.text) == ["2024-04-16", "2024-04-17", "2024-04-18"])
        let all = try #require(try Self.report(documents, by: .month).rows.first?.figures.sleep)
        #expect(all.nights == 3 && all.asleep == 20_000 && all.efficiency == 50_000.0 / 55_000)
    }

    @Test func `workouts are added by activity`() throws {
        let energy = "\"HKQuantityTypeIdentifierActiveEnergyBurned\":[\(Self.quantity("sum", 250, "kcal"))]"
        let basal = "\"HKQuantityTypeIdentifierBasalEnergyBurned\":[\(Self.quantity("sum", 90, "kcal"))]"
        let way = "\"HKQuantityTypeIdentifierDistanceCycling\":[\(Self.quantity("sum", 9000, "m"))]"
        let documents = [
            Self.workout("A", 3600, "Running", 1800, energy + "," + basal), Self.workout("B", 9000, "Running", 600),
            Self.workout("C", 9000, "Cycling", 1200, way),
        ]
        let workouts = try Self.report(documents).rows[0].figures.workouts
        #expect(workouts["Running"]?.count == 2 && workouts["Running"]?.duration == 2400)
        #expect(workouts["Running"]?.energy == 250 && workouts["Running"]?.distance == nil)
        #expect(workouts["Cycling"]?.energy == nil && workouts["Cycling"]?.distance == 9000)
    }

    @Test func `workouts that are not primary are counted apart`() throws {
        func run(_ name: String, _ duration: Double, primary: Double) -> [UInt8] {
            let item = "{\"name\":\"Running\",\(Self.metadata(["duration": duration, "primary": primary]))}"
            return Self.document("workouts", name, Self.midnight + 3600, Self.midnight + 3600 + duration, item)
        }
        let documents = [run("A", 1800, primary: 1), run("B", 1790, primary: 0), run("C", 600, primary: 1)]
        let running = try #require(try Self.report(documents).rows.first?.figures.workouts["Running"])
        #expect(running.count == 2 && running.countNotPrimary == 1 && running.duration == 2400)
    }

    @Test func `types choose what is reported`() throws {
        let rate = Self.averages(Self.rate, 60, count: 1, 60, 60)
        let documents = [
            Self.summary(16, "\"\(Self.steps)\":[\(Self.quantity("sum", 7, "count"))],\(rate)"),
            Self.motion(16, ["walking": 60]), Self.workout("A", 3600, "Running", 1800),
            Self.night("A", -7200, 21_600, ["primary": 1, "asleep": 20_000]),
        ]
        func figures(_ types: String...) throws -> ReportFigures { try Self.report(documents, types).rows[0].figures }
        let all = try figures()
        #expect(all.totals.count == 1 && all.averages.count == 1 && all.sleep.nights == 1)
        #expect(all.motion.count == 1 && all.workouts.count == 1)
        let steps = try figures(Self.steps)
        #expect(steps.totals.count == 1 && steps.averages.isEmpty && steps.sleep.nights == 0)
        #expect(steps.motion.isEmpty && steps.workouts.isEmpty)
        #expect(try figures("CMMotionActivity").motion == ["walking": 1])
        #expect(try figures("HKWorkoutTypeIdentifier").workouts.count == 1)
        #expect(try figures("HKCategoryTypeIdentifierSleepAnalysis").sleep.nights == 1)
    }

    @Test func `days are those of the latest document's zone`() throws {
        func night(_ name: String, _ start: Double, _ zone: String) -> [UInt8] {
            let text = String(
                decoding: Self.night(name, start, start + 7200, ["primary": 1, "asleep": 1]),
                as: UTF8.self
            )
            return Array(text.replacing("\"time_zone\":\"UTC\"", with: "\"time_zone\":\"\(zone)\"").utf8)
        }
        let report = try Self.report([night("A", 80_000, "-05:00"), night("B", 0, "+02:00")])
        #expect(report.zone == "-05:00")
        #expect(report.rows.map(\.period.from.text) == ["2024-04-15", "2024-04-16"])
    }

    @Test func `what is no document is ignored`() throws {
        let strange = ["7", "{}", "[", #"{"id":"motion/x","type":"motion","start_date":0,"end_date":0,"data":[]}"#]
        #expect(try Self.report(strange.map { Array($0.utf8) }).rows.isEmpty)
    }
}
