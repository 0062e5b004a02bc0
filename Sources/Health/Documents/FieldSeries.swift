package import JSON

/// How the fields of a sample that has a kind of its own are shown as quantities.
package enum FieldSeries {
    /// The sample's other fields, by name: each a list of quantities with the sample's bounds.
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

    /// Makes a quantity of a number, of the integer that it was written as, of its unit, and of the key that it has in an
    /// object, in quotes.
    private typealias Make = (_ number: Double, _ integer: Int64?, _ unit: [UInt8]?, _ key: [UInt8]) -> Quantity

    /// A field as quantities: a list as one for each element, an object as one for each value with its key as the type.
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

    /// One value as one quantity: a number, a number with its unit, a text, a truth value; what is deeper as its JSON.
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

    /// An integer that was written as one.
    private static func exact(_ value: Value?) -> Int64? { value?.kind == .integer ? value?.integer : nil }

    /// The number and the quoted unit of `{value, unit}`.
    private static func measured(_ value: Value) -> (Double, [UInt8])? {
        guard value.members != nil, value.count == 2, let number = value.member("value")?.double,
            let unit = value.member("unit")?.text
        else { return nil }
        var quoted = Writer()
        quoted.string(unit)
        return (number, quoted.bytes)
    }
}
