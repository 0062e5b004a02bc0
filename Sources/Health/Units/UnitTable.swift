/// Remembers conversions by the bytes of the unit that was sent: a unit is parsed once, not once per sample.
///
/// One per lane. Unit strings come from outside, hence wrong ones are remembered too.
package struct UnitTable: Sendable {
    private struct Entry {
        let unit: Result<Unit, UnitError>
        /// Few: a unit string is used with one or two canonical units.
        var conversions: [(target: String, conversion: Conversion)] = []
    }

    /// The conversions that samples of each type of the last upload had: a type is mostly sent in one unit.
    var recent = RecentTexts<Conversion>()
    private var known = NameCache<Entry>()

    /// Makes an empty table.
    package init() {}

    /// How to convert numbers of the unit that was sent into a canonical unit.
    package mutating func conversion(
        from text: UnsafeRawBufferPointer,
        to target: Unit
    ) throws(UnitError) -> Conversion {
        // A string too long to be a unit is not kept: it would cost memory for nothing but its error.
        if text.count > UnitParser.longest { throw .tooLong(text.count) }
        let index = unsafe known.index(of: text) {
            Entry(unit: Result { () throws(UnitError) in try unsafe Unit(parsing: text) })
        }
        for made in known[index].conversions where made.target == target.string { return made.conversion }
        let unit = try known[index].unit.get()
        guard let conversion = unit.conversion(to: target) else { throw .incompatible(unit, target) }
        known[index].conversions.append((target.string, conversion))
        return conversion
    }
}
