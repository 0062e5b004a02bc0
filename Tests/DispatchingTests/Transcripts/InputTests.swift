import Dispatching
import Testing
import Vocabulary
import Webhooks

/// How partitions share the room for jobs in memory.
struct InputTests {
    /// A rig whose partition 0 has a backlog that goes nowhere.
    private static func rig(_ change: (inout MemoryBounds) -> Void) throws -> Rig {
        var options = DispatchOptions()
        change(&options.bounds)
        let rig = try Rig(options, partitions: 2)
        for connection in ["c", "d"] {
            try rig.put(#""callback_url":"https://\#(connection).example/""#, of: connection)
        }
        for _ in 0..<40 { rig.append(rig.job("c")) }
        return rig
    }

    @Test(arguments: [true, false])
    func `a backlog leaves room for other partitions`(byCount: Bool) throws {
        let bytes = try #require(Self.rig { _ in }.job("c").value).count
        let rig = try Self.rig { bounds in
            if byCount { bounds.freshJobs = 12 } else { bounds.freshBytes = 12 * bytes }
        }
        rig.read()
        #expect(rig.dispatcher.gauges.freshJobs == 6)
        #expect(rig.wantsInput([0, 1]) == [false, true])
        // The next one takes half of what is free.
        for _ in 0..<9 { rig.append(rig.job("d", partition: 1)) }
        rig.read()
        #expect(rig.dispatcher.gauges.freshJobs == 9)
        #expect(rig.wantsInput([0, 1]) == [false, false])
    }

    @Test func `a commit makes room, and all of a backlog is read`() throws {
        let rig = try Self.rig { $0.freshJobs = 12 }
        for _ in 0..<60 where rig.dispatcher.gauges.waitingJobs < 40 {
            rig.read()
            rig.now += 1_000
            _ = try rig.commit()
        }
        #expect(rig.dispatcher.gauges.waitingJobs == 40)
        #expect(rig.begin().count == 1)
    }
}
