import Operations
import Testing

/// Values of Kafka's own tests, `UtilsTest.testMurmur2`, and of librdkafka's.
struct Murmur2Tests {
    @Test(
        arguments: [
            ("21", -973_932_308), ("foobar", -790_332_482), ("a-little-bit-long-string", -985_981_536),
            ("a-little-bit-longer-string", -1_486_304_829),
            ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971), ("abc", 479_470_107),
        ] as [(String, Int32)]
    )
    func `the hash is Java's`(key: String, hash: Int32) {
        #expect(Int32(bitPattern: Murmur2.hash(Array(key.utf8))) == hash)
    }

    @Test func `a partition is never negative, and one of a topic's`() {
        #expect(Murmur2.partition(of: Array("21".utf8), count: 6) == 1_173_551_340 % 6)
        for number in 0..<1_000 {
            #expect((0..<7).contains(Murmur2.partition(of: Array("conn-\(number)".utf8), count: 7)))
        }
        #expect(Murmur2.partition(of: [], count: 1) == 0)
    }
}
