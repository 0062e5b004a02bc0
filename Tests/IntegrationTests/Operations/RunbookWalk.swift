import Foundation
import Testing

/// The way of somebody on call: from an alert to its section of the runbook, and to the commands there.
///
/// Alerts, links and commands are read from the files, so that a page that has drifted fails its walk.
struct RunbookWalk {
    private let topics: RunTopics
    private let expression: String
    private let lines: [Substring]

    /// The section that an alert links to.
    init(alert: String, _ topics: RunTopics) throws {
        let rules = try Self.file("deploy/prometheus/rules.yaml").components(separatedBy: "- alert: ")
        let rule = try #require(rules.first { $0.hasPrefix("\(alert)\n") })
        let rows = rule.split(separator: "\n").map { $0.drop { $0 == " " } }
        let start = try #require(rows.firstIndex { $0.hasPrefix("expr: ") })
        expression = String(rows[start] == "expr: |" ? rows[start + 1] : rows[start].dropFirst(6))
        let link = try #require(rows.first { $0.hasPrefix("runbook_url: ") })
        let anchor = try #require(link.split(separator: "#").last)
        (self.topics, lines) = (topics, try Self.section { Self.anchor($0) == anchor })
    }

    /// A section by its heading.
    init(heading: String, _ topics: RunTopics) throws {
        (self.topics, expression) = (topics, "")
        lines = try Self.section { $0 == heading }
    }

    /// The section that this one links to.
    func follow(_ heading: String) throws -> RunbookWalk {
        try #require(lines.contains { $0.contains("(#\(Self.anchor(heading)))") })
        return try RunbookWalk(heading: heading, topics)
    }

    private var commands: [String] { lines.filter { $0.hasPrefix("    ") }.map { String($0.drop { $0 == " " }) } }

    /// Whether the figures of a page of metrics are those of the alert, its time aside.
    func holds(_ metrics: String) throws -> Bool {
        let condition = /(fork_[a-z_]+)[^<>=]* ([<>]) (?:([0-9]+) \* )?([a-z_0-9]+)$/
        let parts = try #require(expression.firstMatch(of: condition)?.output, "\(expression)")
        let left = try #require(Self.sum(parts.1, metrics))
        let right = try #require(Double(parts.4) ?? Self.sum(parts.4, metrics))
        let bound = right * (parts.3.flatMap { Double($0) } ?? 1)
        return parts.2 == "<" ? left < bound : left > bound
    }

    private static func sum(_ name: Substring, _ metrics: String) -> Double? {
        let values = metrics.split(separator: "\n").filter { $0.hasPrefix("\(name) ") || $0.hasPrefix("\(name){") }
        let figures = values.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        return figures.isEmpty ? nil : figures.reduce(0, +)
    }

    /// Runs the command of the section that begins so, in this test's installation.
    ///
    /// `replacing` has words of the page, and those of the test; further arguments follow.
    func run(
        _ beginning: String,
        replacing words: [String: String] = [:],
        _ arguments: [String] = []
    ) throws -> CommandProcess.Ending {
        let found = commands.first { $0.hasPrefix("fork-worker \(beginning)") }
        let command = try #require(found, "no command begins with \(beginning): \(commands)")
        let typed = command.replacing("--bootstrap-servers localhost:9092 ", with: "").replacing(
            "--bootstrap-servers localhost:9092",
            with: ""
        )
        // What follows a `>` is a file of the reader.
        let line = typed.split(separator: " > ")[0].split(separator: " ").map(String.init)
        return try topics.command(line.dropFirst().map { words[$0] ?? $0 } + arguments).ending()
    }

    /// The fields of each line that a command prints.
    func rows(
        _ beginning: String,
        replacing words: [String: String] = [:],
        _ arguments: [String] = []
    ) throws -> [[String: Any]] {
        let ending = try run(beginning, replacing: words, arguments)
        return ending.lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    /// The lines of a section, and of its own parts.
    private static func section(_ isSection: (String) -> Bool) throws -> [Substring] {
        var depth: Int?
        var found: [Substring] = []
        for line in try file("docs/runbook.md").split(separator: "\n", omittingEmptySubsequences: false) {
            let level = line.prefix { $0 == "#" }.count
            if level > 0 {
                let isBelow = depth.map { level > $0 } ?? false
                if !isBelow { depth = isSection(String(line.dropFirst(level + 1))) ? level : nil }
            } else if depth != nil {
                found.append(line)
            }
        }
        try #require(!found.isEmpty, "there is no such section")
        return found
    }

    /// The anchor of a heading, as GitHub makes it.
    private static func anchor(_ heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }.replacing(
            " ",
            with: "-"
        )
    }

    static func file(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
