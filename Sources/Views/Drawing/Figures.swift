import Observation

/// Formats numbers and times for people.
package enum Figures {
    /// Formats a number with fixed decimal places and commas between thousands, such as `8,832.9`.
    package static func decimal(_ value: Double, places: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = Int64((value.magnitude * scale).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        let fraction = String(scaled % Int64(scale))
        let padding = String(repeating: "0", count: max(0, places - fraction.count))
        return sign + grouped(scaled / Int64(scale)) + (places > 0 ? ".\(padding)\(fraction)" : "")
    }

    /// Formats a number with three significant digits, or without decimal places if it is whole.
    package static func short(_ value: Double) -> String {
        if value.rounded() == value || value.magnitude >= 100 { return decimal(value, places: 0) }
        return decimal(value, places: value.magnitude >= 10 ? 1 : 2)
    }

    /// Formats a duration for a person, such as `3 d 4 h`, `7 h 37 min`, `42 min` or `45 s`.
    package static func duration(seconds: Double) -> String {
        guard seconds >= 60 else { return "\(short(seconds)) s" }
        let minutes = Int((min(seconds, 1e12) / 60).rounded())
        if minutes < 60 { return "\(minutes) min" }
        let (whole, part, units) =
            minutes < 2 * 1_440
            ? (minutes / 60, minutes % 60, ("h", "min")) : (minutes / 1_440, minutes % 1_440 / 60, ("d", "h"))
        return part == 0 ? "\(whole) \(units.0)" : "\(whole) \(units.0) \(part) \(units.1)"
    }

    /// Formats the value of a setting in the largest unit that gives a whole number, such as `7 d` or `90 s`.
    package static func exact(milliseconds: Int64) -> String {
        let units: [(name: String, length: Int64)] = [
            ("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000),
        ]
        let unit = units.first { milliseconds > 0 && milliseconds % $0.length == 0 } ?? ("ms", 1)
        return "\(milliseconds / unit.length) \(unit.name)"
    }

    /// Formats a time as RFC 3339, in UTC with milliseconds.
    package static func instant(unixMilliseconds: Int64) -> String {
        String(decoding: Timestamp.bytes(unixMilliseconds: unixMilliseconds), as: UTF8.self)
    }

    /// Formats a count with its word, such as `1 document` or `3 documents`.
    package static func count(_ count: Int, _ word: String) -> String {
        "\(grouped(Int64(count))) \(word)\(count == 1 ? "" : "s")"
    }

    private static func grouped(_ whole: Int64) -> String {
        guard whole >= 1_000 else { return String(whole) }
        let rest = String(whole % 1_000)
        return grouped(whole / 1_000) + "," + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
