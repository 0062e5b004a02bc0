import Vocabulary

/// Formats the first refusals as lines `FILE:LINE: POINTER: sentence`.
struct RefusalLines {
    private static let shownMax = 20

    /// The files so far, each with the number of lines before it.
    private var files: [(name: String, linesBefore: Int64)] = []
    private var count = 0

    /// Begins a file; `-` is standard input.
    mutating func begin(_ file: String, linesBefore: Int64) { files.append((file, linesBefore)) }

    /// Returns the line about a refusal; nil if `shownMax` refusals were shown before.
    mutating func line(of letter: DeadLetter) -> String? {
        count += 1
        guard count <= Self.shownMax, let file = files.last(where: { $0.linesBefore <= letter.place.offset }) else {
            return nil
        }
        let pointer = letter.pointer.map { "\($0): " } ?? ""
        return "\(file.name):\(letter.place.offset - file.linesBefore + 1): \(pointer)\(letter.message)\n"
    }

    /// The line about refusals that were not shown; nil if all were shown.
    var rest: String? {
        count > Self.shownMax ? "fork-worker: \(count - Self.shownMax) more refusals are not shown\n" : nil
    }
}
