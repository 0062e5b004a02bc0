/// Finds the word that a misspelled word probably means.
enum SpellingHint {
    /// Returns a text such as `; did you mean --lanes?`, or an empty text if no word is similar.
    static func hint(_ text: String, among words: [String], prefix: String = "") -> String {
        word(to: text, among: words).map { "; did you mean \(prefix)\($0)?" } ?? ""
    }

    /// Returns the word with the smallest edit distance, at most one edit for each three letters.
    ///
    /// An abbreviation of several words is completed only if all of these words begin with the shortest of them.
    static func word(to text: String, among words: [String]) -> String? {
        let text = text.lowercased()
        // The cost of a distance is quadratic in the length, so long texts are skipped.
        guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
        let begun = words.filter { $0.hasPrefix(text) }
        if let shortest = begun.min(by: { $0.count < $1.count }), begun.allSatisfy({ $0.hasPrefix(shortest) }) {
            return shortest
        }
        let limit = max(1, text.utf8.count / 3)
        var best: (word: String, distance: Int)?
        for word in words {
            let distance = distance(Array(text.utf8), Array(word.utf8))
            if distance <= limit, distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
    }

    /// Returns the number of letters to insert, delete, replace or swap (optimal string alignment).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
                row.append(least)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
