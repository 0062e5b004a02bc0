package import Health
import JSON
import Vocabulary

/// An explanation as a drawing: for each figure a time line of each source, and the reasons.
package struct ExplanationText {
    private static let width = 80
    private static let labelWidth = 22
    private static let sumWidth = 12
    private static let columns = width - labelWidth - sumWidth - 6
    /// The greatest number of hours of an axis with full hours.
    private static let hoursMax = 48.0
    /// The greatest number of sources of a figure that are drawn, and of causes of a reason that are named.
    private static let mostSources = 8
    private static let mostCauses = 3

    private let ink: ANSIStyle
    private let clock: LocalClock

    package init(ink: ANSIStyle, clock: LocalClock) {
        self.ink = ink
        self.clock = clock
    }

    /// Returns the drawing of all figures.
    package func lines(_ explanation: Explanation) -> [String] {
        let uploads = Figures.count(explanation.uploads, "upload")
        let time = "\(clock.fullDate(explanation.start)) \(clock.span(explanation.start, explanation.end))"
        let head = ink(.dim, "\(time) \(explanation.zone), from \(uploads)")
        var lines = ["  \(ink(.bold, explanation.id))", "  \(head)"]
        for figure in explanation.figures { lines += self.lines(figure, explanation) }
        if !explanation.unplaced.isEmpty {
            let codes = explanation.unplaced.map { "\(Figures.count($0.count, "sample")) \($0.code.rawValue)" }
            lines += ["", "  refused without a type or a time: \(codes.joined(separator: ", "))"]
        }
        return lines
    }

    private func lines(_ figure: Explanation.Figure, _ explanation: Explanation) -> [String] {
        let title = figure.type.map { Names.words($0.identifier) } ?? figure.pointer.description
        var lines = ["", "  " + ink(.heading, title)]
        let facts = Facts.lines(values(figure.values, figure.type), width: Self.width - 4)
        if facts.count == 1, title.count + facts[0].count <= Self.width - 4 {
            lines[1] += "  " + ink(.good, facts[0])
        } else {
            lines += facts.map { "    " + ink(.good, $0) }
        }
        let pointer = Paragraph.cut(figure.pointer.description, to: Self.width - 2)
        if figure.type != nil { lines.append("  " + ink(.dim, pointer)) }
        if let live = figure.live {
            let text = live.isEmpty ? "does not have it" : self.values(live, figure.type).joined(separator: " · ")
            lines.append("  " + ink(.bad, "the live document: \(text)"))
        }
        lines += timelines(figure, from: explanation.start, to: explanation.end)
        for (word, count) in figure.reasons {
            let what = "\(Figures.count(count, "sample")) \(Self.phrase(word, isOne: count == 1))"
            let text = what + Self.causes(of: word, figure.samples)
            lines += Paragraph.wrap(DocumentView.shown(text), width: Self.width - 4).map { "    \($0)" }
        }
        let count = figure.reasons.reduce(0) { $0 + $1.count }
        if count > figure.samples.count {
            lines.append("    " + ink(.dim, "drawn: the first \(figure.samples.count) of \(count) samples"))
        }
        return lines
    }

    private func values(_ values: [Explanation.Value], _ type: SampleType?) -> [String] {
        let unit = type?.canonicalUnit?.string
        return values.map { value in
            let isOfType = ["sum", "average", "minimum", "maximum", "most_recent"].contains(value.name)
            let number = isOfType ? Names.value(value.number, unit ?? "count") : Figures.short(value.number)
            return "\(value.name) \(number)"
        }
    }

    /// Returns a line for each source: time in which samples count is filled, other time is dotted.
    private func timelines(_ figure: Explanation.Figure, from start: Double, to end: Double) -> [String] {
        let first = figure.samples.reduce(start) { min($0, $1.start) }
        let last = max(figure.samples.reduce(end) { max($0, $1.end) }, first + 1)
        let names = Self.names(figure.samples)
        let sources = Dictionary(grouping: figure.samples, by: \.source).sorted {
            $0.key.lexicographicallyPrecedes($1.key)
        }
        var lines = sources.prefix(Self.mostSources).map { source, samples in
            let name = DocumentView.shown(names[source] ?? "unknown")
            let label = Paragraph.pad(Self.cut(name), to: Self.labelWidth)
            let bars = Self.bars(samples, from: first, to: last)
            let sum = sum(samples, figure.type)
            let space = String(repeating: " ", count: max(0, Self.sumWidth - sum.count))
            return "    \(label)\(ink(.core, bars))  \(space)\(sum)"
        }
        if sources.count > Self.mostSources {
            lines.append("    " + ink(.dim, "and \(Figures.count(sources.count - Self.mostSources, "more source"))"))
        }
        if !lines.isEmpty, last - first <= Self.hoursMax * 3_600 {
            let axis = Timeline([], from: first, to: last, width: Self.columns + 2, ink: ink).axis(clock)
            lines += axis.map { "    " + String(repeating: " ", count: Self.labelWidth - 2) + $0 }
        }
        return lines
    }

    /// Returns the names of sources by source key.
    private static func names(_ samples: [ExplainedSample]) -> [[UInt8]: String] {
        var names: [[UInt8]: String] = [:]
        for sample in samples where !sample.source.isEmpty {
            let name = sample.sourceName.isEmpty ? sample.source : sample.sourceName
            names[sample.source] = String(decoding: name, as: UTF8.self)
        }
        return names
    }

    /// Shortens a name in the middle, because bundle ids differ at both ends.
    private static func cut(_ name: String) -> String {
        name.count < labelWidth ? name : "\(name.prefix(8))…\(name.suffix(labelWidth - 10))"
    }

    private static func bars(_ samples: [ExplainedSample], from start: Double, to end: Double) -> String {
        var marks = [Character](repeating: " ", count: columns)
        let scale = Double(columns) / (end - start)
        for sample in samples {
            let first = max(0, min(columns - 1, Int((sample.start - start) * scale)))
            let last = max(first, min(columns - 1, Int(((sample.end - start) * scale).rounded(.up)) - 1))
            for column in first...last where sample.share > 0 || marks[column] == " " {
                marks[column] = sample.share > 0 ? "█" : "░"
            }
        }
        return String(marks)
    }

    /// Returns what a source adds to a total, or else the number of its samples that count.
    private func sum(_ samples: [ExplainedSample], _ type: SampleType?) -> String {
        if let type, type.isCumulative {
            let total = samples.reduce(0) { $0 + ($1.value ?? 0) * $1.share }
            return Names.value(total, type.canonicalUnit?.string ?? "count")
        }
        return "\(samples.count { $0.share > 0 }) of \(samples.count)"
    }

    private static func phrase(_ word: String, isOne: Bool) -> String {
        switch word {
        case "counts": isOne ? "counts" : "count"
        case "covered": isOne ? "is covered, wholly or in part" : "are covered, wholly or in part"
        case "statistics": isOne ? "is in the uploaded statistics" : "are in the uploaded statistics"
        case "twin": isOne ? "is the same measurement as another sample" : "are the same measurements as other samples"
        case "newerVersion": isOne ? "is replaced by a newer version" : "are replaced by newer versions"
        case "copy": isOne ? "is another copy of a sample" : "are other copies of samples"
        case "outside": isOne ? "is not in this document" : "are not in this document"
        default: isOne ? "is \(word)" : "are \(word)"
        }
    }

    /// Returns the most frequent causes of a reason.
    private static func causes(of word: String, _ samples: [ExplainedSample]) -> String {
        var counts: [[UInt8]: Int] = [:]
        for sample in samples where sample.why.word == word {
            if let by = sample.why.by { counts[by, default: 0] += 1 }
        }
        if counts.isEmpty { return "" }
        let most = counts.sorted { left, right in
            left.value != right.value ? left.value > right.value : left.key.lexicographicallyPrecedes(right.key)
        }
        let sources = names(samples)
        let names = most.prefix(mostCauses).map { sources[$0.key] ?? String(decoding: $0.key, as: UTF8.self) }
        let rest = most.count > names.count ? " and \(most.count - names.count) more" : ""
        return ": \(names.joined(separator: ", "))\(rest)"
    }
}

extension ExplanationText {
    /// The greatest number of documents of one type that are named.
    private static let mostDocuments = 20

    /// Returns the documents that exist instead of one that does not: those of its type, or else the types.
    package static func existing(_ ids: [String], insteadOf id: String) -> String {
        let types = Dictionary(grouping: ids) { String($0.prefix { $0 != "/" }) }
        if let own = types[String(id.prefix { $0 != "/" })] {
            let named = own.suffix(mostDocuments).joined(separator: ", ")
            return own.count > mostDocuments ? "there are \(own.count), the last ones \(named)" : "there are \(named)"
        }
        if types.isEmpty { return "there are no documents" }
        let counts = types.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value.count))" }
        return "there are documents of \(counts.joined(separator: ", "))"
    }
}
