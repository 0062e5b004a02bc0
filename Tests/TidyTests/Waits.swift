/// Pauses in tests: each is a turn of a loop that waits for something, or has a comment that says why it is there.
///
/// A pause that hopes that something has happened by its end is wrong on a slow machine, and long on a fast one.
enum Waits {
    /// Joined here, so that this file passes its own rule.
    private static let calls = ["us" + "leep(", "Thread." + "sleep(", "Task." + "sleep(", ".sleep(" + "milliseconds"]

    /// Where the clock is simulated.
    private static let simulated = "Tests/Simulation/"

    static func breaches(_ file: SourceFile) -> [Breach] {
        if file.path.hasPrefix(simulated) { return [] }
        return file.bareLines.indices.compactMap { index in
            let line = file.bareLines[index]
            guard calls.contains(where: line.contains), !isTurn(at: index, in: file.bareLines),
                !(index > 0 && file.lines[index - 1].drop { $0 == " " }.hasPrefix("//"))
            else { return nil }
            return Breach(file, line: index, "pauses, and nobody says for what: wait for what must happen, or say why")
        }
    }

    /// Whether a line is in the body of a loop, or of a branch of one.
    private static func isTurn(at index: Int, in lines: [String]) -> Bool {
        var (depth, place) = (indentation(lines[index]), index)
        if isLoop(lines[index]) { return true }
        for _ in 0..<3 {
            guard let head = lines[..<place].lastIndex(where: { !isBlank($0) && indentation($0) < depth }) else {
                return false
            }
            // The brace of a condition that takes several lines stands alone.
            let text = lines[head].drop { $0 == " " }
            if isLoop(lines[head]) || text == "{" { return true }
            guard text.hasPrefix("if ") || text.hasPrefix("}") || text.hasPrefix("do ") else { return false }
            (depth, place) = (indentation(lines[head]), head)
        }
        return false
    }

    private static func isLoop(_ line: String) -> Bool {
        let text = line.drop { $0 == " " }
        return text.hasPrefix("while ") || text.hasPrefix("for ") || text.hasPrefix("repeat ")
    }

    private static func isBlank(_ line: String) -> Bool { line.allSatisfy { $0 == " " } }

    private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
