import JSON

/// A configuration file: a JSON object whose keys are names of options.
///
/// Options of other commands are ignored, so that one file can serve all commands. A key that is not an option is an
/// error.
struct SettingsFile {
    private(set) var texts: [String: [Values.Given]] = [:]
    private(set) var faults: [Fault] = []
    private let path: String
    private let command: CommandRow

    /// Far above the size of any real file; the limit keeps a wrong path from filling the memory.
    private static let maxBytes = 1 << 20

    init(path: String, command: CommandRow, readFile: (String) -> [UInt8]?) {
        self.path = path
        self.command = command
        guard let bytes = readFile(path) else {
            faults.append(Fault(.file(path), "cannot read this configuration file"))
            return
        }
        guard bytes.count <= Self.maxBytes else {
            faults.append(
                Fault(.file(path), "a configuration file has at most 1MiB, this one has \(bytes.count) bytes")
            )
            return
        }
        var parser = Parser()
        do throws(ParseError) {
            take(try parser.parse(bytes))
        } catch {
            // The parser's message contains nothing of the file, which may contain secrets.
            faults.append(Fault(.file(path), error.description.lowercasedFirst))
        }
    }

    private mutating func take(_ document: Value) {
        guard var members = document.members else {
            faults.append(Fault(.file(path), "a configuration file must be a JSON object, such as {\"lanes\": 2}"))
            return
        }
        while let member = members.next() {
            let name = member.key.string
            guard let row = Options.named(name) else {
                let hint = SpellingHint.hint(name, among: Options.all.map(\.name))
                faults.append(Fault(.key(name, file: path), "no such option\(hint)"))
                continue
            }
            if name == "config" {
                faults.append(Fault(.key(name, file: path), "a configuration file cannot name another one"))
            } else if row.variable == nil {
                faults.append(Fault(.key(name, file: path), "applies to a single call: give it as --\(name)"))
            } else if command.options.contains(where: { $0.name == name && $0.variable != nil }) {
                take(member.value, of: row)
            }
        }
    }

    private mutating func take(_ value: Value, of row: Option) {
        // If a key occurs twice, the last value counts; null means that the key is not set.
        texts[row.name] = nil
        let place = Fault.Place.key(row.name, file: path)
        guard !value.isNull else { return }
        guard let found = Self.texts(of: value, shape: row.shape) else {
            faults.append(Fault(place, Self.expectation(of: row)))
            return
        }
        texts[row.name] = found.map { Values.Given(text: $0, place: place) }
    }

    private static func texts(of value: Value, shape: Shape) -> [String]? {
        switch shape {
        case .single, .path, .words, .repeated:
            return text(of: value).map { [$0] }
        case .list:
            if let elements = value.elements { return all(elements.map { text(of: $0) })?.joined(by: ",") }
            return text(of: value).map { [$0] }
        case .pairs:
            if var members = value.members {
                var texts: [String?] = []
                while let member = members.next() {
                    // A null property counts as not set.
                    if member.value.isNull { continue }
                    texts.append(text(of: member.value).map { "\(member.key.string)=\($0)" })
                }
                return all(texts)
            }
            if let elements = value.elements { return all(elements.map { text(of: $0) }) }
            return text(of: value).map { [$0] }
        }
    }

    private static func text(of value: Value) -> String? {
        switch value.kind {
        case .string: value.text?.string
        case .integer, .double: value.integer.map { "\($0)" } ?? value.double.map { "\($0)" }
        case .bool: value.bool.map { "\($0)" }
        case .object, .array, .null: nil
        }
    }

    private static func all(_ texts: [String?]) -> [String]? {
        let found = texts.compactMap(\.self)
        return found.count == texts.count ? found : nil
    }

    private static func expectation(of row: Option) -> String {
        switch row.shape {
        case .single, .path, .words, .repeated: "must be a string, a number or a bool: \(row.rule)"
        case .list: "must be a list of strings, or a string with commas"
        case .pairs: "must be an object of strings, or a list of \"name=value\""
        }
    }
}

extension [String] {
    fileprivate func joined(by separator: String) -> [String] { [joined(separator: separator)] }
}

extension String {
    /// The text with a lower-case first letter and without the final period, to follow a colon.
    fileprivate var lowercasedFirst: String {
        prefix(1).lowercased() + (hasSuffix(".") ? dropFirst().dropLast() : dropFirst())
    }
}
