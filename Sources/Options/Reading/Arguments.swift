/// The parsed words of a command line: options with their texts, operands and unknown options.
///
/// The syntax follows GNU: `--name value`, `--name=value`, options anywhere between operands, `--` ends the options,
/// `-` is an operand. A word that begins with `-` and a digit is a negative number, and therefore a value.
struct Arguments {
    /// One parsed word, without knowledge of the command.
    enum Item {
        case option(name: String, String)
        /// An option without a value, at the end or before another option.
        case lacksValue(name: String)
        /// An unknown option with its dashes but without its value.
        case unknown(String)
    }

    private(set) var commandName: String?
    private(set) var items: [Item] = []
    private(set) var operands: [String] = []
    private(set) var asksForHelp = false
    private(set) var asksForVersion = false

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                rest.forEach { take(operand: $0) }
                return
            }
            if Self.looksLikeOption(word) {
                take(option: word, &rest)
            } else {
                take(operand: word)
            }
        }
    }

    /// Returns the last text of an option.
    func last(_ option: String) -> String? {
        items.reduce(nil) { if case .option(option, let text) = $1 { text } else { $0 } }
    }

    /// An error for each unknown option, for a command line without a valid command.
    var faults: [Fault] {
        items.compactMap { if case .unknown(let name) = $0 { Fault(.argument(name), "no such option") } else { nil } }
    }

    private mutating func take(operand: String) {
        if commandName == nil { commandName = operand } else { operands.append(operand) }
    }

    private mutating func take(option word: String, _ rest: inout ArraySlice<String>) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let text = parts.count > 1 ? String(parts[1]) : nil
        switch name {
        case "--help", "-h": asksForHelp = true
        case "--version": asksForVersion = true
        default:
            let command = commandName.flatMap(CommandName.init)
            guard name.hasPrefix("--"), let row = Options.named(String(name.dropFirst(2)), of: command) else {
                items.append(.unknown(name))
                // The next word is probably the value of the unknown option, and may be a secret, so it must not become
                // an operand.
                if text == nil, commandName != nil, let next = rest.first, !Self.looksLikeOption(next) {
                    rest.removeFirst()
                }
                return
            }
            if let text {
                items.append(.option(name: row.name, text))
            } else if row.isSwitch {
                items.append(.option(name: row.name, "true"))
            } else if let next = rest.first, !Self.looksLikeOption(next) {
                items.append(.option(name: row.name, rest.removeFirst()))
            } else {
                items.append(.lacksValue(name: row.name))
            }
        }
    }

    /// Whether a word begins with a dash, is longer than one character, and is not a number.
    private static func looksLikeOption(_ word: String) -> Bool {
        var bytes = word.utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "-"), var next = bytes.next() else { return false }
        if next == UInt8(ascii: "."), let digit = bytes.next() { next = digit }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= next)
    }
}
