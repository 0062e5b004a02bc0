import JSON
import Vocabulary

/// Reads an electrocardiogram of an export, a CSV file whose headings are in the language of the phone.
///
///     Name,…                              the person, which no sample has
///     Date of Birth,…
///     Recorded Date,2024-04-16 19:00:00 +0300
///     Classification,Sinus Rhythm
///     Symptoms,
///     Software Version,1.90
///     Device,"Watch5,3"
///     Sample Rate,512 hertz
///
///     Lead,Lead I
///     Unit,µV
///
///     -12.5
///
/// So each line is known by its position after the date, which its form shows, and voltages by being numbers.
struct ECGReader {
    private(set) var start: Int64 = 0
    private(set) var samplesPerSecond = 0.0
    private(set) var classification = ""
    private(set) var symptoms = ""
    private(set) var device = DeviceText("")
    private(set) var software = ""
    private(set) var voltages = Writer()
    private var count = 0
    /// The values of the header behind the date; nil before the date.
    private var header: [[UInt8]]?
    private var dates = ExportDates()

    private static let longestText = 200
    private static let longestHeader = 40

    /// The end, by the number of voltages.
    var end: Int64 { start + Int64((Double(count) / samplesPerSecond * 1_000).rounded()) }

    /// Reads a whole file; nil if it is not an electrocardiogram.
    init?(_ file: [UInt8]) {
        var from = 0
        // Line by line, because a list of all lines would be longer than the file.
        while from < file.count {
            let rest = file[from...]
            let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? file.count
            if end > from, !read(file[from..<end]) { return nil }
            from = end + 1
        }
        guard count > 0, takeHeader() else { return nil }
    }

    /// Reads a line; false if no electrocardiogram has such a line.
    private mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
        if header != nil, let voltage = Self.voltage(line) {
            voltages.raw(count == 0 ? "" : ",")
            voltages.number(voltage)
            count += 1
            return true
        }
        let value = Self.value(line)
        if header == nil {
            if let date = dates.milliseconds(value[...]) {
                start = date
                header = []
            }
        } else if count == 0 {
            header?.append(value)
        }
        return value.count < Self.longestText && (header?.count ?? 0) <= Self.longestHeader
    }

    /// Reads the values of the header behind the date; false without a sample rate.
    private mutating func takeHeader() -> Bool {
        let texts = (header ?? []).map { String(decoding: $0, as: UTF8.self) }
        guard let place = texts.firstIndex(where: { Self.rate($0) != nil }), place >= 3,
            let rate = Self.rate(texts[place])
        else { return false }
        samplesPerSecond = rate
        classification = texts[0]
        symptoms = texts[1]
        software = texts[place - 2]
        device = DeviceText("<<HKDevice>, hardware:\(texts[place - 1])>")
        return true
    }

    /// Returns the rate of `511.999 hertz`, whatever the language; nil for any other text.
    private static func rate(_ text: String) -> Double? {
        let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
        let unit = text.dropFirst(digits.count).drop(while: \.isWhitespace)
        guard let number = number(Array(digits.utf8)[...]), number > 1, number < 100_000, !unit.isEmpty,
            unit.allSatisfy(\.isLetter)
        else { return nil }
        return number
    }

    /// Reads a number as phones write it: with a comma in some languages, with the sign U+2212 in others.
    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        var plain = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        if plain.starts(with: minus) { plain.replaceSubrange(..<minus.count, with: [UInt8(ascii: "-")]) }
        return NumberText.double(plain[...])
    }

    private static let minus = Array("\u{2212}".utf8)

    /// Returns the voltage of a line that has nothing else; nil for other lines.
    ///
    /// A number with a decimal comma is quoted.
    private static func voltage(_ line: ArraySlice<UInt8>) -> Double? {
        guard let first = line.first,
            NumberText.isDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: "\"") || first == minus[0]
        else { return nil }
        return number(unquoted(line))
    }

    /// Returns the value behind the heading of a line, without quotation marks.
    private static func value(_ line: ArraySlice<UInt8>) -> [UInt8] {
        guard let mark = line.firstIndex(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }) else {
            return []
        }
        return Array(unquoted(line[(mark + 1)...]))
    }

    private static func unquoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isQuoted = text.count >= 2 && text.first == UInt8(ascii: "\"") && text.last == UInt8(ascii: "\"")
        return isQuoted ? text.dropFirst().dropLast() : text
    }
}
