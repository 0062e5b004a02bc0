/// Swift source without its comments and without the contents of its string literals.
///
/// Line breaks stay, so that line numbers do; code inside an interpolation stays too.
func bare(_ text: String) -> String {
    var stripper = Stripper(Array(text.utf8))
    stripper.code(untilParenthesis: false)
    return String(decoding: stripper.output, as: UTF8.self)
}

/// Reads source once, from left to right, and keeps what is code.
private struct Stripper {
    private let input: [UInt8]
    private var at = 0
    private(set) var output: [UInt8] = []

    init(_ input: [UInt8]) {
        self.input = input
        output.reserveCapacity(input.count)
    }

    private func sees(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        return at + wanted.count <= input.count && input[at..<at + wanted.count].elementsEqual(wanted)
    }

    /// Reads code up to the end, or up to the parenthesis that closes an interpolation.
    mutating func code(untilParenthesis: Bool) {
        var depth = 0
        while at < input.count {
            if sees("//") {
                while at < input.count, input[at] != UInt8(ascii: "\n") { at += 1 }
            } else if sees("/*") {
                blockComment()
            } else if let hashes = literalAhead() {
                literal(hashes: hashes)
            } else {
                let byte = input[at]
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") {
                    depth -= 1
                    if untilParenthesis, depth < 0 { return }
                }
                output.append(byte)
                at += 1
            }
        }
    }

    private mutating func blockComment() {
        var depth = 0
        repeat {
            if sees("/*") {
                depth += 1
                at += 2
            } else if sees("*/") {
                depth -= 1
                at += 2
            } else {
                keepLineBreak()
            }
        } while depth > 0 && at < input.count
    }

    /// How many `#` stand before the quote of a literal that begins here, or nil if none begins.
    private func literalAhead() -> Int? {
        var quote = at
        while quote < input.count, input[quote] == UInt8(ascii: "#") { quote += 1 }
        guard quote < input.count, input[quote] == UInt8(ascii: "\"") else { return nil }
        return quote - at
    }

    private mutating func literal(hashes: Int) {
        at += hashes
        let quotes = sees("\"\"\"") ? 3 : 1
        at += quotes
        output.append(UInt8(ascii: "\""))
        let end = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + [UInt8](repeating: 35, count: hashes)
        let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: 35, count: hashes)
        while at < input.count {
            if input[at...].starts(with: end) {
                at += end.count
                break
            }
            if quotes == 1, input[at] == UInt8(ascii: "\n") { break }
            guard input[at...].starts(with: escape) else {
                keepLineBreak()
                continue
            }
            at += escape.count
            if at < input.count, input[at] == UInt8(ascii: "(") {
                output.append(UInt8(ascii: "("))
                at += 1
                code(untilParenthesis: true)
                output.append(UInt8(ascii: ")"))
                at += 1
            } else {
                keepLineBreak()
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Passes one byte over, unless it is a line break, which stays.
    private mutating func keepLineBreak() {
        if at < input.count, input[at] == UInt8(ascii: "\n") { output.append(input[at]) }
        at += 1
    }
}
