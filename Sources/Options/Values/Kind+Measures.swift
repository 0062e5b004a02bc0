extension Kind where Value: BinaryInteger {
    /// A duration in milliseconds; a unit is required, because a bare number would be ambiguous.
    static func duration(_ range: ClosedRange<Int>) -> Kind {
        let bounds = "from \(bounded(range, Measure.duration.write))"
        return Kind("TIME", rule: "time \(bounds)") { text throws(Reason) in
            let milliseconds = try Measure.duration.read(text)
            guard range.contains(milliseconds) else { throw Reason("must be \(bounds)") }
            return Value(milliseconds)
        } write: {
            Measure.duration.write(Int($0))
        }
    }

    static func size(_ range: ClosedRange<Int>) -> Kind {
        let bounds = "from \(bounded(range, Measure.size.write))"
        return Kind("SIZE", rule: "size \(bounds)") { text throws(Reason) in
            let bytes = try Measure.size.read(text)
            guard range.contains(bytes) else { throw Reason("must be \(bounds)") }
            return Value(bytes)
        } write: {
            Measure.size.write(Int($0))
        }
    }
}

extension Kind<Double> {
    /// A duration in seconds; `range` is in milliseconds.
    static func seconds(_ range: ClosedRange<Int>) -> Kind {
        Kind<Int>.duration(range).map {
            Double($0) / 1_000
        } back: {
            Int($0 * 1_000)
        }
    }
}

/// Parses and formats whole numbers with a unit.
struct Measure: Sendable {
    /// The units in ascending order; the empty name stands for a number without a unit.
    let units: [(name: String, factor: Int)]
    /// The text for zero.
    let zero: String
    let form: String

    static let duration = Measure(
        units: [("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000)],
        zero: "0s",
        form: "a whole number with a unit, such as 100ms, 60s, 60min, 24h or 400d"
    )
    static let size = Measure(
        units: [("", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)],
        zero: "0",
        form: "a whole number of bytes, or with a unit: 64KiB, 16MiB or 2GiB"
    )

    func read(_ text: String) throws(Reason) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        guard !digits.isEmpty, let unit = units.first(where: { $0.name == rest }) else {
            throw Reason("must be \(form)")
        }
        // An overflow becomes the largest number, which the range check then rejects.
        let (value, overflow) = (Int(digits) ?? .max).multipliedReportingOverflow(by: unit.factor)
        return overflow ? .max : value
    }

    /// Formats a value in the largest unit that gives a whole number: 3600000 is `1h`.
    func write(_ value: Int) -> String {
        guard value > 0, let unit = units.last(where: { value.isMultiple(of: $0.factor) }) else { return zero }
        return "\(value / unit.factor)\(unit.name)"
    }
}
