/// Masks probable secrets in texts of other programs, such as their error messages.
extension Secret {
    /// The length from which a run of letters and digits is unlikely to be a word.
    private static let wordBytes = 16

    /// Masks probable secrets: values after a name such as `password`, and long words with digits.
    ///
    /// This is a guess that may mask too much. `SecretValues` masks known secrets.
    package static func guarded(_ text: String) -> String {
        var hides = false
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            // The text before `=` or `:` names the value that follows, in this word or the next.
            let cut = word.firstIndex { $0 == "=" || $0 == ":" }
            let name = cut.map { word[..<$0] } ?? ""
            let isNamed = !name.isEmpty && isSecret(String(name))
            defer { hides = isNamed && cut.map { word.index(after: $0) == word.endIndex } ?? false }
            if hides { return mask }
            if isNamed, let cut, word.index(after: cut) < word.endIndex { return word[...cut] + mask }
            return withoutRuns(word)
        }
        return words.joined(separator: " ")
    }

    private static func withoutRuns(_ word: Substring) -> String {
        var shown = ""
        var run = ""
        func take() {
            let isLong = run.utf8.count >= wordBytes && run.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
            shown += isLong ? mask : run
            run = ""
        }
        for scalar in word.unicodeScalars {
            let isOfRun =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_" || scalar == "-"
            if isOfRun {
                run.unicodeScalars.append(scalar)
            } else {
                take()
                shown.unicodeScalars.append(scalar)
            }
        }
        take()
        return shown
    }
}
