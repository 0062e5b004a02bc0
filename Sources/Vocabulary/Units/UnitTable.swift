/// A cache of unit conversions, so that a unit string is parsed once instead of once per sample.
///
/// Each processor has its own cache. Unit strings come from outside, so invalid ones are cached too.
package struct UnitTable: Sendable {
    private struct Entry {
        let unit: Result<Unit, UnitError>
        /// The conversions of this unit so far, usually to only one or two canonical units.
        var conversions: [(target: String, conversion: Conversion)] = []
    }

    /// The last conversion of each sample type within one upload, because a type usually has one unit.
    package var recent = RecentTexts<Conversion>()
    private var known = NameCache<Entry>()

    package init() {}

    /// Returns the conversion from an uploaded unit to a canonical unit.
    package mutating func conversion(
        from text: UnsafeRawBufferPointer,
        to target: Unit
    ) throws(UnitError) -> Conversion {
        // A string that is too long to be a unit is not cached, to save memory.
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
