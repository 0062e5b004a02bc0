import JSON
import Vocabulary

/// A reader of an electrocardiogram in an export: a CSV file with headings in the language of the phone.
///
///     Name,…                              the person; not used
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
/// The reader recognizes the date by its form, each later header line by its position after the date, and voltages as
/// numbers.
///
/// A voltage has no time of its own. So one invalid line between two voltages makes the whole file unreadable.
struct ECGReader {
    private(set) var start: Int64 = 0
    private(set) var samplesPerSecond = 0.0
    private(set) var classification = ""
    private(set) var symptoms = ""
    private(set) var device = DeviceText("")
    private(set) var software = ""
    private(set) var voltages = Writer()
    private var figures = ECGFigures()
    /// The values of the header lines after the date; nil before the date.
    private var header: [[UInt8]]?
    private var dates = ExportDates()

    private static let longestText = 200
    private static let longestHeader = 40

    /// The end time, computed from the number of voltages.
    var end: Int64 { start + Int64((Double(figures.count) / samplesPerSecond * 1_000).rounded()) }

    /// Reads a whole file; throws the reason if the electrocardiogram is left out.
    init(_ file: [UInt8]) throws(ECGFault) {
        var from = 0
        // Line by line, because a list of all lines would take more memory than the file.
        while from < file.count {
            let rest = file[from...]
            let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? file.count
            if end > from { try read(file[from..<end]) }
            from = end + 1
        }
        guard figures.count > 0, takeHeader() else { throw .unknown }
        voltages = try figures.voltages()
    }

    private mutating func read(_ line: ArraySlice<UInt8>) throws(ECGFault) {
        if header != nil, try figures.add(Self.unquoted(line)) { return }
        let value = Self.value(line)
        if header == nil {
            if let date = dates.milliseconds(value[...]) {
                start = date
                header = []
            }
        } else if figures.count == 0 {
            header?.append(value)
        }
        guard value.count < Self.longestText, header?.count ?? 0 <= Self.longestHeader else { throw .unknown }
    }

    /// Reads the values of the header lines after the date; false without a sample rate.
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

    /// Returns the rate in a text such as `511.999 hertz`, in any language; nil for any other text.
    private static func rate(_ text: String) -> Double? {
        let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
        let unit = text.dropFirst(digits.count).drop(while: \.isWhitespace)
        let plain = digits.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        guard let number = NumberText.double(plain[...]), number > 1, number < 100_000, !unit.isEmpty,
            unit.allSatisfy(\.isLetter)
        else { return nil }
        return number
    }

    /// Returns the value after the heading of a line, without quotation marks.
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
