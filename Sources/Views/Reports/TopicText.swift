package import JSON
import Operations
import Vocabulary
package import Worker

/// Formats findings about topics as text and as JSON.
package enum TopicText {
    /// Writes one finding as an object.
    package static func write(_ finding: TopicFinding, into writer: inout Writer) {
        writer.object {
            $0.member("topic", finding.topic)
            $0.member("setting", finding.setting.rawValue)
            $0.member("found") { write(finding.found, into: &$0) }
            $0.member("wanted") { write(finding.wanted?.target, into: &$0) }
            $0.member("verdict", finding.verdict.rawValue)
        }
    }

    /// Writes a number if the value is one, otherwise a string or null.
    private static func write(_ value: String?, into writer: inout Writer) {
        if let number = value.flatMap({ Int($0) }) { writer.number(number) } else { value.write(into: &writer) }
    }

    /// Returns a table of problems, a line for each topic without problems, and a summary at the end.
    package static func lines(_ findings: [TopicFinding]) -> [String] {
        var rows = [Row(["topic", "setting", "found", "wanted", "verdict"], first: "topic")]
        var places: [[String]: Int] = [:]
        for row in findings.map(Self.row) + fine(findings) {
            // Topics of connections often have equal rows; the first topic represents all of them.
            if let at = places[row.cells] {
                rows[at].count += 1
            } else {
                places[row.cells] = rows.count
                rows.append(row)
            }
        }
        rows.removeAll { $0.cells.last == "ok" && $0.cells[1] != "all" }
        let table = rows.map { [$0.name] + $0.cells.dropFirst() }
        return Table.lines(table) + [sum(findings)]
    }

    /// Returns the number of topics, with the counts of problems.
    package static func sum(_ findings: [TopicFinding]) -> String {
        let topics = Set(findings.map(\.topic)).count
        let wrong = findings.count { $0.verdict == .wrong }
        let unusual = findings.count { $0.verdict == .unusual }
        return "\(Figures.count(topics, "topic")): \(wrong) wrong, \(unusual) unusual"
    }

    /// Returns the error for topics whose settings this user must not read; `topic` is the first of `count`.
    package static func unreadable(_ topic: String, of count: Int) -> String {
        let more = count > 1 ? " and of \(Figures.count(count - 1, "topic")) more" : ""
        return "the settings of \(topic)\(more) are hidden from this user: grant Describe and DescribeConfigs on all "
            + "topics with the prefixes"
    }

    /// Formats a value with its unit.
    package static func shown(_ value: String, of setting: TopicSetting) -> String {
        guard setting.isTime, let milliseconds = Int64(value) else { return value }
        return milliseconds >= 0 && milliseconds < .max ? Figures.exact(milliseconds: milliseconds) : "for ever"
    }

    /// A line of the table, and the number of topics that it stands for.
    private struct Row {
        let cells: [String]
        /// The name of the first topic.
        let first: String
        var count = 1

        init(_ cells: [String], first: String) {
            self.cells = cells
            self.first = first
        }

        /// The first topic, and the number of topics in this row; topics without a problem need no name.
        var name: String {
            let isFine = cells[4] == "ok"
            if count == 1 { return isFine ? cells[0] : first }
            return isFine
                ? "\(cells[0]) (\(Figures.count(count, "topic")))"
                : "\(first) (first of \(Figures.count(count, "topic")))"
        }
    }

    private static func row(_ finding: TopicFinding) -> Row {
        Row(
            [
                name(finding), finding.setting.rawValue,
                finding.found.map { shown($0, of: finding.setting) } ?? "missing",
                wanted(finding), finding.verdict.rawValue,
            ],
            first: finding.topic
        )
    }

    /// Returns the rows for topics without a problem.
    private static func fine(_ findings: [TopicFinding]) -> [Row] {
        let faulty = Set(findings.filter { $0.verdict != .ok }.map(\.topic))
        return findings.filter { $0.setting == .partitions && !faulty.contains($0.topic) }.map { finding in
            Row([name(finding), "all", "", "", finding.verdict.rawValue], first: finding.topic)
        }
    }

    private static func wanted(_ finding: TopicFinding) -> String {
        switch finding.wanted {
        case nil: ""
        case .exactly(let value): shown(value, of: finding.setting)
        case .atLeast(let number): "\(shown(String(number), of: finding.setting)) or more"
        case .within(let range) where range.count == 1: "\(range.lowerBound)"
        case .within(let range): "\(range.lowerBound) to \(range.upperBound)"
        }
    }

    private static func name(_ finding: TopicFinding) -> String {
        guard case .documents(_, .connection(let id)) = finding.purpose else { return finding.topic }
        return "\(finding.topic.dropLast(id.count))…"
    }
}
