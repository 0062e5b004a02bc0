package import JSON

/// Instants as uploads write them: an ISO 8601 string with an offset, or a number of seconds since 2001.
package enum DateText {
    /// The instant of a field.
    package static func instant(_ value: Value?, _ field: @autoclosure () -> String) throws(Refusal) -> Double {
        guard let value else { throw .missing(field()) }
        if let number = value.double {
            guard Instant.isDate(number) else {
                throw Refusal(.invalidValue, "The field `\(field())` is no date up to the year 9999.")
            }
            // Adding zero makes -0 the same as 0.
            return number + 0
        }
        guard let text = value.text else { throw .wrongType(field(), "a date") }
        guard let instant = unsafe text.withBytes({ unsafe Self.instant($0) }) else {
            throw .noDate(field())
        }
        return instant
    }

    /// The instant that an ISO 8601 text names; nil for everything else.
    package static func instant(_ text: UnsafeRawBufferPointer) -> Double? {
        var reader = unsafe Reader(text: text)
        guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"),
            let day = reader.digits(2), reader.take("T") || reader.take("t"), let hour = reader.digits(2), hour < 24,
            reader.take(":"), let minute = reader.digits(2), minute < 60,
            let date = Day(year: year, month: month, day: day)
        else { return nil }
        var seconds = 0
        var fraction = 0.0
        if reader.take(":") {
            guard let value = reader.digits(2), value < 60 else { return nil }
            seconds = value
            if reader.take(".") || reader.take(",") {
                guard let value = reader.fraction() else { return nil }
                fraction = value
            }
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        return Double(Int(date.days) * 86_400 + hour * 3600 + minute * 60 + seconds - offset) + fraction
    }

    @safe private struct Reader {
        let text: UnsafeRawBufferPointer
        var at = 0

        var isAtEnd: Bool { unsafe at == text.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard unsafe at < text.count, unsafe text[at] == UInt8(ascii: character) else { return false }
            at += 1
            return true
        }

        mutating func digit() -> Int? {
            guard unsafe at < text.count, unsafe (48...57).contains(text[at]) else { return nil }
            defer { at += 1 }
            return unsafe Int(text[at]) - 48
        }

        mutating func digits(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        /// The digits after the point; those beyond the fifteenth are beyond a double and are passed over.
        mutating func fraction() -> Double? {
            var value = 0
            var scale = 1
            guard let first = digit() else { return nil }
            value = first
            scale = 10
            while let next = digit() {
                if scale < 1_000_000_000_000_000 {
                    value = value * 10 + next
                    scale *= 10
                }
            }
            return Double(value) / Double(scale)
        }

        /// The offset from UTC in seconds: `Z`, `+02:00`, `+0200` or `+02`.
        mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign = take("+") ? 1 : take("-") ? -1 : 0
            guard sign != 0, let hours = digits(2), hours < 24 else { return nil }
            if isAtEnd { return sign * hours * 3600 }
            _ = take(":")
            guard let minutes = digits(2), minutes < 60 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}
