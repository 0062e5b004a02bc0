/// Files and functions that fit a screen or a head.
enum Lengths {
    static let longestFile = 400
    static let longestMedian = 120
    static let longestFunction = 70

    static func files(_ files: [SourceFile]) -> [Breach] {
        files.filter { $0.lines.count > longestFile }
            .map { Breach($0, "\($0.lines.count) lines; a file has at most \(longestFile)") }
    }

    /// The median length of the Swift files, as a breach of the longest file when it is too great.
    static func median(_ files: [SourceFile]) -> Int {
        let sorted = files.filter(\.isSwift).map(\.lines.count).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    static func functions(_ file: SourceFile) -> [Breach] {
        lengths(file.bareLines).filter { $0.lines > longestFunction }
            .map { Breach(file, line: $0.start, "a function of \($0.lines) lines; one has at most \(longestFunction)") }
    }

    /// Where each function with a body begins, and its length with its signature.
    static func lengths(_ lines: [String]) -> [(start: Int, lines: Int)] {
        lines.indices.compactMap { start in
            guard let declared = Declaration(line: lines[start]), Declaration.functions.contains(declared.kind) else {
                return nil
            }
            return end(of: start, in: lines).map { (start, $0 - start + 1) }
        }
    }

    /// The line of the brace that closes the body, or nil for a requirement without one.
    private static func end(of start: Int, in lines: [String]) -> Int? {
        var round = 0
        var curly = 0
        for index in start..<lines.count {
            for character in lines[index] {
                switch character {
                case "(", "[": if curly == 0 { round += 1 }
                case ")", "]": if curly == 0 { round -= 1 }
                case "{": if round == 0 { curly += 1 }
                case "}":
                    guard round == 0 else { continue }
                    curly -= 1
                    if curly <= 0 { return curly == 0 ? index : nil }
                default: continue
                }
            }
            if curly == 0, round == 0, !signatureGoesOn(after: index, in: lines) { return nil }
        }
        return nil
    }

    private static func signatureGoesOn(after index: Int, in lines: [String]) -> Bool {
        guard index + 1 < lines.count else { return false }
        let next = lines[index + 1].drop { $0 == " " }
        return lines[index].hasSuffix(",") || lines[index].hasSuffix("->")
            || ["throws", "async", "->", "where", "{"].contains { next.hasPrefix($0) }
    }
}
