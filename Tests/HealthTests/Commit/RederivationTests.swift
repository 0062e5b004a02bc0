import Health
import Store
import Testing

/// What one commit of a re-derivation may hold.
struct RederivationTests {
    @Test func `a commit publishes documents of 500 connections at most, each of which can have a topic`() throws {
        let zones = ZoneTable { _ in nil }
        var loop = CommitLoop(Processor(rules: Rules(), zones: zones), over: MemoryStore())
        for number in 0..<520 {
            let line = Line.upload(
                "2024-01-06T00:00:00Z",
                [Line.steps(number, "2024-01-05T10:00Z", "2024-01-05T10:00Z", 5)]
            )
            loop.add(line: Array(line.replacing(#""connection_id":"c""#, with: #""connection_id":"c\#(number)""#).utf8))
        }
        loop.commit()
        var rules = Rules()
        rules.routing = .single
        let processor = Processor(rules: rules, zones: zones)
        var connections: [Int] = []
        var done: [Int?] = []
        for _ in 0..<2 {
            let part = processor.rederive(over: loop.state, partition: 0, budgetBytes: .max, atMilliseconds: 0)
            loop.state.apply(part.outcome.changes)
            connections.append(Set(part.outcome.records.map(\.topic)).subtracting(["fork.documents"]).count)
            done.append(part.done)
        }
        #expect(connections == [500, 20])
        #expect(done == [500, nil])
    }
}
