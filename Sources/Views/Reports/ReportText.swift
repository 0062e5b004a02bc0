package import Operations
import Vocabulary

/// A report as tables with a curve for each figure.
package struct ReportText {
    private static let width = 40
    private static let titleWidth = 34
    private static let indent = "  "

    private let ink: ANSIStyle

    package init(ink: ANSIStyle) { self.ink = ink }

    /// Returns one table for each figure; no lines if there are no figures.
    ///
    /// If there are more than `mostRows` periods, only the latest ones are shown, and the last line says how to see all.
    package func lines(_ report: ConnectionReport, mostRows: Int = .max) -> [String] {
        let rows = Array(report.rows.suffix(mostRows))
        // The curve goes from the oldest period to the newest.
        let isNewestFirst = rows.count > 1 && rows[0].period.from > rows[1].period.from
        var lines: [String] = []
        for measure in ReportMeasure.all(of: rows) {
            var numbers: [Double] = []
            var texts: [[String]] = []
            for row in rows {
                let days = Double(report.dayCount(of: row.period))
                guard let entry = measure.entry(row.figures, days) else { continue }
                numbers.append(entry.number)
                texts.append([Self.name(row.period), entry.text])
            }
            if isNewestFirst { numbers.reverse() }
            let title = Self.indent + ink(.heading, Paragraph.pad(measure.title, to: Self.titleWidth))
            lines += ["", title + ink(.core, Sparkline.draw(numbers, width: Self.width, fromZero: measure.isTotal))]
            lines += Table.lines(texts, numbersFrom: 1).map { Self.indent + Self.indent + $0 }
        }
        if rows.count < report.rows.count, let first = report.rows.first {
            let note =
                "the last \(rows.count) of \(report.rows.count) periods; for all: --from \(first.period.from.text)"
            lines += ["", Self.indent + ink(.dim, note)]
        }
        return lines
    }

    /// Returns the date of a day, or the first and the last date of a longer period.
    private static func name(_ period: ReportPeriod) -> String {
        let last = period.lastDay
        return period.from == last ? period.from.text : "\(period.from.text) to \(last.text)"
    }
}

/// One figure of a report, such as the total of steps.
private struct ReportMeasure {
    /// The figure of one period: the number for the curve, and the text.
    struct Entry {
        let number: Double
        let text: String

        init(_ number: Double, _ text: String) { (self.number, self.text) = (number, text) }
    }

    let title: String
    /// Whether the curve begins at zero.
    var isTotal = true
    /// Returns the figure of a period with this many days; nil if the period has none.
    ///
    /// Totals are divided by the days, so that a curve compares periods of different lengths.
    let entry: (_ figures: ReportFigures, _ days: Double) -> Entry?

    /// Returns the figures that any of the periods has, in the order of the tables.
    static func all(of rows: [ConnectionReport.Row]) -> [ReportMeasure] {
        let figures = rows.map(\.figures)
        var measures = names(figures.flatMap { Array($0.totals.keys) }).map(total)
        measures += names(figures.flatMap { Array($0.averages.keys) }).map(average)
        measures += names(figures.flatMap { Array($0.motion.keys) }).map(motion)
        if figures.contains(where: { $0.sleep.nights > 0 }) { measures.append(sleep) }
        measures += names(figures.flatMap { Array($0.workouts.keys) }).map(workouts)
        return measures
    }

    private static func names(_ all: [String]) -> [String] { Set(all).sorted() }

    private static func total(_ identifier: String) -> ReportMeasure {
        ReportMeasure(title: Names.words(identifier)) { figures, days in
            guard let total = figures.totals[identifier] else { return nil }
            return Entry(total.value / days, Names.value(total.value, total.unit))
        }
    }

    private static func average(_ identifier: String) -> ReportMeasure {
        ReportMeasure(title: Names.words(identifier), isTotal: false) { figures, _ in
            guard let average = figures.averages[identifier] else { return nil }
            let text = Names.value(average.average, average.unit)
            guard average.minimum < average.maximum else { return Entry(average.average, text) }
            let least = Names.value(average.minimum, average.unit)
            let greatest = Names.value(average.maximum, average.unit)
            return Entry(average.average, "\(text) (\(least) to \(greatest))")
        }
    }

    private static func motion(_ kind: String) -> ReportMeasure {
        ReportMeasure(title: "motion: \(kind)") { figures, days in
            guard let minutes = figures.motion[kind] else { return nil }
            let text = minutes == 0 ? "0 min" : Figures.duration(seconds: Double(minutes) * 60)
            return Entry(Double(minutes) / days, text)
        }
    }

    private static var sleep: ReportMeasure {
        ReportMeasure(title: "sleep", isTotal: false) { figures, _ in
            guard let asleep = figures.sleep.asleep else { return nil }
            var parts = [Figures.count(figures.sleep.nights, "night"), "asleep \(Figures.duration(seconds: asleep))"]
            if let efficiency = figures.sleep.efficiency { parts.append("efficiency \(Names.value(efficiency, "%"))") }
            return Entry(asleep, parts.joined(separator: ", "))
        }
    }

    private static func workouts(_ name: String) -> ReportMeasure {
        ReportMeasure(title: "workouts: \(name)") { figures, days in
            guard let workouts = figures.workouts[name] else { return nil }
            var parts = [Figures.count(workouts.count, "workout")]
            if workouts.count > 0 { parts.append(Figures.duration(seconds: workouts.duration)) }
            if let energy = workouts.energy { parts.append(Names.value(energy, "kcal")) }
            if let distance = workouts.distance { parts.append(Names.value(distance, "m")) }
            if workouts.countNotPrimary > 0 { parts.append("\(workouts.countNotPrimary) not primary") }
            return Entry(workouts.duration / days, parts.joined(separator: ", "))
        }
    }
}
