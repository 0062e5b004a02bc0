import Health
import Observation
import Testing
import Vocabulary
import Worker

/// The changes that a worker remembers for readers: of each connection the last ones, in bounded memory.
struct ChangeLogTests {
    private let topics = TopicNames(prefix: "fork.", forms: .named)

    private func connection(_ name: String) throws -> ConnectionID {
        try #require(ConnectionID(Array(name.utf8)))
    }

    private func document(_ key: String, in topic: String, isDeletion: Bool = false, by upload: String? = "U1")
        -> OutputRecord
    {
        let cause = upload.map { OutputRecord.Header("fork-upload", Array($0.utf8)) }
        return OutputRecord(
            kind: .document,
            topic: topic,
            partition: 0,
            key: Array(key.utf8),
            value: isDeletion ? nil : [],
            headers: [cause ?? OutputRecord.Header("fork-cause", Array("rules".utf8))]
        )
    }

    private func job(of connection: String) -> OutputRecord {
        OutputRecord(kind: .job, topic: "fork.webhook-dispatch", partition: nil, key: Array(connection.utf8), value: [])
    }

    private func said(_ changes: CommittedChanges) -> [String] {
        changes.changes.map { connection, change in
            let cause =
                switch change.cause {
                case .upload(let id): String(decoding: id, as: UTF8.self)
                case .rules: "rules"
                case .unknown: "unknown"
                }
            let documents = change.documents.map {
                ($0.isDeletion ? "-" : "+") + String(decoding: $0.id, as: UTF8.self)
            }
            return "\(connection.string) \(cause) \(change.jobs) \(documents.joined(separator: " "))"
        }
    }

