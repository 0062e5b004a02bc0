import Vocabulary

/// Reads dates of HTTP in their three forms (RFC 9110, section 5.6.7).
///
/// ```
/// Sun, 06 Nov 1994 08:49:37 GMT
/// Sunday, 06-Nov-94 08:49:37 GMT
/// Sun Nov  6 08:49:37 1994
/// ```
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Returns the date in Unix seconds; nil if the text has none of the three forms.
    ///
    /// A year of two digits stands for the nearest year with these digits, at most 50 years after `nowSeconds`. The
    /// name of the day is not checked.
    static func unixSeconds(_ text: ArraySlice<UInt8>, nowSeconds: Int64) -> Int64? {
        // A date is short, so a longer text is rejected without being split.
        guard text.count <= 40 else { return nil }
        let words = text.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        switch words.count {
        case 6 where words[0].hasSuffix(",") && days.contains(String(words[0].dropLast())) && words[5] == "GMT":
            guard words[1].utf8.count == 2, words[3].utf8.count == 4 else { return nil }
            return date(day: words[1], month: words[2], year: number(words[3]), time: words[4])
        case 4 where words[0].hasSuffix(",") && longDays.contains(String(words[0].dropLast())) && words[3] == "GMT":
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, parts[0].utf8.count == 2, parts[2].utf8.count == 2, let short = number(parts[2])
            else { return nil }
            return date(day: parts[0], month: parts[1], year: year(short, nowSeconds), time: words[2])
        case 5 where days.contains(words[0]):
            guard words[4].utf8.count == 4 else { return nil }
            return date(day: words[2], month: words[1], year: number(words[4]), time: words[3])
        default: return nil
        }
    }

    private static func year(_ short: Int, _ nowSeconds: Int64) -> Int {
        let secondsOfYear = 31_556_952.0
        let now = 1970 + Int(max(-1e11, min(1e11, Double(nowSeconds))) / secondsOfYear)
        let year = now - now % 100 + short
        return year > now + 50 ? year - 100 : year <= now - 50 ? year + 100 : year
    }

    private static func date(day: String, month: String, year: Int?, time: String) -> Int64? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let year, let number = number(day), let index = months.firstIndex(of: month),
            let date = Day(year: year, month: index + 1, day: number), clock.count == 3,
            clock.allSatisfy({ $0.utf8.count == 2 }), let hour = Self.number(clock[0]), hour < 24,
            let minute = Self.number(clock[1]), minute < 60, let second = Self.number(clock[2]), second <= 60
        else { return nil }
        let days = Int64(date.days) + Int64(Instant.secondsFrom1970) / 86_400
        return days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// Parses at most four digits.
    private static func number(_ text: String) -> Int? {
        let isNumber = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return isNumber && text.utf8.count <= 4 ? Int(text) : nil
    }
}
