import Serving
import Testing

struct RequestDeadlineTests {
    @Test func `a connection may be silent for five seconds`() {
        let clock = RequestDeadline(at: 1_000, limitMilliseconds: 5_000)
        #expect(clock.isSilent)
        #expect(!clock.isOver(at: 5_999))
        #expect(clock.isOver(at: 6_000))
    }

    @Test func `a request has five seconds from its first byte, however many follow`() {
        var clock = RequestDeadline(at: 0, limitMilliseconds: 5_000)
        for now in stride(from: Int64(4_000), through: 8_500, by: 500) { clock.receives(at: now) }
        #expect(!clock.isSilent)
        #expect(!clock.isOver(at: 8_999))
        #expect(clock.isOver(at: 9_000))
    }

    @Test func `an answer has five seconds of its own, and silence after it too`() {
        var clock = RequestDeadline(at: 0, limitMilliseconds: 5_000)
        clock.receives(at: 1_000)
        clock.answers(at: 5_000)
        #expect(!clock.isOver(at: 9_999))
        clock.rests(at: 9_999)
        #expect(clock.isSilent)
        #expect(!clock.isOver(at: 14_998))
        #expect(clock.isOver(at: 14_999))
    }

    @Test func `a response that the server delays has no deadline until the delay is over`() {
        var clock = RequestDeadline(at: 0, limitMilliseconds: 5_000)
        clock.receives(at: 1_000)
        clock.holds()
        #expect(!clock.isSilent && !clock.isOver(at: 900_000))
        clock.answers(at: 900_000)
        #expect(!clock.isOver(at: 904_999) && clock.isOver(at: 905_000))
    }
}
