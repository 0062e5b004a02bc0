package import AppleHealth
import Vocabulary

/// The summary of an import.
package struct ImportText {
    /// The most years that have a column of their own.
    private static let mostYears = 8
    /// The most kinds of data that the first line names as left out.
    private static let mostKinds = 3

    private let tally: Tally
    private let repairs: XMLRepairs

    package init(_ tally: Tally, repairs: XMLRepairs) {
        self.tally = tally
        self.repairs = repairs
    }

    /// Returns the summary: one line with everything that was left out, samples by kind and year, and all reasons.
    package func lines(_ ink: ANSIStyle = .plain) -> [String] { samples(ink) + leftOut() }

    private func samples(_ ink: ANSIStyle) -> [String] {
        let years = Set(tally.samples.values.flatMap(\.keys)).sorted()
        guard let last = years.last, let first = years.first else { return ["no samples\(leftOutKinds)"] }
        let shown = years.suffix(Self.mostYears)
        let hasEarlier = years.count > shown.count
        let split = shown.first ?? first
        var header = ["kind", "samples"]
        if hasEarlier { header.append("to \(split - 1)") }
        header += shown.map { "\($0)" }
        let kinds = tally.samples.sorted { $0.key.name < $1.key.name }
        let rows = kinds.map { kind, counts in
            var row = [kind.name, number(counts.values.reduce(0, +))]
            if hasEarlier { row.append(number(counts.filter { $0.key < split }.values.reduce(0, +))) }
            return row + shown.map { number(counts[$0] ?? 0) }
        }
        let total =
            "\(Figures.count(tally.sampleCount, "sample")), \(first == last ? "\(first)" : "\(first) to \(last)")"
        return [total + leftOutKinds] + Table.lines(rows, header: header, numbersFrom: 1, ink)
    }

    private func number(_ count: Int) -> String { count == 0 ? "-" : Figures.decimal(Double(count), places: 0) }

    /// The most frequent reasons for which something was left out, as the end of the first line.
    private var leftOutKinds: String {
        if tally.leftOut.isEmpty { return "" }
        let kinds = Self.sorted(tally.leftOut).map { "\($0.key) (\(number($0.value)))" }
        let more = kinds.count > Self.mostKinds ? ["\(kinds.count - Self.mostKinds) more"] : []
        return "; left out: " + (kinds.prefix(Self.mostKinds) + more).joined(separator: ", ")
    }

    private func leftOut() -> [String] {
        var lines = reasons("left out:", tally.leftOut) + reasons("not needed:", tally.skipped)
        if let (what, place) = repairs.first {
            lines.append(
                "malformed XML was read all the same: \(Figures.count(repairs.count, "place")), the first is \(what) "
                    + "in line \(place.line)"
            )
        }
        return lines
    }

    private func reasons(_ heading: String, _ counts: [String: Int]) -> [String] {
        if counts.isEmpty { return [] }
        return [heading] + Table.lines(Self.sorted(counts).map { [number($0.value), $0.key] }).map { "  \($0)" }
    }

    private static func sorted(_ counts: [String: Int]) -> [(key: String, value: Int)] {
        counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    }
}
