import Kafka
import Synchronization
import System
import Testing
import Worker

/// Who has a partition that is not here is asked of the group, but not for each search.
struct GroupLookupTests {
    @Test func `a member that has the partition is named, and the group is asked again after 5 s`() {
        let time = Mutex<Int64>(0)
        let asked = Mutex(0)
        let clocks = Clocks(steadyMilliseconds: { time.withLock(\.self) })
        let member = GroupMember(
            clientID: "w",
            instanceID: "pod-2",
            host: "/10.0.0.2",
            partitions: [TopicPartition("fork.uploads", 3), TopicPartition("fork.connections", 4)]
        )
        let lookup = GroupLookup(topic: "fork.uploads", clocks) {
            asked.withLock { $0 += 1 }
            return time.withLock { $0 < 9_000 ? [member] : nil }
        }
        #expect(lookup.owner(of: 3) == .init(partition: 3, instance: "pod-2", host: "/10.0.0.2"))
        #expect(lookup.owner(of: 4) == nil)
        #expect(asked.withLock(\.self) == 1)
        time.withLock { $0 = 9_000 }
        #expect(lookup.owner(of: 3) == .init(partition: 3))
        #expect(asked.withLock(\.self) == 2)
    }
}
