extension Catalogue {
    /// Returns the name of a category value in documents (`mild`, `Deep`); nil if the code has none.
    package static func categoryName(_ type: SampleType, _ code: Int64) -> String? {
        if type == .sleepAnalysis { return sleepNames[code] }
        return type.enumeration?.names[code]
    }

    /// Returns the code of an Apple constant (`HKCategoryValueSeverityMild`); nil if the type's enumeration lacks it.
    package static func categoryCode(_ type: SampleType, appleName: UnsafeRawBufferPointer) -> Int64? {
        unsafe type.enumeration?.code(appleName: appleName)
    }

    /// The sleep stages as the Fork SDK writes them, the only values whose names differ from Apple's.
    private static let sleepNames: [Int64: String] = [
        0: "InBed", 1: "Asleep Unspecified", 2: "Awake", 3: "Core", 4: "Deep", 5: "REM",
    ]
}
