import Dispatching
import Testing
import Vocabulary
import Webhooks

struct WaitingBoundTests {
    /// A rig in which many jobs wait for a host that is left alone.
    private static func rig(jobs: Int, connections: Int) throws -> Rig {
        let rig = try Rig()
        for number in 0..<connections { try rig.put(#""callback_url":"https://dead.example/""#, of: "n\(number)") }
        try rig.put(#""callback_url":"https://good.example/""#, of: "good")
        for number in 0..<20 {
            rig.append(rig.job("n\(number)"))
            rig.read()
            for delivery in rig.begin() { rig.answer(delivery.id, .failure(.connect)) }
        }
        _ = try rig.commit()
        for number in 20..<jobs {
            rig.append(rig.job("n\(number % connections)"))
            rig.read()
            #expect(rig.begin().count == 0)
            if number % 100 == 99 {
                rig.now += 1
                _ = try rig.commit()
            }
        }
        _ = try rig.commit()
        return rig
    }

    @Test func `memory does not grow with the jobs that wait, and a good host does not notice them`() throws {
        let (jobs, connections) = (3_000, 200)
        let rig = try Self.rig(jobs: jobs, connections: connections)
        rig.read()
        #expect(rig.begin().count == 0)
        _ = try rig.commit()
        #expect(rig.dispatcher.gauges.waitingJobs == jobs)
        #expect(rig.dispatcher.gauges.freshJobs == 0)
        #expect((1...32).contains(rig.dispatcher.gauges.indexedJobs), "\(rig.dispatcher.gauges.indexedJobs)")
        #expect(rig.dispatcher.gauges.oldestMilliseconds == Rig.start)
        #expect(rig.offsets[0] == Int64(jobs))
        rig.append(rig.job("good"))
        rig.read()
        #expect(rig.begin().map(\.job.connection.string) == ["good"])
        try rig.crash()
        #expect(rig.dispatcher.gauges.indexedJobs == 1)
        #expect(rig.dispatcher.gauges.waitingJobs == jobs)
    }

    @Test func `all jobs that waited for a host are delivered in order when it is back`() throws {
        let (jobs, connections) = (1_000, 50)
        let rig = try Self.rig(jobs: jobs, connections: connections)
        rig.now += 600_000
        var last: [ConnectionID: Int64] = [:]
        var delivered = 0
        for _ in 0..<3_000 where delivered < jobs {
            for delivery in rig.begin() {
                #expect(last[delivery.job.connection] ?? -1 < delivery.sequence)
                last[delivery.job.connection] = delivery.sequence
                #expect(rig.underWay.count <= rig.options.perHost)
            }
            for id in rig.underWay.keys.sorted() {
                rig.answer(id, .answer(Answer(status: 200, nowSeconds: 0)))
                delivered += 1
            }
            #expect(rig.dispatcher.gauges.indexedJobs <= 64)
            _ = try rig.commit()
            rig.now += 10_000
        }
        #expect(delivered == jobs)
        #expect(rig.counts == [.delivered: jobs])
        #expect(rig.states[0]?.rowCount == 0)
    }

    @Test(arguments: ["during the first look at all connections", "after it"])
    func `settings of any number of connections are heeded, and few of them are noted`(time: String) throws {
        let connections = 400
        var options = DispatchOptions()
        options.bounds.chores = 10
        let rig = try Rig(options)
        for number in 0..<connections {
            try rig.put(#""callback_url":"https://dead.example/""#, of: "n\(number)")
            rig.append(rig.job("n\(number)"))
            rig.read()
            for delivery in rig.begin() { rig.answer(delivery.id, .failure(.connect)) }
            // Some rows are not committed when the settings come.
            if number < connections - 7 { _ = try rig.commit() }
        }
        if time != "after it" {
            _ = try rig.commit()
            try rig.crash()
            _ = rig.beginOnce()
        }
        for round in 0..<3 {
            let closed = round == 2 ? #""closed":true,"# : ""
            for number in (0..<connections).reversed() {
                try rig.put(closed + #""callback_url":"https://dead.example/""#, of: "n\(number)")
                #expect(rig.dispatcher.gauges.chores <= 10 + 7)
            }
            _ = rig.beginOnce()
        }
        for _ in 0..<2_000 where rig.dispatcher.nextBegin <= rig.now || rig.dispatcher.hasChanges {
            _ = rig.beginOnce()
            for id in rig.underWay.keys.sorted() { rig.answer(id, .failure(.connect)) }
            _ = try rig.commit()
        }
        #expect(rig.counts == [.closed: connections])
        #expect(rig.states[0]?.rowCount == 0)
        #expect(rig.dispatcher.gauges.chores == 0)
    }

    @Test func `a step takes a bounded part of a connection with many jobs`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [1_000])
        options.bounds.pendingBytes = 200_000
        let rig = try Rig(options)
        try rig.put(#""callback_url":"https://dead.example/""#, of: "c")
        for _ in 0..<1_500 {
            rig.append(rig.job("c"))
            rig.read()
            for delivery in rig.begin() { rig.answer(delivery.id, .failure(.connect)) }
            if rig.end(of: 0) % 30 == 0 { _ = try rig.commit() }
        }
        _ = try rig.commit()
        rig.now += 10_000
        for delivery in rig.begin() { rig.answer(delivery.id, .failure(.connect)) }
        // All 1,500 have waited longer than the schedule. One step reads about a MiB of them, then a commit must come.
        #expect(rig.dispatcher.nextBegin <= rig.now)
        let before = try #require(try rig.commit()).deadLetters.count
        #expect(before == 1)
        #expect(rig.beginOnce().count == 0)
        let step = try #require(try rig.commit()).deadLetters.count
        #expect((100..<500).contains(step), "\(step)")
        try rig.crash()
        for _ in 0..<10 {
            #expect(rig.begin().count == 0)
            _ = try rig.commit()
        }
        #expect(rig.counts == [.dead: 1_500])
        #expect(rig.states[0]?.rowCount == 0)
    }
}
