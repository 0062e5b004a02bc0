import JSON
import Vocabulary

/// The reason why an electrocardiogram is left out.
enum ECGFault: String, Error {
    case unknown = "an electrocardiogram that cannot be read"
    case line = "an electrocardiogram with a line that is not a number"
    case marks = "an electrocardiogram with numbers of two languages"
}

/// The voltages of an electrocardiogram, in the number format of the phone: `57.992`, `57,992`, `1.180,5`.
///
/// All numbers of a file have the same decimal mark. If a number has two different marks, the last one is the decimal
/// mark. A mark that occurs once in a number is the decimal mark. A repeated mark groups digits.
struct ECGFigures {
    private(set) var count = 0
    /// The voltages as ASCII text, each followed by a line feed.
    private var lines: [UInt8] = []
    private var decimal: UInt8?
    private var group: UInt8?
    /// Whether a line that is not a voltage has followed a voltage.
    private var hasOtherLine = false

    private static let dot = UInt8(ascii: ".")
    private static let comma = UInt8(ascii: ",")
    /// U+2212, and the spaces and apostrophes that group digits.
    private static let minus = Array("\u{2212}".utf8)
    private static let spaces = [" ", "\u{A0}", "\u{202F}", "\u{2019}", "'"].map { Array($0.utf8) }

    /// Adds a line; false if the line is not a number.
    mutating func add(_ line: ArraySlice<UInt8>) throws(ECGFault) -> Bool {
        if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return count > 0 }
        guard let figure = Self.figure(line) else {
            hasOtherLine = count > 0
            return false
        }
        if hasOtherLine { throw .line }
        try note(figure)
        lines += figure
        lines.append(UInt8(ascii: "\n"))
        count += 1
        return true
    }

    /// Returns the digits, marks and sign of a number; nil for a line with anything else.
    private static func figure(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        var figure: [UInt8] = []
        var rest = line
        while let byte = rest.first {
            if NumberText.isDigit(byte) || byte == dot || byte == comma || byte | 0x20 == UInt8(ascii: "e") {
                figure.append(byte)
                rest = rest.dropFirst()
            } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
                figure.append(byte)
                rest = rest.dropFirst()
            } else if rest.starts(with: minus) {
                figure.append(UInt8(ascii: "-"))
                rest = rest.dropFirst(minus.count)
            } else if let space = spaces.first(where: { rest.starts(with: $0) }), !figure.isEmpty {
                rest = rest.dropFirst(space.count)
            } else {
                return nil
            }
        }
        guard let first = figure.first, first | 0x20 != UInt8(ascii: "e"), figure.contains(where: NumberText.isDigit)
        else { return nil }
        return figure
    }

    /// Notes the marks of a number; throws if they contradict the marks of earlier numbers.
    private mutating func note(_ figure: [UInt8]) throws(ECGFault) {
        let marks = figure.filter { $0 == Self.dot || $0 == Self.comma }
        guard let last = marks.last else { return }
        let other = last == Self.dot ? Self.comma : Self.dot
        let isDecimal = marks.count == 1 || marks.first == other
        if isDecimal ? marks.dropLast().contains(last) : marks.contains(other) { throw .marks }
        let (newDecimal, newGroup) = isDecimal ? (last, other) : (other, last)
        if let decimal, decimal != newDecimal { throw .marks }
        (decimal, group) = (newDecimal, newGroup)
    }

    /// Returns the voltages as a list of JSON numbers.
    func voltages() throws(ECGFault) -> Writer {
        var writer = Writer(capacity: lines.count)
        var from = 0
        while let end = lines[from...].firstIndex(of: UInt8(ascii: "\n")) {
            let plain = lines[from..<end].filter { $0 != group }.map { $0 == Self.comma ? Self.dot : $0 }
            guard let number = NumberText.double(plain[...]) else { throw .line }
            if from > 0 { writer.raw(",") }
            writer.number(number)
            from = end + 1
        }
        return writer
    }
}
