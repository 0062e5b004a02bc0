import Observation
import Synchronization
import Testing
import Worker

/// What becomes of the other lanes when one fails.
struct SupervisorTests {
    /// The statuses of the lanes that were started, in order.
    private final class Starts: Sendable {
        private let all = Mutex<[(lane: Int, status: ComponentStatus)]>([])

        func add(_ lane: Int, _ status: ComponentStatus) { all.withLock { $0.append((lane, status)) } }
        var lanes: [Int] { all.withLock { $0.map(\.lane) } }
        func live(at now: Int64) { all.withLock { for start in $0 { start.status.live(at: now) } } }
        func last(_ lane: Int) -> ComponentStatus? { all.withLock { $0.last { $0.lane == lane }?.status } }
    }

    private final class Said: Sendable {
        private let text = Mutex("")

        func add(_ line: borrowing [UInt8]) {
            let line = String(decoding: copy line, as: UTF8.self)
            text.withLock { $0 += line }
        }
        func count(_ event: String) -> Int { text.withLock { $0.split(separator: event).count - 1 } }
    }

    private static func lanes(
        _ count: Int,
        _ starts: Starts,
        _ said: Said,
        _ readiness: Readiness,
        isMember: (() -> Bool?)? = nil
    ) -> Supervisor {
        let observer = Observer(level: .info, format: .json, output: { said.add($0) })
        let components = (0..<count).map { lane in
            Component(lane: lane, observer, readiness, isMember: isMember) { starts.add(lane, $0) }
        }
        return Supervisor(components, ProbeBoard(), at: 0, sessionMilliseconds: 45_000)
    }

    @Test
    func `a lane that fails by itself is said once and started again, ever more slowly`() {
        let (starts, said) = (Starts(), Said())
        var lanes = Self.lanes(2, starts, said, Readiness(lanes: 2))
        starts.last(1)?.finish(.failed(Reason("why"), isFinal: false))
        #expect(lanes.look(at: 100) == nil)
        #expect(lanes.look(at: 1_099) == nil)
        #expect(starts.lanes == [0, 1])
        #expect(lanes.look(at: 1_100) == nil)
        #expect(starts.lanes == [0, 1, 1])
        #expect(said.count("\"lane_failed\"") == 1)
        starts.last(1)?.finish(.failed(Reason("why"), isFinal: false))
        #expect(lanes.look(at: 1_200) == nil)
        #expect(lanes.look(at: 3_199) == nil)
        #expect(starts.lanes == [0, 1, 1])
        #expect(lanes.look(at: 3_200) == nil)
        #expect(starts.lanes == [0, 1, 1, 1])
    }

