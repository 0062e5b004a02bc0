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
    /// Returns a value as a user would write it.
    let write: @Sendable (Value) -> String

    init(
        _ placeholder: String?,
        rule: String,
        shape: Shape = .single,
        shown: @escaping @Sendable (String) -> String = { $0 },
        read: @escaping @Sendable (String) throws(Reason) -> Value,
        write: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) {
        self.placeholder = placeholder
        self.rule = rule
        self.shape = shape
        self.shown = shown
        self.read = read
        self.write = write
    }

    /// Returns the same kind for values of another type.
    func map<Other>(
        _ convert: @escaping @Sendable (Value) -> Other,
        back: @escaping @Sendable (Other) -> Value
    ) -> Kind<Other> {
        Kind<Other>(placeholder, rule: rule, shape: shape, shown: shown) { text throws(Reason) in
            convert(try read(text))
        } write: {
            write(back($0))
        }
    }

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

    /// A share from 0 to 1.
    static let share = Kind("SHARE", rule: "number from 0 to 1") { text throws(Reason) in
        guard let share = try? number.read(text), 0...1 ~= share else {
            throw Reason("must be a number from 0 to 1, such as 0.3")
        }
        return share
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

extension Kind where Value: BinaryInteger {
    /// A whole number in `range`.
    static func integer(_ range: ClosedRange<Int>) -> Kind {
        let bounds = range.upperBound == .max ? "from \(range.lowerBound) up" : "from \(bounded(range) { "\($0)" })"
        return Kind("N", rule: "whole number \(bounds)") { text throws(Reason) in
            guard let number = Int(text), range.contains(number) else {
                throw Reason("must be a whole number \(bounds)")
            }
            return Value(number)
        }
    }
}

/// Formats a range such as `1 to 64`, with `write` for each bound.
func bounded(_ range: ClosedRange<Int>, _ write: (Int) -> String) -> String {
    "\(write(range.lowerBound)) to \(write(range.upperBound))"
}

extension Kind where Value: RawRepresentable<String> & CaseIterable {
    /// One word of an enumeration.
    static func choice() -> Kind {
        let words = Value.allCases.map(\.rawValue)
        let rule = words.map { "`\($0)`" }.joined(separator: ", ")
        return Kind(words.joined(separator: "|"), rule: rule, shape: .words(words)) { text throws(Reason) in
            if let value = Value(rawValue: text) { return value }
            throw Reason("must be \(alternatives(words))\(SpellingHint.hint(text, among: words))")
        } write: {
            $0.rawValue
        }
    }
}

/// Joins words as `a, b or c`.
func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}

/// The form of a value on the command line, in a variable and in a file.
enum Shape: Sendable {
    case single
    /// One of these words.
    case words([String])
    /// A file or a folder.
    case path
    /// Values separated by commas; a list in a file.
    case list
    /// `name=value`, repeatable; an object or a list in a file.
    case pairs
    /// One value per occurrence, repeatable, with words for completion.
    case repeated([String])
}
