import JSON
import Testing
import Worker

struct ConsumerStatisticsTests {
    @Test func `responses, fetched records and events are added up`() {
        var parser = Parser()
        let text = """
            {"name": "c", "replyq": 3, "brokers": {"a:9/1": {"nodeid": 1, "nodename": "a:9", "rx": 38},
            "GroupCoordinator": {"nodeid": 1, "nodename": "a:9", "rx": 2}, "b:9/bootstrap": {"nodeid": -1, "rx": 2, "rxbytes": 9}}, "topics":
            {"u": {"partitions": {"0": {"fetchq_cnt": 5}, "-1": {"fetchq_cnt": 0}}}, "c": {"partitions": {"1": {"fetchq_cnt": 7}}}}}
            """
        let found = ConsumerStatistics(Array(text.utf8), by: &parser)
        #expect(found?.responses == 42)
        #expect(found?.brokers.map { "\($0.key) \($0.value.address) \($0.value.responses)" } == ["1 a:9 40"])
        #expect(found?.fetched == 12)
        #expect(found?.events == 3)
    }

    @Test(arguments: ["", "[]", "{}", "{\"brokers\": 1}", "{\"brokers\": {}"])
    func `what is no statistics is none`(text: String) {
        var parser = Parser()
        #expect(ConsumerStatistics(Array(text.utf8), by: &parser) == nil)
    }

    @Test func `statistics longer than can be are not read`() {
        var parser = Parser()
        let text = Array(#"{"brokers":{}}"#.utf8)
        let blank = [UInt8](repeating: UInt8(ascii: " "), count: ConsumerStatistics.longestBytes - text.count)
        #expect(ConsumerStatistics(text + blank, by: &parser) != nil)
        #expect(ConsumerStatistics(text + blank + [UInt8(ascii: " ")], by: &parser) == nil)
    }

    @Test func `an answer came after the count before it`() {
        var watch = AnswerWatch()
        #expect(watch.look(0, at: 1_000) == nil)
        #expect(watch.look(7, at: 6_000) == 1_000)
        #expect(watch.look(7, at: 11_000) == nil)
        #expect(watch.look(8, at: 16_000) == 11_000)
        var later = AnswerWatch()
        #expect(later.look(3, at: 500) == 500)
    }
}
