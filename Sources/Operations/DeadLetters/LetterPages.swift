/// Limits for the number of dead letters in memory and in one transaction.
package enum LetterPages {
    package static let lettersMax = 2_000
    package static let bytesMax = 8 << 20

    /// Returns the end index of the page that starts at `start`; a page has at least one entry.
    package static func end(
        from start: Int,
        to count: Int,
        letters: (Int) -> Int = { _ in 1 },
        bytes: (Int) -> Int
    ) -> Int {
        var (letterCount, byteCount) = (0, 0)
        var index = start
        while index < count {
            letterCount += letters(index)
            byteCount += bytes(index)
            if index > start, letterCount > lettersMax || byteCount > bytesMax { break }
            index += 1
        }
        return index
    }
}
