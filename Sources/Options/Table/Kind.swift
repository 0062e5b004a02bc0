/// The reason why a value is invalid, as the end of a sentence that begins with the option and the value.
struct Reason: Error, Equatable {
    let text: String

    init(_ text: String) { self.text = text }
}

/// A type of option values, with its parser and its descriptions.
struct Kind<Value: Sendable>: Sendable {
    /// The placeholder for the value in help; nil for a switch.
    let placeholder: String?
    /// A description of the allowed values.
    let rule: String
    let shape: Shape
    let shown: @Sendable (String) -> String
    let read: @Sendable (String) throws(Reason) -> Value

    init(
        _ placeholder: String?,
        rule: String,
        shape: Shape = .single,
        shown: @escaping @Sendable (String) -> String = { $0 },
        read: @escaping @Sendable (String) throws(Reason) -> Value
    ) {
        self.placeholder = placeholder
        self.rule = rule
        self.shape = shape
        self.shown = shown
        self.read = read
    }
}

extension Kind {
    /// Returns the reason why a text is invalid; nil if it is valid.
    func reason(against text: String) -> Reason? {
        do throws(Reason) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }
}

extension Kind<Double> {
    /// A decimal number; unlike `Double`, it rejects `nan`, `inf` and hexadecimal numbers.
    static let number = Kind("NUMBER", rule: "number") { text throws(Reason) in
        guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(text), number.isFinite
        else { throw Reason("must be a number, such as 37.2 or -5 or 1e3") }
        return number
    }
}

extension Kind<Bool> {
    /// A switch: `--name`, or `--name=false`.
    static let toggle = Kind(nil, rule: "`true` or `false`", shape: .words(["true", "false"])) { text throws(Reason) in
        switch text {
        case "true", "1": return true
        case "false", "0": return false
        default: throw Reason("must be true or false")
        }
    }
}

extension Kind<Int> {
    /// A whole number in `range`.
    static func integer(_ range: ClosedRange<Int>) -> Kind {
        let bounds = range.upperBound == .max ? "from \(range.lowerBound) up" : "from \(bounded(range) { "\($0)" })"
        return Kind("N", rule: "whole number \(bounds)") { text throws(Reason) in
            guard let number = Int(text), range.contains(number) else {
                throw Reason("must be a whole number \(bounds)")
            }
            return number
        }
    }
}

/// Formats a range such as `1 to 64`, with `write` for each bound.
func bounded(_ range: ClosedRange<Int>, _ write: (Int) -> String) -> String {
    "\(write(range.lowerBound)) to \(write(range.upperBound))"
}

extension Kind where Value: RawRepresentable<String> & CaseIterable {
    /// One word of an enumeration.
    static func choice(_: Value.Type = Value.self) -> Kind {
        let words = Value.allCases.map(\.rawValue)
        let rule = words.map { "`\($0)`" }.joined(separator: ", ")
        return Kind(words.joined(separator: "|"), rule: rule, shape: .words(words)) { text throws(Reason) in
            if let value = Value(rawValue: text) { return value }
            throw Reason("must be \(alternatives(words))\(SpellingHint.hint(text, among: words))")
        }
    }
}

/// Joins words as `a, b or c`.
func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}
