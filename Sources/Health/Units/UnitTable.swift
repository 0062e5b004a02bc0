/// Remembers conversions by the bytes of the unit that was sent: a unit is parsed once, not once per sample.
///
/// One per lane. Unit strings come from outside, so the table is bounded: when it is full it forgets everything.
package struct UnitTable: Sendable {
    private struct Entry {
        var unit: Result<Unit, UnitError>
        /// Few: a unit string is used with one or two canonical units.
        var conversions: [(target: String, conversion: Conversion)] = []
    }

    /// How many unit strings, and how many conversions, are kept.
    package static let capacity = 4096

    /// The unit in which each type came last.
    var recent = RecentUnits()
    private var names = NameTable(capacity: 64)
    private var entries: [Entry] = []
    private var conversionCount = 0

    /// Makes an empty table.
    package init() {}

    /// How many unit strings are remembered.
    package var count: Int { entries.count }

    /// The unit of a string; the same error for the same wrong string.
    package mutating func unit(_ text: UnsafeRawBufferPointer) throws(UnitError) -> Unit {
        try entries[try unsafe index(of: text)].unit.get()
    }

    /// How to convert numbers of the unit that was sent into another unit, mostly a canonical one.
    package mutating func conversion(
        from text: UnsafeRawBufferPointer,
        to target: Unit
    ) throws(UnitError) -> Conversion {
        let index = try unsafe index(of: text)
        for known in entries[index].conversions where known.target == target.string { return known.conversion }
        let unit = try entries[index].unit.get()
        guard let conversion = unit.conversion(to: target) else { throw .incompatible(unit, target) }
        guard conversionCount < Self.capacity else {
            removeAll()
            return conversion
        }
        entries[index].conversions.append((target.string, conversion))
        conversionCount += 1
        return conversion
    }

    private mutating func index(of text: UnsafeRawBufferPointer) throws(UnitError) -> Int {
        // A string too long to be a unit is not kept: it would cost memory for nothing but its error.
        if text.count > UnitParser.longest { throw .tooLong(text.count) }
        if let index = unsafe names.index(of: text) { return index }
        if entries.count >= Self.capacity { removeAll() }
        let unit = Result { () throws(UnitError) in try unsafe Unit(parsing: text) }
        entries.append(Entry(unit: unit))
        return unsafe names.insert(text)
    }

    private mutating func removeAll() {
        names.removeAll()
        entries.removeAll(keepingCapacity: true)
        conversionCount = 0
    }
}
