import JSON
package import Vocabulary

/// The figures of a connection by period, added up from the connection's documents.
///
/// Days are local days in the user's time zone, which is the zone of the latest document.
package struct ConnectionReport {
    /// The periods and the types of a report.
    package struct Request {
        /// The periods of a report: all periods of one length that have figures, or a fixed list.
        package enum Periods: Sendable {
            /// `from` is the first day, and `to` the day after the last day.
            case every(ReportPeriod.Length, from: Day?, to: Day?)
            /// The periods of C3-PRO's activity report, as seen from an instant or a day.
            case c3pro(at: DocumentFilter.Bound)
        }

        package var periods: Periods
        /// The weekday on which weeks begin; 0 is Monday.
        package var weekStart: Int
        package var types: ReportTypes

        package init(_ periods: Periods, weekStart: Int = 0, types: ReportTypes = ReportTypes([])) {
            (self.periods, self.weekStart, self.types) = (periods, weekStart, types)
        }
    }

    /// The figures of one period.
    package struct Row {
        package let period: ReportPeriod
        package let figures: ReportFigures
    }

    /// The data types of the documents from which a report is made.
    package static let documentTypes = ReportDocument.types

    /// The name of the time zone in which the days of the report begin and end.
    package let zone: String
    /// The types that the report shows.
    package let types: ReportTypes
    package let rows: [Row]
    /// The first and the last day with figures; nil without figures.
    private let days: (first: Day, last: Day)?

    /// Returns the number of days of a period that lie between the first and the last day with figures; at least 1.
    ///
    /// So the current year counts only the days up to the last day with figures.
    package func dayCount(of period: ReportPeriod) -> Int {
        guard let days else { return max(1, period.count) }
        let end = Day(days: days.last.days + 1)
        return max(1, Int(min(period.to, end).days - max(period.from, days.first).days))
    }

    /// Adds up documents in any order; documents of other types than `documentTypes` are ignored.
    package init(_ documents: [[UInt8]], _ request: Request, zones: ZoneTable) {
        var parser = Parser()
        var known: [ReportDocument] = []
        for bytes in documents {
            if let document = ReportDocument(bytes, &parser, request.types) { known.append(document) }
        }
        let latest = known.max { left, right in
            left.start != right.start ? left.start < right.start : left.id.lexicographicallyPrecedes(right.id)
        }
        let zone = latest.flatMap { zones.zone($0.zone) } ?? .utc
        var days: [Day: ReportFigures] = [:]
        for document in known where !document.figures.isEmpty {
            days[document.day ?? zone.localDay(document.instant), default: ReportFigures()]
                .add(ofSameDay: document.figures)
        }
        self.zone = zone.name
        types = request.types
        rows = Self.rows(of: days, request, zone)
        self.days = days.keys.min().flatMap { first in days.keys.max().map { (first, $0) } }
    }

    private static func rows(of days: [Day: ReportFigures], _ request: Request, _ zone: Zone) -> [Row] {
        let ascending = days.keys.sorted()
        func row(_ period: ReportPeriod) -> Row {
            var figures = ReportFigures()
            let first = ascending.firstIndex { $0 >= period.from } ?? ascending.endIndex
            for day in ascending[first...].prefix(while: period.has) { if let own = days[day] { figures.add(own) } }
            return Row(period: period, figures: figures)
        }
        switch request.periods {
        case .every(let length, let from, let to):
            var rows: [Row] = []
            for day in ascending where from.map({ $0 <= day }) ?? true && to.map({ day < $0 }) ?? true {
                if let last = rows.last, last.period.has(day) { continue }
                let whole = ReportPeriod(length, of: day, weekStart: request.weekStart)
                rows.append(row(whole.clipped(from: from, to: to)))
            }
            return rows
        case .c3pro(let at):
            let today: Day
            switch at {
            case .day(let day): today = day
            case .instant(let instant): today = zone.localDay(instant)
            }
            return ReportPeriod.c3pro(today: today, weekStart: request.weekStart).map(row)
        }
    }
}
