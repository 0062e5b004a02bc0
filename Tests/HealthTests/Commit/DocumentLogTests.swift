import Health
import Testing
import Vocabulary

/// Where documents lie, and what follows when somebody has replaced a topic.
struct DocumentLogTests {
    private static let mark = LogMark(offset: 7, timestampMilliseconds: 8, checksum: 9)
    private static let newer = LogMark(offset: 12, timestampMilliseconds: -1, checksum: .max)

    private static func loop(_ routing: Rules.Routing) -> CommitLoop<MemoryStore> {
        var rules = Rules()
        rules.routing = routing
        return CommitLoop(Processor(rules: rules, zones: ZoneTable { _ in nil }), over: MemoryStore())
    }

    private static func upload(_ id: Int, of connection: String = "c", to loop: inout CommitLoop<MemoryStore>) {
        let time = "2024-01-05T10:0\(id)Z"
        let line = Line.upload("2024-01-06T00:00:00Z", [Line.steps(id, time, time, 5)])
        loop.add(line: Array(line.replacing(#""connection_id":"c""#, with: #""connection_id":"\#(connection)""#).utf8))
    }

    private static func note(
        _ topic: String,
        _ mark: LogMark,
        isReplaced: Bool = false,
        in outcome: inout Outcome,
        _ loop: borrowing CommitLoop<MemoryStore>
    ) {
        let log = loop.processor.documentLog(topic, over: loop.state)
        loop.processor.note([WrittenLog(log, mark: mark, isReplaced: isReplaced)], in: &outcome, over: loop.state)
    }

    @Test(
        arguments: zip(
            [Rules.Routing.connection, .single, .app],
            ["fork.connection.c", "fork.documents", "fork.app.unknown"]
        )
    )
    func `the state keeps the last record of each topic, and a later call replaces an earlier one`(
        routing: Rules.Routing,
        topic: String
    ) {
        var loop = Self.loop(routing)
        var outcome = Outcome()
        let isKnown = loop.processor.documentLog(topic, over: loop.state).last != nil
        #expect(!isKnown)
        for mark in [Self.mark, Self.newer] {
            Self.note(topic, mark, in: &outcome, loop)
            #expect(outcome.afterDelivery.count == 1)
        }
        loop.state.apply(outcome.afterDelivery)
        let last = loop.processor.documentLog(topic, over: loop.state).last
        #expect(last == Self.newer && !outcome.isBehind)
        for other in ["fork.connection.d", "fork.app.one"] {
            let isKnown = loop.processor.documentLog(other, over: loop.state).last != nil
            #expect(!isKnown)
        }
    }

    @Test(arguments: [Rules.Routing.connection, .single])
    func `the commit that finds a replaced topic orders all its documents, with its own changes of the same rows`(
        routing: Rules.Routing
    ) throws {
        var loop = Self.loop(routing)
        Self.upload(1, to: &loop)
        let topic = try #require(loop.commit().records.first).topic
        Self.upload(2, to: &loop)
        // Another connection: the commit also changes the row that an order for a shared topic changes.
        Self.upload(3, of: "d", to: &loop)
        loop.commit { outcome, store in
            var outcome = outcome
            var rules = Rules()
            rules.routing = routing
            let processor = Processor(rules: rules, zones: ZoneTable { _ in nil })
            let log = processor.documentLog(topic, over: store)
            processor.note([WrittenLog(log, mark: Self.mark, isReplaced: true)], in: &outcome, over: store)
            #expect(outcome.isBehind && outcome.afterDelivery.count == 2)
            store.apply(outcome.changes + outcome.afterDelivery)
        }
        let value = try #require(loop.state.value(at: StateKey(.partition), of: .ofPartition))
        #expect(PartitionSummary(value)?.connections == 2)
        let part = loop.processor.rederive(over: loop.state, partition: 0, budgetBytes: .max, atMilliseconds: 0)
        #expect(part.done == nil && !part.outcome.records.isEmpty)
        #expect(part.outcome.records.allSatisfy { $0.topic == topic && $0.value != nil })
    }

    @Test func `of several rows that cannot be read, the first one is named`() throws {
        var loop = Self.loop(.connection)
        let connection = try #require(ConnectionID(Array("c".utf8)))
        let keys = [
            (connection, StateKey(.written, id: UUID128(hi: 0, lo: 0))), (.ofPartition, StateKey(.partition)),
        ]
        for (owner, stateKey) in keys {
            loop.state.apply([StateChange(connection: owner, stateKey: stateKey, value: [99], heldBytes: nil)])
        }
        let state = loop.state
        let written = ["fork.connection.c", "fork.documents"].map {
            WrittenLog(loop.processor.documentLog($0, over: state), mark: Self.mark, isReplaced: true)
        }
        for (logs, format) in [(written, .written), ([written[1]], .partition)] as [([WrittenLog], StateFormat)] {
            var outcome = Outcome()
            loop.processor.note(logs, in: &outcome, over: state)
            #expect(outcome.unreadable?.format == format)
        }
    }

    @Test(arguments: [false, true])
    func `nothing is kept of the topic of a forgotten connection, unless it is open again`(isOpened: Bool) {
        var loop = Self.loop(.connection)
        Self.upload(1, to: &loop)
        loop.commit()
        loop.add(line: Array(#"{"connection_id":"c","forget":true}"#.utf8), to: .connections)
        if isOpened {
            loop.add(line: Array(#"{"connection_id":"c"}"#.utf8), to: .connections)
            Self.upload(2, to: &loop)
        }
        loop.commit { outcome, store in
            var outcome = outcome
            let processor = Processor(rules: Rules(), zones: ZoneTable { _ in nil })
            let log = processor.documentLog("fork.connection.c", over: store)
            processor.note([WrittenLog(log, mark: Self.mark, isReplaced: true)], in: &outcome, over: store)
            #expect(outcome.afterDelivery.isEmpty == !isOpened)
        }
    }
}
