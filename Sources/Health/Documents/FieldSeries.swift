package import JSON
package import Vocabulary

/// Shows the fields of samples with structure, such as electrocardiograms, as quantities.
package enum FieldSeries {
    /// Returns one series for each field of a sample; the quantities have the bounds of the sample.
    package static func series(of fields: Value, start: Double, end: Double, type: SampleType) -> [Series] {
        guard var members = fields.members else { return [] }
        var series: [Series] = []
        while let member = members.next() {
            if member.value.isNull { continue }
            let isVoltages = type.kind == .electrocardiogram && member.key == "voltages"
            var quantities: [Quantity] = []
            show(member.value, into: &quantities) { number, integer, unit, key in
                let shown = isVoltages && unit == nil ? Literals.microvolt : unit ?? Literals.count
                var quantity = Quantity(start: start, end: end, value: number, unit: shown, type: key)
                quantity.integer = integer
                return quantity
            }
            series.append(Series(key: member.key.bytes, quantities: quantities, isMovable: isVoltages))
        }
        return series
    }

    /// Returns one series for each field of a motion activity that starts at an instant.
    static func series(of activity: MotionActivity, at start: Double) -> [Series] {
        let names = activity.flags.names.map {
            Quantity(start: start, end: start, value: 0, unit: Literals.quoted($0))
        }
        let confidence = Quantity(start: start, end: start, value: Double(activity.confidence), unit: Literals.count)
        return [
            Series(key: Array("activities".utf8), quantities: names),
            Series(key: Array("confidence".utf8), quantities: [confidence]),
        ]
    }

    /// Creates a quantity from a number, its exact integer, its unit, and the JSON string of its key in an object.
    private typealias Make = (_ number: Double, _ integer: Int64?, _ unit: [UInt8]?, _ key: [UInt8]) -> Quantity

    /// Appends a quantity for each element of a list or member of an object, or one quantity for any other value.
    private static func show(
        _ value: Value,
        into quantities: inout [Quantity],
        make: Make
    ) {
        if var elements = value.elements {
            while let element = elements.next() {
                if !element.isNull { quantities.append(single(element, key: [], make: make)) }
            }
        } else if var members = value.members, measured(value) == nil {
            while let member = members.next() {
                if member.value.isNull { continue }
                var quoted = Writer()
                quoted.string(member.key)
                quantities.append(single(member.value, key: quoted.bytes, make: make))
            }
        } else {
            quantities.append(single(value, key: [], make: make))
        }
    }

    /// Creates one quantity from a value: a number, a number with unit, text or a bool; deeper values become JSON text.
    private static func single(
        _ value: Value,
        key: [UInt8],
        make: Make
    ) -> Quantity {
        if let number = value.double { return make(number, exact(value), nil, key) }
        if let bool = value.bool { return make(bool ? 1 : 0, nil, Literals.bool, key) }
        if let (number, unit) = measured(value) { return make(number, exact(value.member("value")), unit, key) }
        var text = Writer()
        if let string = value.text {
            text.string(string)
        } else {
            var json = Writer()
            value.writeCanonical(into: &json)
            text.string(json.bytes)
        }
        return make(0, nil, text.bytes, key)
    }

    /// Returns the integer of a number that was written as an integer; nil for any other value.
    private static func exact(_ value: Value?) -> Int64? { value?.kind == .integer ? value?.integer : nil }

    /// Returns the number and the unit of an object `{value, unit}`, the unit as a JSON string.
    private static func measured(_ value: Value) -> (Double, [UInt8])? {
        guard value.members != nil, value.count == 2, let number = value.member("value")?.double,
            let unit = value.member("unit")?.text
        else { return nil }
        var quoted = Writer()
        quoted.string(unit)
        return (number, quoted.bytes)
    }
}
