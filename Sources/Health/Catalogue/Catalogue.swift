/// What HealthKit's samples are called and how the worker treats them: types, values, keys, units and names.
///
/// All lookups by bytes allocate nothing. The tables are generated; they are parsed at their first use.
package enum Catalogue {
    /// The type of an identifier or of an alias of one, which must be exact; nil if it is unknown.
    ///
    /// A type that is known and not processed is found too, see `isKnownButNotProcessed`.
    package static func sampleType(_ identifier: UnsafeRawBufferPointer) -> SampleType? {
        unsafe SampleTypeRow.place(of: identifier).map { SampleType.all[$0] }
    }

    /// The type of an identifier given as a string.
    package static func sampleType(named identifier: String) -> SampleType? {
        var identifier = identifier
        return identifier.withUTF8 { unsafe sampleType(UnsafeRawBufferPointer($0)) }
    }

    /// The type at a place of the catalogue; nil beyond its end, as a newer version may have stored it.
    package static func sampleType(at index: UInt16) -> SampleType? {
        let all = SampleType.all
        return Int(index) < all.count ? all[Int(index)] : nil
    }

    /// All types, in the catalogue's order.
    package static var sampleTypes: [SampleType] { SampleType.all }

    /// Whether samples of a type are real and yet refused by this version: clinical documents in CDA, motion activity.
    package static func isKnownButNotProcessed(_ identifier: UnsafeRawBufferPointer) -> Bool {
        if let type = unsafe sampleType(identifier) { return type.kind == .documentCDA }
        return unsafe identifier.elementsEqual(motionActivity)
    }

    private static let motionActivity = [UInt8]("CMMotionActivity".utf8)
}
