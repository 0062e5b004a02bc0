import Dispatching
import Testing
import Vocabulary
import Webhooks

struct WaitingConnectionsTests {
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
