import Operations
import Serving
import Vocabulary

/// Reading the parameters of requests.
enum Parameter {
    /// Returns the error for a parameter; `wanted` is a noun phrase.
    static func wrong(_ name: String, _ wanted: String) -> ConsoleError {
        ConsoleError(.badRequest, "\(name) must be \(wanted)")
    }

    static func limit(_ text: String?, usual: Int, greatest: Int) throws(ConsoleError) -> Int {
        guard let text else { return usual }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let limit = Int(text),
            (1...greatest).contains(limit)
        else { throw wrong("limit", "a number from 1 to \(greatest)") }
        return limit
    }

    static func day(_ text: String) -> Day? {
        let bytes = Array(text.utf8)
        return Day(bytes.span)
    }

    /// Reads a bound of a time range: a date, or an instant with an offset.
    static func bound(_ text: String?, _ name: String) throws(ConsoleError) -> DocumentFilter.Bound? {
        guard let text else { return nil }
        if let day = day(text) { return .day(day) }
        let bytes = Array(text.utf8)
        var reader = DateReader()
        guard let instant = reader.instant(bytes.span) else {
            throw wrong(name, "a date such as 2024-04-16, or a date with time and offset")
        }
        return .instant(instant)
    }
}

extension Instant {
    /// Returns seconds since 2001 as RFC 3339 in UTC, with milliseconds.
    static func text(_ seconds: Double) -> [UInt8] {
        iso8601(unixMilliseconds: milliseconds(seconds + secondsFrom1970))
    }
}
