/// A declaration, as far as one line of bare source tells.
struct Declaration: Equatable {
    let kind: String
    let name: String
    let modifiers: [String]
    let isTopLevel: Bool

    private static let access: Set<String> = ["public", "package", "internal", "private", "fileprivate", "open"]
    private static let others: Set<String> = [
        "final", "indirect", "static", "nonisolated", "borrowing", "mutating", "nonmutating", "consuming", "weak",
        "unowned", "lazy", "override", "convenience", "required", "dynamic", "prefix", "postfix", "infix", "isolated",
        "distributed", "unsafe",
    ]
    private static let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "func", "let", "var", "init", "deinit",
        "subscript", "extension", "import", "case", "associatedtype",
    ]
    static let types: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    static let functions: Set<String> = ["func", "init", "deinit", "subscript"]

    var isPrivate: Bool { modifiers.contains("private") || modifiers.contains("fileprivate") }

    /// Whether other targets can see it, so that it owes them a sentence.
    var isForOthers: Bool { modifiers.contains { ["public", "package", "open"].contains($0) } }

    /// Reads attributes, modifiers, the kind and the name from the start of a line; nil where no declaration begins.
    init?(line: String) {
        var rest = line.drop { $0 == " " || $0 == "\t" }
        isTopLevel = rest.startIndex == line.startIndex
        var modifiers: [String] = []
        var kind: String?
        while kind == nil {
            if rest.first == "@" {
                rest = rest.dropFirst().drop { $0.isLetter || $0.isNumber || $0 == "_" }
                rest = Self.pastParentheses(rest)
            } else {
                let word = rest.prefix { $0.isLetter }
                let isModifier = Self.access.contains(String(word)) || Self.others.contains(String(word))
                guard isModifier || Self.kinds.contains(String(word)) else { return nil }
                rest = rest.dropFirst(word.count)
                guard rest.first?.isLetter != true, rest.first?.isNumber != true, rest.first != "_" else { return nil }
                if isModifier {
                    modifiers.append(String(word))
                    rest = Self.pastParentheses(rest)
                } else {
                    kind = String(word)
                }
            }
            rest = rest.drop { $0 == " " || $0 == "\t" }
        }
        self.kind = kind ?? ""
        self.modifiers = modifiers
        if rest.first == "`" {
            name = String(rest.dropFirst().prefix { $0 != "`" })
        } else {
            name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }

    /// Skips a `(…)` that follows at once: the argument of an attribute, or the `(set)` of a modifier.
    private static func pastParentheses(_ text: Substring) -> Substring {
        guard text.first == "(" else { return text }
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return text[text.index(after: index)...] }
        }
        return text.suffix(0)
    }
}