    @Test
    func `the pause of a lane grows to five minutes, and begins anew after it has been well for ten`() {
        let (starts, said) = (Starts(), Said())
        var lanes = Self.lanes(2, starts, said, Readiness(lanes: 2))
        var now: Int64 = 0
        var pauses: [Int64] = []
        for round in 0..<12 {
            // Down to the last it was well for just ten minutes before it fails.
            if round == 11 { now += 600_000 }
            starts.live(at: now)
            starts.last(1)?.finish(.failed(Reason("why"), isFinal: false))
            #expect(lanes.look(at: now) == nil)
            let (began, count) = (now, starts.lanes.count)
            while starts.lanes.count == count, now - began < 400_000 {
                now += 1_000
                starts.live(at: now)
                #expect(lanes.look(at: now) == nil)
            }
            pauses.append((now - began) / 1_000)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 1])
    }

    @Test
    func `somebody is reminded once a minute of a lane that stays down`() {
        let (starts, said) = (Starts(), Said())
        var lanes = Self.lanes(2, starts, said, Readiness(lanes: 2))
        var now: Int64 = 0
        for _ in 0..<9 {
            starts.last(1)?.finish(.failed(Reason("why"), isFinal: false))
            #expect(lanes.look(at: now) == nil)
            now += 300_000
            starts.live(at: now)
            #expect(lanes.look(at: now) == nil)
        }
        starts.last(1)?.finish(.failed(Reason("why"), isFinal: false))
        let before = said.count("\"lane_still_failed\"")
        for second: Int64 in 0..<200 {
            starts.live(at: now + second * 1_000)
            #expect(lanes.look(at: now + second * 1_000) == nil)
        }
        #expect(said.count("\"lane_still_failed\"") - before == 3)
    }

    @Test
    func `a lane that shows no life for long is stuck, which ends the process`() {
        let starts = Starts()
        var lanes = Self.lanes(2, starts, Said(), Readiness(lanes: 2))
        starts.live(at: 1_000)
        starts.last(0)?.live(at: 200_000)
        #expect(lanes.look(at: 1_000 + ComponentStatus.stuckMilliseconds) == nil)
        #expect(lanes.areRunning(at: 1_000 + ComponentStatus.stuckMilliseconds))
        let end = lanes.look(at: 1_001 + ComponentStatus.stuckMilliseconds)
        #expect(end?.code == .laneStuck && end?.description.contains("lane 1 has been stuck") == true)
        starts.last(0)?.finish(.done)
        #expect(!lanes.areRunning(at: 1_001 + ComponentStatus.stuckMilliseconds))
    }

    @Test
    func `the process ends when no lane can go on, or for what concerns all of them`() {
        let starts = Starts()
        var lanes = Self.lanes(2, starts, Said(), Readiness(lanes: 2))
        starts.last(0)?.finish(.failed(Reason("first"), isFinal: false))
        #expect(lanes.look(at: 0) == nil)
        starts.last(1)?.finish(.failed(Reason("second"), isFinal: false))
        #expect(lanes.look(at: 1)?.description == "first")
        var others = Self.lanes(2, starts, Said(), Readiness(lanes: 2))
        starts.last(1)?.finish(.failed(Reason("no rights"), isFinal: true))
        #expect(others.look(at: 0)?.description == "no rights")
    }

    @Test
    func `a fault while stopping is the process's`() {
        let starts = Starts()
        var lanes = Self.lanes(2, starts, Said(), Readiness(lanes: 2))
        #expect(lanes.look(at: 0) == nil)
        lanes.requestStop()
        starts.last(0)?.finish(.done)
        #expect(lanes.fault(at: 1)?.description.contains("lane 1 did not end in time") == true)
        starts.last(1)?.finish(.failed(Reason("open"), isFinal: false))
        #expect(lanes.fault(at: 1)?.description == "open")
        var others = Self.lanes(1, starts, Said(), Readiness(lanes: 1))
        starts.last(0)?.finish(.done)
        #expect(others.look(at: 0) == nil)
        #expect(others.fault(at: 1) == nil)
    }

    @Test
    func `a lane that was fenced while stopping has ended in order, unless it left something open or has a rival`() {
        let starts = Starts()
        var lanes = Self.lanes(1, starts, Said(), Readiness(lanes: 1))
        starts.last(0)?.finish(.fenced("another with its name", leavesOpen: false))
        #expect(lanes.fault(at: 1) == nil)
        var open = Self.lanes(1, starts, Said(), Readiness(lanes: 1))
        starts.last(0)?.finish(.fenced("another with its name", leavesOpen: true))
        #expect(open.fault(at: 1)?.description == "another with its name")
        var rival = Self.lanes(1, starts, Said(), Readiness(lanes: 1))
        starts.last(0)?.finish(.fenced("another with its name", leavesOpen: false))
        #expect(rival.look(at: 0) == nil)
        starts.last(0)?.finish(.fenced("again", leavesOpen: false))
        #expect(rival.fault(at: 1) == nil)
    }

    @Test
    func `a lane that was fenced twice waits until the group has no member of its name, and begins anew`() {
        let (starts, said) = (Starts(), Said())
        var answers: [Bool?] = [true, nil, true, false]
        var lanes = Self.lanes(1, starts, said, Readiness(lanes: 1)) { answers.removeFirst() }
        starts.last(0)?.finish(.fenced("once", leavesOpen: false))
        #expect(lanes.look(at: 0) == nil && starts.lanes == [0, 0])
        starts.last(0)?.finish(.fenced("twice", leavesOpen: false))
        for now: Int64 in [1, 2_000, 2_001, 4_001, 6_001, 8_000] {
            #expect(lanes.look(at: now) == nil && starts.lanes == [0, 0], "\(now)")
        }
        #expect(answers == [false] && said.count("\"member_fenced\"") == 2)
        #expect(lanes.look(at: 8_001) == nil && starts.lanes == [0, 0, 0])
        #expect(lanes.look(at: 9_000) == nil && answers.isEmpty)
    }

    @Test
    func `the process ends when the group keeps a member of the lane's name, or the lane has none to look for`() {
        let (starts, said) = (Starts(), Said())
        for isMember in [{ true }, nil] as [(() -> Bool?)?] {
            var lanes = Self.lanes(1, starts, said, Readiness(lanes: 1), isMember: isMember)
            starts.last(0)?.finish(.fenced("once", leavesOpen: false))
            #expect(lanes.look(at: 0) == nil)
            starts.last(0)?.finish(.fenced("twice", leavesOpen: false))
            var end: StartError?
            var now: Int64 = 1
            while end == nil, now < 200_000 {
                end = lanes.look(at: now)
                now += 1_000
            }
            #expect(end?.description == "twice" && (isMember == nil) == (now < 10_000) && now < 60_000)
        }
    }

    @Test
    func `a process is ready when all lanes are, and again when one was gone and is back`() {
        let (starts, said) = (Starts(), Said())
        let readiness = Readiness(lanes: 2)
        var lanes = Self.lanes(2, starts, said, readiness)
        #expect(readiness.laneIsReady(0, [0, 2]) == nil)
        #expect(!readiness.isReady)
        #expect(readiness.laneIsReady(1, [1]) == [0, 1, 2])
        #expect(readiness.isReady)
        starts.last(1)?.finish(.fenced("another with its name", leavesOpen: false))
        #expect(lanes.look(at: 0) == nil)
        #expect(!readiness.isReady)
        #expect(readiness.laneIsReady(0, [0, 2]) == nil)
        #expect(readiness.laneIsReady(1, [3]) == [0, 2, 3])
    }
}
