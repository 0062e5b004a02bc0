import Operations
import Testing
import Worker

/// How a replay is, and what is its own.
struct ReplayStatusTests {
    private static func request(into: String = "shadow.", input: String = "fork.") -> ReplayRequest {
        ReplayRequest(
            into: into,
            livePrefix: "fork.",
            inputPrefix: input,
            group: "g",
            beganMilliseconds: 7,
            asked: [:],
            range: ReplayRange(uploads: [0..<100, 50..<150, 9..<9], connections: [0, 0, 0])
        )
    }

    private static func record(_ processes: [String: Bool], isDone: Bool = false) -> ReplayRecord {
        var record = ReplayRecord()
        record.request = request()
        record.processes = processes
        if isDone { record.figures = ReplayFigures() }
        return record
    }

    private static func state(_ record: ReplayRecord, _ members: [String]) -> ReplayRecord.State {
        ReplayStatus(request(), record, members: members, committed: [:]).state
    }

    @Test func `one that was killed runs until its session has ended, one that was stopped does not`() {
        #expect(Self.state(Self.record(["a": true]), ["fork-worker-a-0", "fork-worker-b-1"]) == .running)
        #expect(Self.state(Self.record(["a": true]), ["fork-worker-b-0"]) == .stopped)
        #expect(Self.state(Self.record(["a": true]), ["fork-worker-a-b-0"]) == .stopped)
        #expect(Self.state(Self.record(["a": false]), ["fork-worker-a-0"]) == .stopped)
        #expect(Self.state(Self.record(["a": false, "b-7": true]), ["fork-worker-b-7-11"]) == .running)
        #expect(Self.state(Self.record([:]), []) == .stopped)
        #expect(Self.state(Self.record(["a": true], isDone: true), ["fork-worker-a-0"]) == .done)
    }

    @Test(
        arguments: [
            ([:], 0), ([0: 100, 1: 150], 100), ([0: 100, 1: 149], 99), ([0: 50, 1: 50], 25), ([0: 999, 1: 0], 50),
            ([0: 101, 1: 160, 2: 10], 100),
        ] as [([Int32: Int64], Int)]
    )
    func `progress is how much of the uploads the group has committed`(offsets: [Int32: Int64], progress: Int) {
        let committed = Dictionary(uniqueKeysWithValues: offsets.map { (Input.uploads($0), $1) })
        let record = Self.record(["a": false])
        let status = ReplayStatus(Self.request(), record, members: [], committed: committed)
        #expect(status.progress == progress && status.into == "shadow." && status.beganMilliseconds == 7)
        let done = Self.record([:], isDone: true)
        #expect(ReplayStatus(Self.request(), done, members: [], committed: committed).progress == 100)
    }

    @Test func `its topics are those that workers name, and that of its record goes last`() {
        let own = [
            "shadow.app.a", "shadow.app.unknown", "shadow.connection.conn-7", "shadow.connections",
            "shadow.dead-letter",
            "shadow.documents", "shadow.fhir.app.a", "shadow.fhir.conn-7", "shadow.fhir.documents", "shadow.omh.conn-7",
            "shadow.state", "shadow.uploads", "shadow.webhook-dispatch",
        ]
        let others = [
            "fork.state", "fork.replay", "shadow.connection.a.b", "shadow.connection.", "shadow.mine",
            "shadow.b.replay",
            "shadow.b.state", "shadow", "other.shadow.state", "__consumer_offsets",
        ]
        let all = ["shadow.replay"] + others + own.reversed()
        #expect(ReplayTopics.names(of: Self.request(), among: all, forms: .named) == own + ["shadow.replay"])
        #expect(ReplayTopics.names(of: Self.request(), among: others, forms: .named).isEmpty)
        let reading = ReplayTopics.names(of: Self.request(input: "shadow."), among: all, forms: .named)
        #expect(!reading.contains("shadow.uploads") && !reading.contains("shadow.connections"))
    }
}
