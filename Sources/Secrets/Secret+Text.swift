/// Texts of others, such as what a program says of its own failure: nobody knows which secrets are in them.
extension Secret {
    /// A run of letters and digits this long is a word of no language.
    private static let wordBytes = 16

    /// The text without what looks like a secret: a value after a name that says so, and long words with digits.
    ///
    /// A guess, which rather takes too much; what is known to be secret is taken out by `SecretValues`.
    package static func guarded(_ text: String) -> String {
        var hides = false
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            // What stands before `=` or `:` names what follows, in this word or the next one.
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
