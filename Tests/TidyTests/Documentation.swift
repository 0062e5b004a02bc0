/// The rule that a doc comment adds something to the name of its declaration.
///
/// No declaration needs a comment: if the name and the type say all, none is better. A comment explains a concept, a
/// unit, a range, an error or a reason.
enum Documentation {
    /// Finds comments that have fewer than four words, or only words of the name.
    static func empty(_ file: SourceFile) -> [Breach] {
        file.bareLines.indices.compactMap { index in
            guard let declared = Declaration(line: file.bareLines[index]) else { return nil }
            let words = comment(of: index, in: file).flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "'" } }
            let known = parts(of: declared.name)
            let saysNew = words.contains { !filling.contains($0.lowercased()) && !known.contains(singular($0)) }
            guard !words.isEmpty, words.count < 4 || !saysNew else { return nil }
            return Breach(file, line: index, "the comment of \(declared.kind) \(declared.name) says what the name says")
        }
    }

    private static let filling: Set<String> = [
        "a", "an", "the", "of", "its", "is", "this", "that", "in", "to", "for", "as",
    ]

    private static func singular(_ word: some StringProtocol) -> String {
        let word = word.lowercased()
        return word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// Splits a camel-case name into singular words: `uploadIDs` becomes `upload` and `id`.
    private static func parts(of name: String) -> Set<String> {
        var parts: [String] = [""]
        var last: Character = "A"
        for letter in name {
            if letter.isUppercase, !last.isUppercase { parts.append("") }
            parts[parts.count - 1].append(letter)
            last = letter
        }
        return Set(parts.map(singular))
    }

    /// Returns the lines of the `///` comment above a declaration, skipping attributes on their own lines.
    private static func comment(of index: Int, in file: SourceFile) -> [Substring] {
        func text(_ line: Int) -> Substring { file.lines[line].drop { $0 == " " } }
        var above = index - 1
        while above >= 0, text(above).hasPrefix("@") { above -= 1 }
        var lines: [Substring] = []
        while above >= 0, text(above).hasPrefix("///") {
            lines.append(text(above).dropFirst(3))
            above -= 1
        }
        return lines.reversed()
    }
}
