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
}
