import Store
import Testing
import Worker

struct MemoryPlanTests {
    private static let mebibyte = 1 << 20

    @Test(arguments: [(96, 1), (128, 1), (256, 1), (512, 1), (512, 4), (1024, 1), (2048, 16), (4096, 2)])
    func `all that is planned comes to no more than the limit, an upload of a mebibyte in every lane too`(
        limit: Int,
        lanes: Int
    ) {
        let plan = MemoryPlan(totalBytes: limit * Self.mebibyte, lanes: lanes, uploadMaxBytes: 16 * Self.mebibyte)
        #expect(plan.sumBytes <= limit * Self.mebibyte)
        #expect(plan.readingBytes >= 13 * Self.mebibyte * lanes)
        let queues = (plan.consumerKiB + plan.producerKiB) * 1024
        let parts = plan.store.cacheBytes + plan.store.writeBufferBytes + plan.readingBytes
        #expect(parts + (queues + plan.batchBytes + plan.stateCacheBytes) * lanes <= plan.sumBytes)
    }

    @Test(arguments: [(1, 0), (2, 32), (16, 15 * 32)])
    func `an upload takes up to 32 times what it has beyond a mebibyte`(upload: Int, beyond: Int) {
        let plan = MemoryPlan(
            totalBytes: 512 * Self.mebibyte,
            lanes: 1,
            uploadMaxBytes: upload * Self.mebibyte
        )
        #expect(plan.beyondBytes == beyond * Self.mebibyte)
    }

    @Test func `the default limit is kept far below, since the system's cache of files is worth more to a lane then`() {
        func sum(_ limit: Int) -> Int {
            MemoryPlan(totalBytes: limit * Self.mebibyte, lanes: 1, uploadMaxBytes: 16 * Self.mebibyte).sumBytes
        }
        #expect(sum(512) <= 215 * Self.mebibyte)
        #expect(sum(512) > sum(256) && sum(4096) > 2 * sum(512))
    }

    @Test(arguments: [1, 2, 16]) func `the least limit is held, and a mebibyte less is not`(lanes: Int) {
        let upload = 16 * Self.mebibyte
        let least = MemoryPlan.leastBytes(lanes: lanes, uploadMaxBytes: upload)
        func sum(_ limit: Int) -> Int { MemoryPlan(totalBytes: limit, lanes: lanes, uploadMaxBytes: upload).sumBytes }
        #expect(sum(least) <= least)
        #expect(sum(least - Self.mebibyte) > least - Self.mebibyte)
    }

    @Test func `a limit that many lanes exceed leaves a quarter for data all the same, and the sum says so`() {
        let plan = MemoryPlan(totalBytes: 64 * Self.mebibyte, lanes: 4, uploadMaxBytes: Self.mebibyte)
        #expect(plan.sumBytes > 64 * Self.mebibyte)
        #expect(plan.store.cacheBytes >= 700_000)
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

    @Test func `lanes and uploads beyond any memory are numbers all the same`() {
        let plan = MemoryPlan(totalBytes: 64 * Self.mebibyte, lanes: 1 << 60, uploadMaxBytes: 1 << 62)
        #expect(plan.beyondBytes > 1 << 60 && plan.readingBytes > 1 << 60)
        #expect(plan.sumBytes > 1 << 60)
        #expect(plan.store.cacheBytes >= 700_000)
    }
}
