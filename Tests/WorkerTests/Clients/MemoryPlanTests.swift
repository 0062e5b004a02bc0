import Store
import Testing
import Worker

struct MemoryPlanTests {
    private static let mebibyte = 1 << 20

    @Test(arguments: [(512, 1, 16), (1024, 1, 16), (2048, 4, 16), (4096, 2, 64), (512, 1, 1)])
    func `all that is planned, the longest upload in every lane too, is within the limit`(
        limit: Int,
        lanes: Int,
        upload: Int
    ) {
        let total = limit * Self.mebibyte
        let plan = MemoryPlan(totalBytes: total, lanes: lanes, uploadMaxBytes: upload * Self.mebibyte)
        let queues = (plan.consumerKiB + plan.producerKiB) * 1024
        let planned =
            plan.store.cacheBytes + plan.store.writeBufferBytes + plan.readingBytes
            + (queues + plan.batchBytes + plan.stateCacheBytes) * lanes
        #expect(planned <= total)
        #expect(plan.readingBytes >= 13 * upload * Self.mebibyte * lanes)
    }

    @Test func `a limit that the longest uploads exceed is shared out by half all the same`() {
        let plan = MemoryPlan(totalBytes: 64 * Self.mebibyte, lanes: 4, uploadMaxBytes: 512 * Self.mebibyte)
        #expect(plan.readingBytes > 64 * Self.mebibyte)
        #expect(plan.store.cacheBytes >= 7 * Self.mebibyte)
    }

    @Test(arguments: [2, 4, 16]) func `what is planned for all lanes is shared out among them`(lanes: Int) {
        let one = MemoryPlan(totalBytes: 16_384 * Self.mebibyte, lanes: 1, uploadMaxBytes: 1)
        let each = MemoryPlan(totalBytes: 16_384 * Self.mebibyte, lanes: lanes, uploadMaxBytes: 1)
        #expect(each.consumerKiB * lanes <= one.consumerKiB)
        #expect(each.producerKiB * lanes <= one.producerKiB)
        #expect(each.batchBytes * lanes <= one.batchBytes)
        #expect(each.stateCacheBytes * lanes <= one.stateCacheBytes)
    }

    @Test func `a lane has what it can't do without, however little there is`() {
        let plan = MemoryPlan(totalBytes: Self.mebibyte, lanes: 4, uploadMaxBytes: 1)
        #expect(plan.consumerKiB == 1_024 && plan.producerKiB == 4_096 && plan.batchBytes == Self.mebibyte)
    }

    @Test func `uploads longer than any memory leave half of the limit`() {
        let plan = MemoryPlan(totalBytes: 64 * Self.mebibyte, lanes: 1 << 20, uploadMaxBytes: 1 << 40)
        #expect(plan.readingBytes == .max)
        #expect(plan.store.cacheBytes >= 7 * Self.mebibyte)
    }
}
