/// HealthKit's sample types with their documents, category values, metadata keys and workout names.
///
/// Lookups by bytes do not allocate. The tables are generated, and parsed at first use.
package enum Catalogue {
    /// Returns the type of an exact identifier or alias; nil if unknown.
    package static func sampleType(_ identifier: UnsafeRawBufferPointer) -> SampleType? {
        unsafe SampleTypeRow.place(of: identifier).map { SampleType.all[$0] }
    }

    /// Returns the type of an exact identifier or alias; nil if unknown.
    package static func sampleType(named identifier: String) -> SampleType? {
        var identifier = identifier
        return identifier.withUTF8 { unsafe sampleType(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the type at an index; nil if a newer version has stored an index that this version does not know.
    package static func sampleType(at index: UInt16) -> SampleType? {
        let all = SampleType.all
        return Int(index) < all.count ? all[Int(index)] : nil
    }

    /// All types, in the order of the catalogue.
    package static var sampleTypes: [SampleType] { SampleType.all }
}
