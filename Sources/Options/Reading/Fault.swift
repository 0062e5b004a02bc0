/// One error in a command line, the environment or a configuration file.
struct Fault: Error {
    /// Where the error was found.
    enum Place {
        case command
        case argument(String)
        case variable(String)
        case key(String, file: String)
        case operand(String)
        case file(String)
    }

    let place: Place
    /// The value without secrets; nil if there is none, or if it must not be shown.
    let shown: String?
    let reason: String

    init(_ place: Place, shown: String? = nil, _ reason: String) {
        self.place = place
        self.shown = shown
        self.reason = reason
    }

    static func unknownCommand(_ name: String?) -> Fault {
        guard let name else { return Fault(.command, "a command is missing") }
        let hint = SpellingHint.hint(name, among: CommandName.allCases.map(\.rawValue))
        return Fault(.command, shown: name, "no such command\(hint)")
    }

    /// The error as one line: the place, the value and the reason.
    var line: String {
        // The reason may quote input, so it is escaped and cut.
        let reason = Self.plain(reason.unicodeScalars.prefix(400))
        return switch place {
        case .command: shown.map { "\(shownOnOneLine($0)): \(reason)" } ?? reason
        case .argument(let name): "\(shownOnOneLine(name))\(value(after: " ")): \(reason)"
        case .variable(let name): "\(name)\(value(after: "=")): \(reason)"
        case .key(let name, let file): "\(shownOnOneLine(file)): \(shownOnOneLine(name))\(value(after: " ")): \(reason)"
        case .operand(let name): "\(name)\(value(after: " ")): \(reason)"
        case .file(let path): "\(shownOnOneLine(path)): \(reason)"
        }
    }

    private func value(after separator: String) -> String {
        shown.map { separator + shownOnOneLine($0) } ?? ""
    }

    /// Escapes characters that a terminal would interpret.
    fileprivate static func plain(_ scalars: Substring.UnicodeScalarView) -> String {
        var line = ""
        for scalar in scalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\t": line += "\\t"
            case "\r": line += "\\r"
            case _ where isUnshownOnOneLine(scalar): line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}

/// Formats a text for one line: at most 100 characters, escaped, and quoted if it contains a blank.
func shownOnOneLine(_ text: String) -> String {
    var line = Fault.plain(text.unicodeScalars.prefix(100))
    if text.unicodeScalars.dropFirst(100).first != nil { line += "..." }
    return line.isEmpty || line.contains(" ") ? "'\(line)'" : line
}

/// Whether a terminal would interpret the character or show nothing.
private func isUnshownOnOneLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
    default: false
    }
}
