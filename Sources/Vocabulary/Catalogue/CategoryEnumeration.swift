/// One of HealthKit's category enumerations, which several types may share.
struct CategoryEnumeration: Sendable {
    private(set) var names: [Int64: String] = [:]
    private var appleNames = NameTable()
    private var appleCodes: [Int64] = []

    /// Returns the code of an Apple constant; nil if this enumeration lacks it.
    func code(appleName: UnsafeRawBufferPointer) -> Int64? {
        unsafe appleNames.index(of: appleName).map { appleCodes[$0] }
    }

    private mutating func add(_ code: Int64, appleName: String) {
        if appleNames.insert(appleName) == appleCodes.count { appleCodes.append(code) }
    }

    /// All enumerations, by Apple's name; parsed at first use.
    static let all: [String: CategoryEnumeration] = {
        var all: [String: CategoryEnumeration] = [:]
        for fields in tableRows(table) {
            guard fields.count == 3, let code = Int64(fields[1]) else { continue }
            all[fields[0], default: CategoryEnumeration()].names[code] = fields[2]
            all[fields[0]]?.add(code, appleName: Vocabulary::appleName(fields[0], fields[2]))
        }
        return all
    }()

    /// Returns a copy of the enumeration that also knows Apple's older names for the values of one type.
    func withAliases(ofType identifier: String) -> CategoryEnumeration {
        var enumeration = self
        for fields in tableRows(Self.aliases) where fields.count == 3 && fields[1] == identifier {
            if let code = Int64(fields[2]) { enumeration.add(code, appleName: fields[0]) }
        }
        return enumeration
    }
}
