import Testing
import Worker

/// Topics that take nothing: when they are tried, and what is told of them.
struct RefusedTopicsTests {
    @Test func `tries follow after 30 s, then 1, 2 and 5 minutes each, and end with an acceptance`() {
        var topics = RefusedTopics()
        var now: Int64 = 1_000
        topics.refuse("a", "no", at: now)
        for pause in [30_000, 60_000, 120_000, 300_000, 300_000] as [Int64] {
            let early = topics.due(at: now + pause - 1)
            #expect(early.isEmpty && topics.nextDue == now + pause)
            now += pause
            let due = topics.due(at: now)
            #expect(due == ["a"])
            topics.refuse("a", "still no", at: now)
        }
        #expect(topics.reason("a") == "still no")
        topics.accept("a")
        let due = topics.due(at: .max)
        #expect(topics.reason("a") == nil && due.isEmpty)
        // Counted anew.
        topics.refuse("a", "no", at: now)
        #expect(topics.nextDue == now + 30_000)
    }

    @Test func `many topics are tried in parts, and one whose try had no answer is tried later`() {
        var topics = RefusedTopics()
        for number in 0..<450 { topics.refuse("t\(1_000 + number)", "no", at: 0) }
        var tried: [String] = []
        for _ in 0..<3 {
            let due = topics.due(at: 30_000)
            #expect(due.count <= 200)
            for topic in due { topics.refuse(topic, "no", at: 30_000) }
            tried += due
        }
        let rest = topics.due(at: 30_000)
        #expect(Set(tried).count == 450 && rest.isEmpty)
        topics = RefusedTopics()
        topics.refuse("a", "no", at: 0)
        let times: [Int64] = [30_000, 30_001, 59_999, 60_000]
        let unanswered = times.map { topics.due(at: $0) }
        #expect(unanswered == [["a"], [], [], ["a"]])
    }

    @Test func `what the state names is known again, and does not replace what this process has found out`() {
        var topics = RefusedTopics()
        topics.refuse("a", "mine", at: 0)
        topics.restore("a", "old", at: 5)
        topics.restore("b", "old", at: 5)
        #expect(topics.reason("a") == "mine" && topics.reason("b") == "old" && topics.count == 2)
        #expect(!topics.mustWrite("a") && topics.mustWrite("b"))
    }

    @Test func `a line comes with the first owed connection and then once a minute, until nothing is refused`() {
        var topics = RefusedTopics()
        func said(at times: Int64...) -> [Bool] { times.map { topics.mustSay(connections: 1, at: $0) } }
        #expect(said(at: 0) == [false])
        topics.refuse("a", "no", at: 0)
        let isSaidEarly = topics.mustSay(connections: 0, at: 0)
        #expect(!isSaidEarly)
        #expect(said(at: 1, 2, 60_000, 60_001, 60_002, 120_001) == [true, false, false, true, false, true])
        topics.accept("a")
        #expect(said(at: 200_000) == [false])
        topics.refuse("a", "no", at: 200_001)
        #expect(said(at: 200_002) == [true])
    }

    @Test func `the first 20 topics are named in order`() {
        var topics = RefusedTopics()
        for number in (10..<60).reversed() { topics.refuse("t\(number)", "\(number)", at: 0) }
        let first = topics.first().map(\.topic)
        #expect(first == (10..<30).map { "t\($0)" })
        topics.accept("t10")
        let next = topics.first().first?.reason
        #expect(next == "11" && topics.count == 49)
    }
}
