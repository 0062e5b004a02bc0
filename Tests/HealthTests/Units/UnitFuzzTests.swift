import Randomness
import Testing
import Vocabulary

@Suite struct UnitFuzzTests {
    private static let pieces: [[UInt8]] =
        [
            "m", "g", "s", "min", "kcal", "degC", "mol", "mol<180.15>", "<", ">", "(", ")", "/", "·", "*", ".", "^",
            "-", "2", "20", "%",
            "count", "k", "mc", "µ", "1e300", "\u{0}", "fm^20", "Tg^20", " ", "🩺",
        ].map { [UInt8]($0.utf8) } + [[0xC2], [0xB7], [0xFF], [0x80]]

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `no bytes crash the parser, and what it takes is a usable unit`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        for _ in 0..<5000 {
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12, using: &dice) {
                text += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &dice)]
            }
            guard let unit = try? unsafe text.withUnsafeBytes({ unsafe try Unit(parsing: $0) }) else { continue }
            #expect([UInt8](unit.string.utf8) == text, "seed \(seed): \(text)")
            #expect(unit.conversion(to: unit)?.isIdentity == true, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `bytes without any sense crash nothing either`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        for _ in 0..<2000 {
            let count = Int.random(in: 0...30, using: &dice)
            let text = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &dice) }
            _ = try? unsafe text.withUnsafeBytes { unsafe try Unit(parsing: $0) }
        }
    }
}
