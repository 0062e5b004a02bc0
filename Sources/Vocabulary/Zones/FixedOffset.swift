/// A fixed offset from UTC that devices and libraries write instead of a zone name: `GMT+0300`, `UTC+3`, `-03:30`, `Z`.
struct FixedOffset {
    /// The greatest offset in either direction, in minutes: 18 hours.
    private static let greatestMinutes = 18 * 60

    /// The offset in minutes, positive to the east.
    let minutes: Int

    /// Parses `Z`, or a sign with hours and optional minutes, optionally after `GMT` or `UTC`; nil for any other text.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes == [UInt8(ascii: "Z")] {
            minutes = 0
            return
        }
        let isNamed = bytes.starts(with: "GMT".utf8) || bytes.starts(with: "UTC".utf8)
        let offset = bytes.span.extracting(droppingFirst: isNamed ? 3 : 0)
        guard offset.count >= 2, offset[0] == UInt8(ascii: "+") || offset[0] == UInt8(ascii: "-"),
            let magnitude = Self.minutes(offset.extracting(droppingFirst: 1)), magnitude <= Self.greatestMinutes
        else { return nil }
        minutes = offset[0] == UInt8(ascii: "+") ? magnitude : -magnitude
    }

    /// Parses `3`, `03`, `3:30`, `03:30` or `0330` into minutes; nil for any other text.
    private static func minutes(_ text: Span<UInt8>) -> Int? {
        let colon = text.count >= 4 && text[text.count - 3] == UInt8(ascii: ":") ? 1 : 0
        let hasMinutes = colon == 1 || text.count == 4
        let hours = hasMinutes ? text.extracting(droppingLast: 2 + colon) : text
        guard (1...2).contains(hours.count), let hour = Day.number(hours),
            let minute = hasMinutes ? Day.number(text.extracting(last: 2)) : 0, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// The normalized form, as documents write it: `+03:00`.
    var name: String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(minutes < 0 ? "-" : "+")\(padded(abs(minutes) / 60)):\(padded(abs(minutes) % 60))"
    }
}
