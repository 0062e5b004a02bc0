/// The values of one of HealthKit's category enumerations, which several types may share.
struct CategoryEnumeration: Sendable {
    private(set) var names: [Int64: String] = [:]
    private var appleNames = NameTable()
    private var appleCodes: [Int64] = []

    /// The code of Apple's constant; nil if it belongs to another enumeration or to none.
    func code(appleName: UnsafeRawBufferPointer) -> Int64? {
        unsafe appleNames.index(of: appleName).map { appleCodes[$0] }
    }

    private mutating func add(_ code: Int64, appleName: String) {
        if appleNames.insert(appleName) == appleCodes.count { appleCodes.append(code) }
    }

    /// The enumerations by Apple's name, parsed at the first use.
    static let all: [String: CategoryEnumeration] = {
        var all: [String: CategoryEnumeration] = [:]
        for fields in tableRows(table) {
            guard fields.count == 3, let code = Int64(fields[1]) else { continue }
            all[fields[0], default: CategoryEnumeration()].names[code] = fields[2]
            all[fields[0]]?.add(code, appleName: Health.appleName(fields[0], fields[2]))
        }
        // Apple's name of the value before sleep had stages, still in every older export.
        all["HKCategoryValueSleepAnalysis"]?.add(1, appleName: "HKCategoryValueSleepAnalysisAsleep")
        return all
    }()

    /// The enumeration with its names as they were before iOS 18 called it vaginal bleeding, too.
    func withMenstrualFlowNames() -> CategoryEnumeration {
        var enumeration = self
        for (code, name) in names {
            enumeration.add(code, appleName: Health.appleName("HKCategoryValueMenstrualFlow", name))
        }
        return enumeration
    }
}
