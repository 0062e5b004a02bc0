extension Catalogue {
    /// The name that documents give to a category value (`mild`, `Deep`); nil for a code without one.
    package static func categoryName(_ type: SampleType, _ code: Int64) -> String? {
        if type == .sleepAnalysis { return sleepNames[code] }
        return type.enumeration?.names[code]
    }

    /// The code of Apple's constant (`HKCategoryValueSeverityMild`); nil if it is none of this type's enumeration.
    package static func categoryCode(_ type: SampleType, appleName: UnsafeRawBufferPointer) -> Int64? {
        unsafe type.enumeration?.code(appleName: appleName)
    }

    /// The stages as the Fork SDK's documents write them, the only values that they name in their own words.
    private static let sleepNames: [Int64: String] = [
        0: "InBed", 1: "Asleep Unspecified", 2: "Awake", 3: "Core", 4: "Deep", 5: "REM",
    ]
}
