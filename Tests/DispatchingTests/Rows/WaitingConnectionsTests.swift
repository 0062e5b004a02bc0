import Dispatching
import Testing
import Vocabulary
import Webhooks

struct WaitingConnectionsTests {
    /// Lets the jobs of many connections of one host fail, until the host is left alone from second 1 to second 31.
    private static func leftAlone() throws -> (rig: Rig, commits: [DispatchCommit]) {
        let rig = try Rig()
        for number in 0..<21 {
            try rig.put(#""callback_url":"https://one.example:443/key""#, of: "c\(number)")
            rig.append(rig.job("c\(number)"))
        }
        rig.read()
        _ = rig.begin()
        rig.now += 1_000
        for sequence in 0..<20 {
            let id = try #require(rig.request(Int64(sequence))).delivery.id
            let reason = FailureReason(sequence == 19 ? "Connection reset by peer" : "Connection refused")
            rig.answer(id, .failure(.connect, reason))
            _ = rig.begin()
        }
        return (rig, [try #require(try rig.commit())])
    }

    @Test func `a host that is left alone is one row, and its jobs wait for the end of the pause`() throws {
        var (rig, commits) = try Self.leftAlone()
        let until = Rig.start + 31_000
        let list = try Self.list(commits)
        #expect(list.count == 20 && list.allSatisfy { $0.nextMilliseconds == until })
        #expect(list.allSatisfy { $0.leftAloneUntilMilliseconds == until })
        let hosts = WaitingHost.hosts(of: list)
        let host = try #require(hosts.first)
        #expect(hosts.count == 1 && host.hostAndPort == "one.example:443")
        #expect(host.waiting == 20 && host.connections == 20 && host.oldestMilliseconds == Rig.start)
        #expect(host.outcome == .connect && host.reason != nil && host.status == nil)
        #expect(host.nextMilliseconds == until && host.leftAloneUntilMilliseconds == until)
        try rig.crash()
        commits.append(try #require(try rig.commit()))
        let restarted = try Self.list(commits)
        #expect(restarted.allSatisfy { $0.leftAloneUntilMilliseconds == nil }, "each process judges hosts anew")
    }

    @Test func `the pause of a host is no longer listed when the host answers`() throws {
        var (rig, commits) = try Self.leftAlone()
        rig.now = Rig.start + 31_000
        let probe = try #require(rig.begin().first)
        rig.answer(probe.id, .answer(Answer(status: 204, nowSeconds: 0)))
        commits.append(try #require(try rig.commit()))
        let list = try Self.list(commits)
        #expect(!list.isEmpty && list.allSatisfy { $0.leftAloneUntilMilliseconds == nil })
    }

    @Test func `hosts are ordered by their waiting jobs, and a connection that is off has none`() throws {
        func waiting(_ name: String, _ host: String?, _ jobs: Int, last: Int64, _ reason: String) throws
            -> WaitingConnection
        {
            var waiting = WaitingConnection(try #require(ConnectionID(Array(name.utf8))))
            waiting.hostAndPort = host
            waiting.waiting = jobs
            waiting.oldestMilliseconds = last - 500
            waiting.attempts = 1
            waiting.nextMilliseconds = last + 1_000
            waiting.outcome = .tls
            waiting.reason = FailureReason(reason)
            waiting.lastMilliseconds = last
            waiting.isOff = jobs == 0
            return waiting
        }
        let hosts = WaitingHost.hosts(
            of: [
                try waiting("a", "one:443", 2, last: 7_000, "new"), try waiting("b", "two:443", 5, last: 1, "other"),
                try waiting("c", "one:443", 1, last: 6_000, "old"), try waiting("d", nil, 3, last: 2, "port"),
                try waiting("e", nil, 0, last: 3, "off"),
            ]
        )
        #expect(hosts.map(\.hostAndPort) == ["two:443", nil, "one:443"])
        #expect(hosts.map(\.waiting) == [5, 3, 3] && hosts.map(\.connections) == [1, 1, 2])
        let one = hosts[2]
        #expect(one.reason?.description == "new", "the reason is that of the last attempt")
        #expect(one.oldestMilliseconds == 5_500 && one.nextMilliseconds == 7_000)
    }

    private static func list(_ commits: [DispatchCommit]) throws -> [WaitingConnection] {
        var waiting = WaitingConnections()
        for part in commits.flatMap(\.partitions) {
            for change in part.changes { try waiting.take(change, of: part.partition) }
        }
        return waiting.list
    }

    @Test func `a connection is listed with its front job, until nothing waits and it is not off`() throws {
        let rig = try Rig()
        var commits: [DispatchCommit] = []
        for name in ["c", "d", "e"] { try rig.put(#""callback_url":"https://\#(name).example/""#, of: name) }
        for name in ["c", "c", "d", "e"] { rig.append(rig.job(name)) }
        rig.read()
        _ = rig.begin()
        rig.now += 1_000
        for (sequence, status) in [(0, 503), (2, 410), (3, 200)] as [(Int64, Int)] {
            let id = try #require(rig.request(sequence)).delivery.id
            rig.answer(id, .answer(Answer(status: status, nowSeconds: 0)))
        }
        commits.append(try #require(try rig.commit()))
        let list = try Self.list(commits)
        #expect(list.map(\.connection.string) == ["c", "d"])
        let front = list[0]
        #expect(front.hostAndPort == "c.example:443" && front.waiting == 2 && front.oldestMilliseconds == Rig.start)
        #expect(front.attempts == 1 && front.status == 503 && front.outcome == .status && !front.isOff)
        #expect((5_000...7_000).contains((front.nextMilliseconds ?? 0) - Rig.start))
        #expect(list[1].isOff && list[1].waiting == 0 && list[1].hostAndPort == nil)
        rig.now += 10_000
        for _ in 0..<2 {
            for delivery in rig.begin() { rig.answer(delivery.id, .answer(Answer(status: 200, nowSeconds: 0))) }
        }
        commits.append(try #require(try rig.commit()))
        try rig.put(#""callback_url":"https://d.example/""#, of: "d")
        _ = rig.begin()
        commits.append(try #require(try rig.commit()))
        #expect(try Self.list(commits).isEmpty)
    }

    @Test func `a row of another version is refused`() throws {
        var waiting = WaitingConnections()
        let connection = try #require(ConnectionID(Array("c".utf8)))
        let change = StateChange(connection: connection, stateKey: StateKey(.job), value: [7], heldBytes: nil)
        let error = try #require(throws: UnreadableRow.self) { try waiting.take(change, of: 3) }
        #expect(error == UnreadableRow(kind: .job, partition: 3, version: 7))
    }
}
