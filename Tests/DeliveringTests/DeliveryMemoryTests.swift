import Delivering
import Dispatching
import Testing

/// The memory limit holds jobs and everything else.
struct DeliveryMemoryTests {
    @Test(arguments: [64 << 20, 256 << 20, 1 << 30, 64 << 30])
    func `the parts of a limit are within it, three times what is sent counted`(limitBytes: Int) {
        let memory = DeliveryMemory(limitBytes: limitBytes)
        let bounds = memory.bounds
        #expect(memory.jobsBytes + memory.restBytes == limitBytes)
        #expect(bounds.freshBytes + 3 * bounds.requestBytes + bounds.pendingBytes <= memory.jobsBytes)
        #expect(bounds.pendingBytes >= 1 << 20)
        #expect(bounds.requestBytes > bounds.pendingBytes && bounds.freshBytes > bounds.requestBytes)
    }
}
