import Testing
import Vocabulary

@Suite struct DataTypeTests {
    @Test func `every data type is found by its name, and the name is the case's`() {
        #expect(DataType.allCases.count == 35)
        for type in DataType.allCases {
            #expect(DataType(named: type.name) == type)
            #expect(unsafe type.nameBytes.withUnsafeBytes { unsafe DataType($0) } == type)
            #expect(String(describing: type) == type.name)
            #expect(DataType(rawValue: type.rawValue) == type)
        }
        #expect(DataType(named: "Steps") == nil)
        #expect(DataType(named: "") == nil)
    }

    @Test func `data types are ordered by their names' bytes`() {
        let sorted = DataType.allCases.sorted()
        let names = DataType.allCases.map(\.name)
        #expect(sorted.map(\.name) == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(sorted.first == .activitiesSummary)
        #expect(sorted.last == .workouts)
    }

    @Test func `every data type has a sample type, and raw values stay what is stored`() {
        #expect(Set(Catalogue.sampleTypes.map(\.document)) == Set(DataType.allCases))
        #expect(DataType.steps.rawValue == 0)
        #expect(DataType.heart.rawValue == 9)
        #expect(DataType.sleep.rawValue == 21)
        #expect(DataType.activitiesSummary.rawValue == 32)
        #expect(DataType.medications.rawValue == 33)
        #expect(DataType.motion.rawValue == 34)
    }
}
