/// Reads the header `retry-after` (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// The longest time that a receiver can ask for.
    package static let secondsMax = 86_400

    /// Returns the seconds to wait, at most a day; nil if the value is neither a number of seconds nor a date.
    package static func seconds(_ value: [UInt8], nowSeconds: Int64) -> Int? {
        let text = value.trimmed
        if !text.isEmpty, text.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return min(Int(String(decoding: text, as: UTF8.self)) ?? secondsMax, secondsMax)
        }
        guard let date = HTTPDate.unixSeconds(text, nowSeconds: nowSeconds) else { return nil }
        return Int(min(max(date - nowSeconds, 0), Int64(secondsMax)))
    }
}