    @Test func `a commit is listed by connection and upload, with documents once and jobs counted`() {
        var outcome = Outcome()
        outcome.records = [
            document("sleep/A", in: "fork.connection.anna"), document("sleep/A#2", in: "fork.connection.anna"),
            document("steps/2024-04-16", in: "fork.connection.anna", by: "U2"),
            document("steps/2024-04-17", in: "fork.connection.anna", isDeletion: true, by: "U2"),
            // The form of the same document is not another one.
            document("steps/2024-04-16", in: "fork.fhir.anna", by: "U2"), job(of: "anna"), job(of: "anna"),
            // A document that moves to another topic is written there and deleted here.
            document("bert/heart/2024-04-16T13Z", in: "fork.documents", by: nil),
            document("heart/2024-04-16T13Z", in: "fork.connection.bert", isDeletion: true, by: nil),
            // A post request that changes nothing.
            job(of: "carl"),
        ]
        let changes = CommittedChanges(outcome, topics: topics, atMilliseconds: 7)
        #expect(
            said(changes) == [
                "anna U1 0 +sleep/A", "anna U2 2 +steps/2024-04-16 -steps/2024-04-17",
                "bert rules 0 +heart/2024-04-16T13Z", "carl unknown 1 ",
            ]
        )
    }

    @Test func `of a connection that is forgotten nothing stays but what it sent afterwards`() throws {
        let board = PartitionBoard()
        board.restores([3], lane: 0, atMilliseconds: 1)
        var outcome = Outcome()
        outcome.records = [document("sleep/A", in: "fork.connection.anna")]
        board.committed(CommittedChanges(outcome, topics: topics, atMilliseconds: 1), to: 3)
        let anna = try connection("anna")
        #expect(board.changes(of: anna, in: 3).count == 1)
        outcome.records = [
            document("sleep/A", in: "fork.connection.anna", isDeletion: true),
            document("sleep/B", in: "fork.connection.anna", by: "U9"),
        ]
        outcome.records.append(job(of: "bert"))
        outcome.forgotten = [anna, try connection("bert")]
        let changes = CommittedChanges(outcome, topics: topics, atMilliseconds: 2)
        #expect(said(changes) == ["anna U9 0 +sleep/B"])
        board.committed(changes, to: 3)
        #expect(board.changes(of: anna, in: 3).map(\.timeMilliseconds) == [2])
    }

    @Test func `the last 100 changes of a connection are kept`() throws {
        var log = ChangeLog()
        for time in 0..<150 { log.add(try change(documents: 1, at: Int64(time)), of: try connection("anna"), 0) }
        let times = log.changes(of: try connection("anna"), 0).map(\.timeMilliseconds)
        #expect(times == (50..<150).map(Int64.init))
        #expect(try log.changes(of: connection("anna"), 1).isEmpty)
    }

    @Test func `connections that change all the time take little memory, also while others are forgotten`() throws {
        var log = ChangeLog()
        let anna = try connection("anna")
        let one = try change(documents: 1, at: 1)
        for number in 0..<30_000 {
            log.add(one, of: anna, 0)
            if number.isMultiple(of: 2_500) { log.forget(try connection("bert"), of: 0) }
        }
        // Of one connection no more is kept than is shown.
        #expect(log.bytes < 100 * 200)
        #expect(log.changes(of: anna, 0).count == ChangeLog.changesMax)
        for number in 0..<30_000 { log.add(one, of: try connection("c-\(number)"), 0) }
        #expect(log.bytes <= ChangeLog.bytesMax && log.bytes > ChangeLog.bytesMax / 2)
        #expect(log.changes(of: anna, 0).isEmpty)
    }

    @Test func `all changes together take 2 MiB at most, and the oldest go first`() throws {
        var log = ChangeLog()
        for number in 0..<500 {
            log.add(try change(documents: 300, at: Int64(number)), of: try connection("c-\(number)"), 0)
            #expect(log.bytes <= ChangeLog.bytesMax)
        }
        let kept = try (0..<500).filter { !log.changes(of: try connection("c-\($0)"), 0).isEmpty }
        #expect(kept == Array(kept[0]...499) && kept.count > 100 && kept.count < 400)
        log.forget(try connection("c-499"), of: 0)
        #expect(try log.changes(of: connection("c-499"), 0).isEmpty)
        log.forget(partition: 0)
        #expect(log.bytes == 0)
        #expect(try log.changes(of: connection("c-498"), 0).isEmpty)
    }

    /// A change with so many documents.
    private func change(documents: Int, at time: Int64) throws -> DocumentChange {
        var outcome = Outcome()
        outcome.records = (0..<documents).map { document("workouts/number-\($0)", in: "fork.connection.anna") }
        let changes = CommittedChanges(outcome, topics: topics, atMilliseconds: time).changes
        return try #require(changes.first).change
    }

    @Test func `a partition that leaves this process takes its changes with it`() throws {
        let board = PartitionBoard()
        board.restores([1, 2], lane: 0, atMilliseconds: 5)
        board.serves(1, lane: 0)
        board.leavesAlone(2, Reason("no reason"), lane: 0)
        var outcome = Outcome()
        outcome.records = [document("sleep/A", in: "fork.connection.anna")]
        board.committed(CommittedChanges(outcome, topics: topics, atMilliseconds: 6), to: 1)
        #expect(board.snapshot.partitions[1] == .init(lane: 0, phase: .serving, sinceMilliseconds: 5))
        #expect(board.snapshot.partitions[2]?.phase == .leftAlone(Reason("no reason")))
        board.gone([1], lane: 0)
        #expect(board.snapshot.partitions[1] == nil)
        board.restores([1], lane: 0, atMilliseconds: 9)
        #expect(try board.changes(of: connection("anna"), in: 1) == [])
        #expect(board.snapshot.partitions[1]?.sinceMilliseconds == 9)
    }

    @Test func `a lane that learns late of a lost partition takes nothing from the lane that has it now`() throws {
        let board = PartitionBoard()
        board.restores([1], lane: 0, atMilliseconds: 5)
        var outcome = Outcome()
        outcome.records = [document("sleep/A", in: "fork.connection.anna")]
        board.committed(CommittedChanges(outcome, topics: topics, atMilliseconds: 6), to: 1)
        board.restores([1], lane: 2, atMilliseconds: 9)
        #expect(try board.changes(of: connection("anna"), in: 1) == [])
        board.serves(1, lane: 0)
        board.leavesAlone(1, Reason("no reason"), lane: 0)
        board.gone([1], lane: 0)
        #expect(board.snapshot.partitions[1] == .init(lane: 2, phase: .restoring, sinceMilliseconds: 9))
        board.serves(1, lane: 2)
        #expect(board.snapshot.partitions[1]?.phase == .serving)
    }

    @Test func `a connection has waited for its topic since the commit that first left its documents out`() throws {
        let board = PartitionBoard()
        board.restores([1], lane: 0, atMilliseconds: 5)
        let anna = try connection("anna")
        for (time, value) in [(10, [1]), (20, [2]), (30, nil)] as [(Int64, [UInt8]?)] {
            var outcome = Outcome()
            outcome.changes = [StateChange(connection: .ofPartition, stateKey: .owed(anna), value: value, heldBytes: 1)]
            board.committed(CommittedChanges(outcome, topics: topics, atMilliseconds: time), to: 1)
            #expect(board.owedSince(anna, in: 1) == (value == nil ? nil : 10))
        }
    }
}
