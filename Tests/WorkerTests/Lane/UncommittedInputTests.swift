import Observation
import Testing
import Worker

/// What is in hand is told by partition, so that one that fails takes only its own away.
struct UncommittedInputTests {
    @Test func `uploads are counted, and their time by the oldest of them`() {
        var input = UncommittedInput()
        #expect(input.uploads == 0 && input.oldest == nil)
        input.note(5_000, in: 0)
        input.note(3_000, in: 1)
        input.note(nil, in: 1)
        #expect(input.uploads == 3 && input.oldest == 3_000)
        let latency = input.latency(committedAt: 7_000)
        input.note(4_000, in: 1)
        #expect(input.oldest == 3_000 && input.uploads(of: 1).count == 3)
        #expect(latency.uploads == 2 && latency.meanSeconds == 3 && latency.longestSeconds == 4)
    }

    @Test func `a partition that is left alone takes only its own uploads away`() {
        var input = UncommittedInput()
        input.note(5_000, in: 0)
        input.note(3_000, in: 1)
        input.note(6_000, in: 2)
        input.forget([1, 7])
        #expect(input.uploads == 2 && input.oldest == 5_000)
        #expect(input.latency(committedAt: 7_000).longestSeconds == 2)
        input.forget([0, 2])
        #expect(input.uploads == 0 && input.latency(committedAt: 7_000).uploads == 0)
    }
}
