import Delivering
import Testing

struct UnservedPartitionsTests {
    @Test func `partitions that nobody has in two looks are unserved`() {
        var unserved = UnservedPartitions()
        #expect(unserved.look(count: 4, assigned: [0], owned: [0]) == [])
        #expect(unserved.look(count: 4, assigned: [0, 2], owned: [0]) == [1, 3])
        #expect(unserved.look(count: 4, assigned: [0, 1, 2, 3], owned: [0, 1]) == [])
        #expect(unserved.look(count: 4, assigned: [0, 1, 2], owned: [0, 1]) == [])
    }

    @Test func `a group that is divided anew has no unserved partitions`() {
        var unserved = UnservedPartitions()
        #expect(unserved.look(count: 2, assigned: [0], owned: [0]) == [])
        // Members have no partitions meanwhile, as far as the group says.
        #expect(unserved.look(count: 2, assigned: [], owned: [0]) == [])
        #expect(unserved.look(count: 2, assigned: [0], owned: [0]) == [])
        #expect(unserved.look(count: 2, assigned: [0], owned: [0]) == [1])
    }

    @Test func `a process without partitions looks, too`() {
        var unserved = UnservedPartitions()
        #expect(unserved.look(count: 1, assigned: [], owned: []) == [])
        #expect(unserved.look(count: 1, assigned: [], owned: []) == [0])
    }

    @Test func `a process that the group has not given its partitions does not look`() {
        var unserved = UnservedPartitions()
        let early = unserved.isDue(at: 20_000)
        #expect(!early)
        unserved.noteGroup(isSettled: true)
        #expect(unserved.look(count: 2, assigned: [0], owned: [0]) == [])
        unserved.noteGroup(isSettled: false)
        let late = unserved.isDue(at: 40_000)
        #expect(!late)
        // What was seen before does not count.
        unserved.noteGroup(isSettled: true)
        #expect(unserved.look(count: 2, assigned: [0], owned: [0]) == [])
    }

    @Test func `looks are 20 s apart`() {
        var unserved = UnservedPartitions()
        unserved.noteGroup(isSettled: true)
        #expect([20_000, 39_999, 40_000].map { unserved.isDue(at: $0) } == [true, false, true])
    }
}
