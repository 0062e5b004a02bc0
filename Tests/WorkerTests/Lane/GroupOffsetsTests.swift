import Testing
import Worker

/// Which inputs a lane takes for other ones than it has read.
struct GroupOffsetsTests {
    private static func committed(_ inputs: [Input]) -> GroupOffsets {
        var offsets = GroupOffsets()
        offsets.sending(inputs)
        offsets.ended(isCommitted: true)
        return offsets
    }

    @Test func `an input is asked for once the group has an offset of it`() {
        var offsets = GroupOffsets()
        #expect(offsets.asked(before: [.uploads(2): 4]) == [])
        offsets.restored(2, [.connections(2)])
        #expect(offsets.asked(before: [.uploads(2): 4]) == [.connections(2)])
        offsets.sending([.uploads(2)])
        offsets.ended(isCommitted: true)
        // Both inputs, although the commit moves one: nobody else would look at the other.
        #expect(offsets.asked(before: [.uploads(2): 5]) == [.connections(2), .uploads(2)])
        #expect(offsets.asked(before: [.uploads(1): 5]) == [])
        #expect(offsets.asked(before: [:]) == [])
    }

    @Test func `what was not committed is not missed`() {
        var offsets = GroupOffsets()
        offsets.sending([.uploads(0)])
        offsets.ended(isCommitted: false)
        #expect(offsets.asked(before: [.uploads(0): 5]) == [])
    }

    @Test func `nothing is asked for twice in one transaction, which holds the group's offsets itself by then`() {
        var offsets = Self.committed([.uploads(0)])
        offsets.sending([.uploads(0)])
        #expect(offsets.asked(before: [.uploads(0): 5]) == [])
        offsets.ended(isCommitted: false)
        #expect(offsets.asked(before: [.uploads(0): 5]) == [.uploads(0)])
    }

    @Test func `a restore says anew what the group has, of its partition alone`() {
        var offsets = Self.committed([.uploads(0), .connections(0), .uploads(1)])
        offsets.restored(0, [])
        #expect(offsets.asked(before: [.uploads(0): 5, .uploads(1): 5]) == [.uploads(1)])
    }

    @Test func `logs are compared every 25 s, and 10 s after a failure`() {
        var offsets = GroupOffsets()
        let due = [40_000, 64_999, 65_000].map { offsets.isDue(at: $0) }
        #expect(due == [true, false, true])
        offsets.failed(at: 65_000)
        let dueAgain = [74_999, 75_000, 99_999].map { offsets.isDue(at: $0) }
        #expect(dueAgain == [false, true, false])
    }
}
