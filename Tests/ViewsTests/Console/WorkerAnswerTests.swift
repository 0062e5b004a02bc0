import Foundation
import Observation
import Testing
import Views
import Vocabulary
import Worker

/// The answers of the console about the worker.
struct WorkerAnswerTests {
    private static let now: Int64 = 1_714_119_300_123
    private static let topics = TopicNames(prefix: "fork.", forms: [])

    private static func json(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private static let identity = WorkerIdentity(
        startedMilliseconds: now - 60_000,
        version: "1.2.3",
        WorkerOptions(bootstrapServers: "", groupID: "g", instanceID: "worker-0", rules: Rules()),
        settings: [("lanes", "2", "flag"), ("kafka", "sasl.password=***", "file")]
    )

    private static func snapshot(_ lanes: [ProbeSnapshot.Condition]) -> ProbeSnapshot {
        var snapshot = ProbeSnapshot()
        (snapshot.awaits, snapshot.hasStarted, snapshot.components) = ([], true, lanes)
        return snapshot
    }

    private static func lane(_ number: Int) -> ProbeSnapshot.Condition {
        var lane = ProbeSnapshot.Condition("lane \(number)")
        lane.answeredMilliseconds = 100
        lane.standing = ComponentStanding()
        return lane
    }

    @Test func `a partition is told with its offsets, lag and reason`() throws {
        var (serving, failed) = (Self.lane(0), Self.lane(1))
        var offsets = ComponentStanding.PartitionOffsets(partition: 3)
        (offsets.next, offsets.committed, offsets.rederiving) = (17, 15, 4)
        serving.standing.partitions = [offsets]
        (failed.hasEnded, failed.failure) = (true, "fork.connection.conn-7 may not be written")
        let observer = Observer(level: .error, format: .json) { _ in }
        observer.backlog(
            lane: 0,
            [
                PartitionBacklog(topic: "fork.uploads", partition: 3, records: 2, oldest: Self.now - 1_500),
                PartitionBacklog(topic: "fork.connections", partition: 3, records: 9, oldest: nil),
            ]
        )
        let unreadable = Reason(.stateUnreadable, "The state of connection conn-7: its summary can't be read")
        let answer = try Self.json(
            WorkerAnswer(
                Self.identity,
                Self.snapshot([serving, failed]),
                [
                    3: .init(lane: 0, phase: .serving, sinceMilliseconds: 0),
                    4: .init(lane: 0, phase: .leftAlone(unreadable), sinceMilliseconds: 0),
                    5: .init(lane: 0, phase: .restoring, sinceMilliseconds: 0),
                ],
                observer,
                atMilliseconds: Self.now
            ).json
        )
        #expect(answer["now"] as? String == "2024-04-26T08:15:00.123Z")
        #expect(answer["started"] as? String == "2024-04-26T08:14:00.123Z")
        #expect(answer["ready"] as? Bool == false)
        #expect(answer["waiting_for"] as? [String] == ["lane 1 has failed and is being restarted"])
        let lanes = try #require(answer["lanes"] as? [[String: Any]])
        #expect(lanes.map { $0["state"] as? String } == ["serving", "failed"])
        #expect(lanes[1]["reason"] as? String == "… may not be written" && lanes[0]["reason"] == nil)
        let partitions = try #require(lanes[0]["partitions"] as? [NSDictionary])
        #expect(
            partitions == [
                [
                    "partition": 3, "state": "serving", "offset": 17, "committed": 15, "lag": 2, "oldest_seconds": 1.5,
                    "restored": 1, "rederiving": 4,
                ],
                [
                    "partition": 4, "state": "leftAlone", "offset": NSNull(), "lag": NSNull(),
                    "oldest_seconds": NSNull(), "restored": 0, "rederiving": 0,
                    "reason": "The state of connection …: its summary can't be read",
                ],
                [
                    "partition": 5, "state": "restoring", "offset": NSNull(), "lag": NSNull(),
                    "oldest_seconds": NSNull(), "restored": 0, "rederiving": 0,
                ],
            ] as [NSDictionary]
        )
        let settings = try #require(answer["settings"] as? [[String: String]])
        #expect(settings[1] == ["name": "kafka", "value": "sasl.password=***", "from": "file"])
    }

    @Test func `owed connections are added up by reason, over all lanes`() throws {
        var lanes = [Self.lane(0), Self.lane(1)]
        lanes[0].standing.owed.reasons = ["is missing": 3, "has refused fork.connection.a": 1]
        lanes[1].standing.owed.reasons = ["is missing": 2, "has refused fork.connection.b": 1]
        let observer = Observer(level: .error, format: .json) { _ in }
        let answer = WorkerAnswer(Self.identity, Self.snapshot(lanes), [:], observer, atMilliseconds: Self.now)
        let owed = try Self.json(answer.json)["owed"] as? [String: Int]
        #expect(owed == ["is missing": 5, "has refused …": 2])
        #expect(try Self.json(answer.json)["ready"] as? Bool == true)
    }

    @Test(arguments: [
        ("fork.connection.conn-7 cannot be created: denied", "… cannot be created: denied"),
        ("the topic 'fork.connection.a-b' (fork.connection.c)", "the topic '…' (…)"),
        ("grant it on fork.connection.conn-7.", "grant it on …."),
        ("fork.uploads[3] from offset 7 to before 9", "fork.uploads[3] from offset 7 to before 9"),
        ("fork.documents and fork.app.my-app are shared", "fork.documents and fork.app.my-app are shared"),
        ("The state of connection conn-7: its zone", "The state of connection …: its zone"),
        ("no connection to the broker", "no connection to the broker"), ("", ""), ("  ", "  "),
    ])
    func `a reason names no topic and no id of one connection`(reason: String, shown: String) {
        #expect(OwnerlessReason.text(reason, Self.topics) == shown)
    }
}
