import Foundation

/// A JSON value as plain data: what the oracle builds, and what a document is read back into.
indirect enum Tree {
    case null
    case number(Double)
    case text(String)
    case list([Tree])
    case object([String: Tree])

    /// Reads JSON with Foundation, which shares nothing with the reader of the worker.
    init(json: [UInt8]) throws {
        self.init(try JSONSerialization.jsonObject(with: Data(json), options: [.fragmentsAllowed]))
    }

    private init(_ any: Any) {
        if let object = any as? [String: Any] {
            self = .object(object.mapValues { Tree($0) })
        } else if let list = any as? [Any] {
            self = .list(list.map { Tree($0) })
        } else if let text = any as? String {
            self = .text(text)
        } else if let number = any as? NSNumber {
            self = .number(number.doubleValue)
        } else {
            self = .null
        }
    }

    /// The JSON with sorted keys.
    var json: String {
        switch self {
        case .null: "null"
        case .number(let number): "\(number)"
        case .text(let text): Tree.quoted(text)
        case .list(let list): "[" + list.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { Tree.quoted($0.key) + ":" + $0.value.json }
                .joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// A member of an object.
    subscript(key: String) -> Tree? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[key]
        }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    var list: [Tree] {
        guard case .list(let list) = self else { return [] }
        return list
    }

    var members: [String: Tree] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    /// Where two values differ first, nil when they are the same: numbers at 1e-9 relative, dates to half a millisecond.
    ///
    /// The duration of a split is the difference of two dates.
    static func difference(_ left: Tree, _ right: Tree, at path: String = "") -> String? {
        switch (left, right) {
        case (.null, .null): return nil
        case (.number(let one), .number(let other)):
            let isOfDates = path.contains("/splits/") && path.hasSuffix("/duration/quantity")
            let allowed = isOfDates ? 5e-4 : min(1e-9 * max(1, abs(one), abs(other)), 5e-4)
            return abs(one - other) <= allowed ? nil : "\(path): \(one) and \(other)"
        case (.text(let one), .text(let other)): return one == other ? nil : "\(path): \(one) and \(other)"
        case (.list(let one), .list(let other)):
            for (index, (left, right)) in zip(one, other).enumerated() {
                if let found = difference(left, right, at: "\(path)/\(index)") { return found }
            }
            return one.count == other.count ? nil : "\(path): \(one.count) and \(other.count) elements"
        case (.object(let one), .object(let other)):
            for key in Set(one.keys).union(other.keys).sorted() {
                guard let left = one[key] else { return "\(path)/\(key): only in the second" }
                guard let right = other[key] else { return "\(path)/\(key): only in the first" }
                if let found = difference(left, right, at: "\(path)/\(key)") { return found }
            }
            return nil
        default: return "\(path): \(left.json) and \(right.json)"
        }
    }
}
