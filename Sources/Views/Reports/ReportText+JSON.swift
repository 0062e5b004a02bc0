package import JSON
package import Operations
import Vocabulary

/// A report as JSON.
extension ReportText {
    /// Writes one period as a JSON object.
    package static func write(_ row: ConnectionReport.Row, _ types: ReportTypes, into writer: inout Writer) {
        let figures = row.figures
        writer.object { writer in
            writer.member("from", row.period.from.text)
            writer.member("to", row.period.to.text)
            members("totals", figures.totals, &writer) { total, writer in
                number("value", total.value, &writer)
                writer.member("unit", total.unit)
            }
            members("averages", figures.averages, &writer) { average, writer in
                number("average", average.average, &writer)
                writer.member("count") { $0.number(average.count) }
                number("minimum", average.minimum, &writer)
                number("maximum", average.maximum, &writer)
                writer.member("unit", average.unit)
            }
            writer.object("motion") { writer in
                for (kind, minutes) in figures.motion.sorted(by: { $0.key < $1.key }) {
                    writer.member(kind) { $0.number(minutes) }
                }
            }
            writer.object("sleep") { writer in
                // Without the sleep type, the number of nights is unknown, not 0.
                if !types.haveSleep { return }
                writer.member("nights") { $0.number(figures.sleep.nights) }
                number("asleep", figures.sleep.asleep, &writer)
                number("efficiency", figures.sleep.efficiency, &writer)
            }
            members("workouts", figures.workouts.filter { $0.value.count > 0 }, &writer) { workouts, writer in
                writer.member("count") { $0.number(workouts.count) }
                number("duration", workouts.duration, &writer)
                number("energy", workouts.energy, &writer)
                number("distance", workouts.distance, &writer)
            }
        }
    }

    /// Writes an object of objects, with sorted keys.
    private static func members<Member>(
        _ name: String,
        _ members: [String: Member],
        _ writer: inout Writer,
        _ write: (Member, inout Writer) -> Void
    ) {
        writer.object(name) { writer in
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                writer.member(key) { writer in writer.object { write(member, &$0) } }
            }
        }
    }

    /// Writes a number; nothing if it is nil.
    private static func number(_ name: String, _ value: Double?, _ writer: inout Writer) {
        guard let value else { return }
        // Sums of finite numbers can overflow, and JSON has no infinity.
        let greatest = Double.greatestFiniteMagnitude
        writer.member(name) { $0.number(min(max(value, -greatest), greatest)) }
    }
}
