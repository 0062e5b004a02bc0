import JSON
import Operations
import Testing
import Views
import Vocabulary

/// A report as tables.
struct ReportTextTests {
    /// A report of 20 days with one step on the first day, two on the second, and so on.
    private static func report(by length: ReportPeriod.Length) -> ConnectionReport {
        let documents = (0..<20).map { day in
            let start = day * 86_400
            let text = """
                {"id":"activitiesSummary/2001-01-\(day < 9 ? "0" : "")\(day + 1)","type":"activitiesSummary",\
                "start_date":\(start),"end_date":\(start + 86_400),"time_zone":"UTC","data":[{"data":\
                {"HKQuantityTypeIdentifierStepCount":[{"value":{"quantity":\(day + 1),"unit":"count"},"type":"sum"}]}}]}
                """
            return Array(text.utf8)
        }
        let request = ConnectionReport.Request(.every(length, from: nil, to: nil))
        return ConnectionReport(documents, request, zones: ZoneTable { _ in nil })
    }

    @Test func `the latest periods are shown, and a line says how to see all`() {
        let report = Self.report(by: .day)
        let bounded = ReportText(ink: .plain).lines(report, mostRows: 14)
        #expect(bounded.count == 2 + 14 + 2)
        #expect(bounded[1] == "  step count                        ▃▄▄▅▅▅▆▆▆▇▇▇██")
        #expect(bounded[2] == "    2001-01-07   7" && bounded[15] == "    2001-01-20  20")
        #expect(bounded.last == "  the last 14 of 20 periods; for all: --from 2001-01-01")
        let all = ReportText(ink: .plain).lines(report, mostRows: 20)
        #expect(all.count == 2 + 20 && all == ReportText(ink: .plain).lines(report))
    }

    @Test func `a period that runs is compared by the days that have passed`() {
        // 4 and 11 steps a day, and 105 in six days. In seven days, the second bar would be higher.
        let lines = ReportText(ink: .plain).lines(Self.report(by: .week))
        #expect(lines[1] == "  step count                        ▃▅█")
        #expect(lines.last == "    2001-01-15 to 2001-01-21  105")
    }

    @Test func `a row of workouts says how many are not primary`() {
        let runs = [("A", 0, 1), ("B", 60, 0), ("C", 86_400, 0)].map { id, start, primary in
            let text = """
                {"id":"workouts/\(id)","type":"workouts","start_date":\(start),"end_date":\(start + 1800),\
                "time_zone":"UTC","data":[{"name":"Running","meta_data":{"primary":{"quantity":\(primary),"unit":"bool"},\
                "duration":{"quantity":1800,"unit":"TimeInterval"}}}]}
                """
            return Array(text.utf8)
        }
        let request = ConnectionReport.Request(.every(.day, from: nil, to: nil))
        let report = ConnectionReport(runs, request, zones: ZoneTable { _ in nil })
        let lines = ReportText(ink: .plain).lines(report)
        #expect(lines.count == 4 && lines[1].hasPrefix("  workouts: Running"))
        #expect(lines[2].hasSuffix("  1 workout, 30 min, 1 not primary"))
        #expect(lines[3].hasSuffix("  0 workouts, 1 not primary"))
        let json = report.rows.map { row in
            var writer = Writer()
            ReportText.write(row, report.types, into: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        #expect(json[0].contains(#""workouts":{"Running":{"count":1,"duration":1800}}"#))
        #expect(json[1].contains(#""workouts":{}"#))
    }
}
