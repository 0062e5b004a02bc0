/// Words that say that something is unfinished, unsafe, or named after nothing.
enum Words {
    /// Marks of unfinished work, searched in comments too.
    ///
    /// Joined here, so that this file passes its own rule.
    private static let unfinished = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "MARK" + ":"]

    /// Code that stops the process on data, or hides from tests what they test.
    private static let hasty = ["fatal" + "Error(", "try" + "!", "as" + "!", "@test" + "able"]

    /// Names that could stand for anything.
    private static let empty = ["Manager", "Helper", "Util"]

    /// The wrappers of C libraries, where a type may vouch for itself.
    private static let vouching = ["Sources/Kafka/", "Sources/JSON/", "Sources/Store/"]

    /// Names of a C library and the folders that may say them.
    private static let vocabularies: [(prefix: String, folders: [String])] = [
        ("rd_kafka_", ["Sources/Kafka/", "Sources/CRDKafka/", "Tests/Clients/"]),
        ("simdjson", ["Sources/JSON/", "Sources/CSimdjson/", "Sources/CSimdjsonLibrary/", "Tests/JSONTests/"]),
        ("rocksdb_", ["Sources/Store/", "Sources/CRocksDB/"]),
        ("archive_read_", ["Sources/Files/", "Sources/CArchive/"]),
        ("curl_", ["Sources/Requests/", "Sources/CCurl/"]),
        ("XML_", ["Sources/AppleHealth/", "Sources/CExpat/"]),
    ]

    static func breaches(_ file: SourceFile) -> [Breach] {
        names(file) + unfinishedWork(file) + hastyCode(file) + foreignVocabulary(file)
    }

    static func unfinishedWork(_ file: SourceFile) -> [Breach] {
        places(of: unfinished, in: file.lines).map { Breach(file, line: $0.line, "says \($0.word)") }
    }

    static func hastyCode(_ file: SourceFile) -> [Breach] {
        let vouched = "@unchecked Send" + "able"
        let words = vouching.contains { file.path.hasPrefix($0) } ? hasty : hasty + [vouched]
        return places(of: words, in: file.bareLines).map { Breach(file, line: $0.line, "uses \($0.word)") }
    }

    static func foreignVocabulary(_ file: SourceFile) -> [Breach] {
        let foreign = vocabularies.filter { row in !row.folders.contains { file.path.hasPrefix($0) } }
        return places(of: foreign.map(\.prefix), in: file.bareLines)
            .map { Breach(file, line: $0.line, "speaks of \($0.word), which is another room's vocabulary") }
    }

    static func names(_ file: SourceFile) -> [Breach] {
        let ofFile = file.name == "Main.swift" ? [Breach(file, "a file of this name makes its target a program")] : []
        let vague = empty.contains { file.name.contains($0) } ? [Breach(file, "a file named after nothing")] : []
        let types = file.bareLines.enumerated().compactMap { index, line -> Breach? in
            guard let declared = Declaration(line: line), Declaration.types.contains(declared.kind),
                let word = empty.first(where: { declared.name.contains($0) })
            else { return nil }
            return Breach(file, line: index, "\(declared.name): a \(word) could be anything")
        }
        return ofFile + vague + types
    }

    /// Where one of the words begins that does not go on from a longer one.
    private static func places(of words: [String], in lines: [String]) -> [(line: Int, word: String)] {
        // Most files have none of the words, and looking at each line takes long.
        let text = lines.joined(separator: "\n")
        let words = words.filter(text.contains)
        if words.isEmpty { return [] }
        return lines.enumerated().flatMap { index, line in
            words.filter { begins(with: $0, somewhereIn: line) }.map { (index, $0) }
        }
    }

    private static func begins(with word: String, somewhereIn line: String) -> Bool {
        let line = Array(line.utf8)
        let word = Array(word.utf8)
        guard line.count >= word.count else { return false }
        return (0...line.count - word.count).contains { start in
            line[start..<start + word.count].elementsEqual(word) && (start == 0 || !isPartOfWord(line[start - 1]))
        }
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
