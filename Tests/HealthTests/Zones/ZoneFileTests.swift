import Randomness
import Testing
import Vocabulary

@Suite struct ZoneFileTests {
    private let whole = ZoneFiles.file(before: 0, [(time: 0, offset: 3600)], rule: "CET-1")

    @Test func `a file that ends anywhere before its end is refused`() throws {
        #expect(try Zone(name: "A", tzif: whole).offset(atSecondsSince2001: 0) == 3600)
        for count in whole.indices {
            let error = try #require(throws: ZoneError.self) { try Zone(name: "A", tzif: Array(whole[..<count])) }
            #expect(error.message.hasPrefix("The zone file of A cannot be used: "))
        }
    }

    @Test func `a file of the first version is read as far as it goes`() throws {
        // The first header and block of version 1: one transition at 1970-01-01 with a 32-bit time.
        let numbers: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4]
        let header = [UInt8]("TZif\0".utf8) + [UInt8](repeating: 0, count: 15) + numbers
        let types: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0x0E, 0x10, 0, 0]
        let zone = try Zone(name: "A", tzif: header + [0, 0, 0, 0, 1] + types + [UInt8]("LMT\0".utf8))
        #expect(zone.offset(atSecondsSince2001: -978_307_201) == 0)
        #expect(zone.offset(atSecondsSince2001: -978_307_200) == 3600)
    }

    @Test func `transitions out of order, far offsets and leap seconds are refused`() {
        let files = [
            ZoneFiles.file(before: 0, [(time: 5, offset: 0), (time: 5, offset: 1)]),
            ZoneFiles.file(before: 0, [(time: 5, offset: 0), (time: 4, offset: 1)]),
            ZoneFiles.file(before: 93_600), ZoneFiles.file(before: -93_600), ZoneFiles.file(before: .min),
            ZoneFiles.file(before: 0, [(time: .min, offset: 0)]), ZoneFiles.file(before: 0, [(time: .max, offset: 0)]),
            [UInt8](repeating: 0, count: 2 << 20), [],
        ]
        for file in files { #expect(throws: ZoneError.self) { try Zone(name: "A", tzif: file) } }
        #expect(throws: Never.self) { try Zone(name: "A", tzif: ZoneFiles.file(before: 93_599)) }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `a damaged file is refused or gives days that agree with their bounds`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        var file = whole
        if let real = ZoneFiles.read("Europe/Vilnius"), seed.isMultiple(of: 2) { file = real }
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            file[Int.random(in: file.indices, using: &dice)] = UInt8.random(in: .min ... .max, using: &dice)
        }
        guard let zone = try? Zone(name: "A", tzif: file) else { return }
        for _ in 0..<50 {
            let instant = Double.random(in: -3e9...3e9, using: &dice)
            let bounds = zone.bounds(of: zone.localDay(instant))
            #expect(bounds.start <= instant && instant < bounds.end, "seed \(seed), \(instant)")
        }
    }
}
