import Health
import Randomness
import Testing
import Vocabulary

struct StateKeyTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `stateKeys of days are in the range of their days and in no other`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let day = Int32.random(in: Int32.min...Int32.max, using: &dice)
            let hour = UInt8.random(in: 0...23, using: &dice)
            let id = UUID128(hi: dice.next(), lo: dice.next())
            let stateKey = StateKey(.published, day: day, stream: .heart, hour: hour, id: id)
            #expect(stateKey.day == day && stateKey.hour == hour && stateKey.id == id)
            #expect(stateKey.stream == DataType.heart.rawValue)
            #expect(StateKey.range(.published, days: day...day).contains(stateKey), "seed \(seed)")
            #expect(StateKey.range(.published, day: day, stream: .heart).contains(stateKey), "seed \(seed)")
            #expect(!StateKey.range(.published, day: day, stream: .sleep).contains(stateKey), "seed \(seed)")
            #expect(!StateKey.range(.segment, days: day...day).contains(stateKey), "seed \(seed)")
            if day < .max { #expect(!StateKey.range(.published, days: day + 1...Int32.max).contains(stateKey)) }
            if day > .min { #expect(!StateKey.range(.published, days: Int32.min...day - 1).contains(stateKey)) }
        }
    }

    @Test func `days ascend, also across 2001`() {
        let days: [Int32] = [.min, -400, -1, 0, 1, 8000, .max]
        let stateKeys = days.map { StateKey(.segment, day: $0, stream: .steps) }
        #expect(stateKeys == stateKeys.sorted())
        #expect(StateKey(.summary) < StateKey(.segment, day: .min, stream: .steps))
    }

    @Test(arguments: [
        (0.0, 0.0, Int32(0), UInt8(0)), (3599.9, 3600, 0, 0), (3600, 3600, 0, 1), (-0.001, 0, -1, 23),
        (86_399.999, 86_400, 0, 23), (21_599.999, 21_600, 0, 5), (21_600, 21_600, 0, 6),
    ])
    func `heart is kept by the hour, sleep by the day, most by six hours`(
        start: Double,
        end: Double,
        day: Int32,
        hour: UInt8
    ) {
        let heart = StateKey.segment(stream: .heart, start: start, end: end)
        #expect(heart.day == day && heart.hour == hour && heart.kind == .segment)
        let sleep = StateKey.segment(stream: .sleep, start: start, end: end)
        #expect(sleep.day == day && sleep.hour == 0)
        let steps = StateKey.segment(stream: .steps, start: start, end: end)
        #expect(steps.day == day && steps.hour == hour / 6 * 6 && steps.kind == .segment)
        #expect(!steps.isOrigins && StateKey.range(.segment, days: day...day).contains(.origins(day: day)))
    }

    @Test func `what is longer than a day, and characteristics, stand apart`() {
        #expect(StateKey.segment(stream: .steps, start: 0, end: 86_400).kind == .segment)
        #expect(StateKey.segment(stream: .steps, start: 0, end: 86_400.5).kind == .long)
        #expect(StateKey.segment(stream: .characteristic, start: 0, end: 0).kind == .long)
    }
}
