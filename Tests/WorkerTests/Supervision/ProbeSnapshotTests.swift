import Observation
import Testing
import Worker

struct ProbeSnapshotTests {
    private static func snapshot(_ change: (inout ProbeSnapshot.Condition) -> Void = { _ in }) -> ProbeSnapshot {
        var snapshot = ProbeSnapshot()
        snapshot.awaits = []
        snapshot.hasStarted = true
        var lane = ProbeSnapshot.Condition("lane 0")
        lane.answeredMilliseconds = 5_000
        snapshot.components = [lane, lane]
        snapshot.components[1].name = "lane 1"
        change(&snapshot.components[1])
        return snapshot
    }

    @Test func `a worker that serves is alive, started and ready`() {
        let sound = Self.snapshot()
        #expect(sound.stuck.isEmpty)
        #expect(sound.awaited.isEmpty)
        #expect(sound.unserved.isEmpty)
    }

    @Test func `a worker that has only begun is alive, and neither started nor ready`() {
        let begun = ProbeSnapshot()
        #expect(begun.stuck.isEmpty)
        #expect(begun.awaited == ["no broker has answered about the topics yet"])
        #expect(begun.unserved == begun.awaited)
    }

    @Test func `a start that no broker answers says which addresses it has tried`() {
        let board = ProbeBoard()
        board.waits(for: ["kafka:9092: the connection is refused"])
        #expect(board.snapshot(at: 0).awaited == ["kafka:9092: the connection is refused"])
        board.foundTopics()
        #expect(board.snapshot(at: 0).awaited == ["the lanes have not begun yet"])
    }

    @Test(arguments: [
        (30_000, false, false, false), (30_001, false, false, true), (30_001, true, false, false),
        (240_000, true, false, false), (240_001, true, false, true), (900_000, false, true, false),
    ])
    func `a lane is stuck when it has not turned for 30 s, unless it waits for a broker`(
        silent: Int64,
        isAsking: Bool,
        hasEnded: Bool,
        isStuck: Bool
    ) {
        let snapshot = Self.snapshot { lane in
            lane.silentMilliseconds = silent
            lane.isAsking = isAsking
            lane.hasEnded = hasEnded
        }
        #expect(snapshot.stuck == (isStuck ? ["lane 1 has shown no sign of life for \(silent / 1_000) s"] : []))
    }

    @Test func `the start waits for each lane to join, once`() {
        var snapshot = Self.snapshot { $0.standing = ComponentStanding(hasJoined: false) }
        snapshot.hasStarted = false
        #expect(snapshot.awaited == ["lane 1 has not joined the group yet"])
        snapshot.hasStarted = true
        #expect(snapshot.awaited.isEmpty)
        #expect(snapshot.unserved == ["lane 1 has not joined the group yet"])
    }

    @Test func `what is not served is named, a line each`() {
        let cases: [((inout ProbeSnapshot.Condition) -> Void, String)] = [
            (
                { $0.standing = ComponentStanding(hasJoined: true, restoring: [3, 1]) },
                "lane 1 is restoring the state of partitions 1, 3"
            ),
            (
                { $0.standing = ComponentStanding(hasJoined: true, failing: [2]) },
                "lane 1 has left alone, or has only just resumed, partitions 2"
            ),
            ({ $0.answeredMilliseconds = 31_000 }, "no broker has answered lane 1 for 31 s"),
            ({ $0.answeredMilliseconds = nil }, "no broker has answered lane 1 yet"),
            ({ $0.hasEnded = true }, "lane 1 has failed and is being restarted"),
        ]
        for (change, line) in cases { #expect(Self.snapshot(change).unserved == [line]) }
        #expect(Self.snapshot { $0.answeredMilliseconds = 30_000 }.unserved.isEmpty)
    }

    @Test func `a worker that stops is not ready, whatever else it is`() {
        var snapshot = Self.snapshot()
        snapshot.isStopping = true
        #expect(snapshot.unserved == ["the worker is stopping"])
        #expect(snapshot.stuck.isEmpty)
        #expect(snapshot.awaited.isEmpty)
    }

    @Test func `a line has no more than twenty partitions`() {
        let line = Self.snapshot {
            $0.standing = ComponentStanding(hasJoined: true, restoring: Array(0..<1_000))
        }.unserved.joined()
        #expect(line.hasSuffix("18, 19 and 980 more"))
    }

    @Test func `a board tells of the components that are there now`() {
        let board = ProbeBoard()
        board.foundTopics()
        let first = ComponentStatus(at: 1_000, awaits: "has not joined")
        board.begins("lane 0", first)
        #expect(board.snapshot(at: 1_000).awaited == ["the lanes have not begun yet"])
        board.hasBegun()
        #expect(board.snapshot(at: 1_000).awaited == ["lane 0 has not joined"])
        first.update(ComponentStanding(unserved: ["is busy"]))
        first.answered(at: 1_500)
        var seen = board.snapshot(at: 2_000)
        #expect(seen.hasStarted)
        #expect(seen.components.map(\.silentMilliseconds) == [1_000])
        #expect(seen.components.map(\.answeredMilliseconds) == [500])
        #expect(seen.unserved == ["lane 0 is busy"])
        first.asking { seen = board.snapshot(at: 2_000) }
        #expect(seen.components.map(\.isAsking) == [true])
        first.finish(.failed(Reason("because"), isFinal: false))
        #expect(board.snapshot(at: 2_000).components.map(\.hasEnded) == [true])
        board.begins("dispatcher", ComponentStatus(at: 3_000, awaits: "has no address"))
        board.begins("lane 0", ComponentStatus(at: 3_000, awaits: "has not joined"))
        seen = board.snapshot(at: 3_000)
        #expect(seen.components.map(\.hasEnded) == [false, false])
        #expect(seen.hasStarted, "started once is started")
        #expect(seen.unserved == ["lane 0 has not joined", "dispatcher has no address"])
        board.stops()
        #expect(board.snapshot(at: 3_000).isStopping)
    }

    @Test func `what is owed fails no probe, and names the first 20 topics and how many more there are`() {
        var snapshot = Self.snapshot { _ in }
        #expect(snapshot.owed.isEmpty)
        let topics = (10..<30).map { "fork.connection.c\($0) cannot be created: no" }
        snapshot.components[0].standing.owed = ComponentStanding.Owed(topics: Array(topics.prefix(15)), count: 15)
        var other = ProbeSnapshot.Condition("lane 1")
        other.answeredMilliseconds = 0
        other.standing.owed = ComponentStanding.Owed(topics: Array(topics.dropFirst(10)), count: 40)
        snapshot.components.append(other)
        #expect(snapshot.unserved.isEmpty)
        #expect(snapshot.owed.count == 21 && snapshot.owed.first == "documents are owed: \(topics[0])")
        #expect(snapshot.owed.last == "documents are owed: 35 more topics take nothing")
    }
}
