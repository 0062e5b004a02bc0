import Testing
import Vocabulary

@Suite struct UnitTableTests {
    private func conversion(_ table: inout UnitTable, _ from: String, _ to: String) throws -> Conversion {
        var from = from
        let target = try Unit(to)
        return try from.withUTF8 { unsafe try table.conversion(from: UnsafeRawBufferPointer($0), to: target) }
    }

    @Test func `a remembered conversion is that of the units`() throws {
        var table = UnitTable()
        for _ in 0..<3 {
            #expect(try conversion(&table, "cm", "m")(4200) == 42)
            #expect(try conversion(&table, "cm", "in")(254) == 100)
            #expect(try conversion(&table, "l", "L")(2) == 2)
            #expect(try conversion(&table, "mL", "dl")(200) == 2)
            #expect(try conversion(&table, "degF", "degC")(98.6) == 37)
            #expect(try conversion(&table, "mg/dL", "mg/dL").isIdentity)
        }
    }

    @Test func `a remembered error is that of the unit`() throws {
        var table = UnitTable()
        for _ in 0..<3 {
            #expect(try #require(throws: UnitError.self) { try conversion(&table, "m/s/s", "m") }.code == .malformed)
            #expect(try #require(throws: UnitError.self) { try conversion(&table, "bpm", "m") }.code == .unknown)
            #expect(try #require(throws: UnitError.self) { try conversion(&table, "s", "m") }.code == .incompatible)
        }
    }

    @Test func `what was remembered among many others is right`() throws {
        var table = UnitTable()
        for number in 0..<10_000 {
            #expect(throws: UnitError.self) { try conversion(&table, "wrong\(number)", "m") }
            #expect(try conversion(&table, "km", "m")(1) == 1000)
        }
    }

    @Test func `a string too long to be a unit is refused`() {
        var table = UnitTable()
        #expect(throws: UnitError.self) { try conversion(&table, String(repeating: "m", count: 100_000), "m") }
    }
}
