import Randomness
import Testing
import Webhooks

struct RetryScheduleTests {
    @Test(
        arguments: [
            ("5s,5min,30min,2h,5h,10h,14h,20h,24h", [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]),
            ("none", []), ("1d", [86_400]), ("0s", [0]), ("365d", [31_536_000]), ("5s,5s", [5, 5]),
        ] as [(String, [Int64])]
    )
    func `a schedule is a list of times`(text: String, seconds: [Int64]) {
        let schedule = RetrySchedule(text)
        #expect(schedule?.delaysMilliseconds == seconds.map { $0 * 1_000 })
        #expect(schedule?.totalMilliseconds == seconds.reduce(0, +) * 1_000)
        #expect((schedule == .standard) == (seconds.count == 9))
    }

    @Test func `a time can have milliseconds`() {
        #expect(RetrySchedule("250ms")?.delaysMilliseconds == [250])
    }

    @Test(arguments: [
        "", "5", "s", "5 s", " 5s", "5s ", "5s,", ",5s", "5s,,5s", "-5s", "+5s", "5.5s", "5m", "5S", "366d", "None",
        "none,5s",
        "9223372036854775807h", "99999999999999999999s", "٥s", "5s;5s",
    ])
    func `another text is no schedule`(text: String) {
        #expect(RetrySchedule(text) == nil)
    }

    @Test func `a schedule has at most 100 times`() {
        func schedule(_ count: Int) -> RetrySchedule? {
            RetrySchedule(Array(repeating: "1s", count: count).joined(separator: ","))
        }
        #expect(schedule(100)?.delaysMilliseconds.count == 100)
        #expect(schedule(101) == nil)
    }

    @Test func `each failure waits its time, and the last one is the end`() throws {
        let schedule = try #require(RetrySchedule("5s,5min"))
        #expect(schedule.delayMilliseconds(afterFailure: 1, random: .max / 2) == 5_000)
        #expect(schedule.delayMilliseconds(afterFailure: 2, random: .max / 2) == 300_000)
        for number in [Int.min, -1, 0, 3, 4, Int.max] {
            #expect(schedule.delayMilliseconds(afterFailure: number, random: 0) == nil, "\(number)")
        }
        #expect(RetrySchedule("none")?.delayMilliseconds(afterFailure: 1, random: 0) == nil)
    }

    @Test func `a time varies evenly from 80 to 120 percent`() throws {
        let schedule = try #require(RetrySchedule("10s,0s,1ms,365d"))
        #expect(schedule.delayMilliseconds(afterFailure: 1, random: 0) == 8_000)
        #expect(schedule.delayMilliseconds(afterFailure: 1, random: .max) == 12_000)
        #expect(schedule.delayMilliseconds(afterFailure: 2, random: .max) == 0)
        #expect(schedule.delayMilliseconds(afterFailure: 3, random: .max) == 1)
        #expect(schedule.delayMilliseconds(afterFailure: 4, random: .max) == 37_843_200_000)
        var dice = SeededRandom(seed: 3)
        var tenths = [Int](repeating: 0, count: 10)
        for _ in 0..<20_000 {
            let delay = try #require(schedule.delayMilliseconds(afterFailure: 1, random: dice.next()))
            #expect((8_000...12_000).contains(delay))
            tenths[min(9, Int(delay - 8_000) / 400)] += 1
        }
        #expect(tenths.allSatisfy { (1_800...2_200).contains($0) }, "seed 3: \(tenths)")
    }
}
