import Testing
import Vocabulary
import Worker

/// Transcripts of a replay, which ends where its inputs ended when it was first started.
struct CycleReplayTests {
    /// A cycle that reads one partition's uploads from 5 to before 9, after its settings to before 3.
    private static func replaying() -> Cycle {
        let range = ReplayRange(uploads: [5..<9], connections: [3])
        var cycle = Cycle(limits: .test, range: range)
        _ = cycle.tick(positions: [:], at: 0)
        _ = cycle.succeeded(at: 0)
        _ = cycle.assigned([0])
        _ = cycle.restored(0, uploads: 5, connections: 0, settingsEnd: 3)
        return cycle
    }

    @Test func `settings are read to the end that the replay goes to, and no further`() {
        var cycle = Self.replaying()
        #expect(cycle.received(.connections(0), offset: 1, at: 10) == .take)
        // What was at 2 is compacted away, by what is at 4.
        #expect(cycle.received(.connections(0), offset: 4, at: 10) == .beyond)
        #expect(
            cycle.tick(positions: [.connections(0): 5], at: 110)
                == [.resume([.uploads(0)]), .perform(.finishBatches)]
        )
        for now in 111..<114 { _ = cycle.succeeded(at: Int64(now)) }
        #expect(cycle.succeeded(at: 114) == [.perform(.sendOffsets([.connections(0): 3]))])
    }

    @Test func `an upload at the end or beyond it is not taken, and the end is committed`() {
        var cycle = Self.replaying()
        _ = cycle.tick(positions: [.connections(0): 3], at: 110)
        for now in 111..<114 { _ = cycle.succeeded(at: Int64(now)) }
        #expect(cycle.received(.uploads(0), offset: 6, at: 120) == .take)
        #expect(cycle.received(.uploads(0), offset: 11, at: 120) == .beyond)
        cycle.advance(to: .sendOffsets([.uploads(0): 9]), at: 300)
        #expect(cycle.succeeded(at: 301) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 302) == [.apply])
        #expect(cycle.committed[.uploads(0)] == 9)
        #expect(cycle.tick(positions: [.uploads(0): 12], at: 500) == [])
    }

    @Test func `a position beyond the end counts as the end`() {
        var cycle = Self.replaying()
        let actions = cycle.tick(positions: [.connections(0): 30, .uploads(0): 40], at: 110)
        #expect(actions == [.resume([.uploads(0)]), .perform(.begin)])
        #expect(cycle.succeeded(at: 111) == [.perform(.sendOffsets([.connections(0): 3, .uploads(0): 9]))])
    }

    @Test func `offsets that the group has lost are committed again, though nothing more is to be read`() {
        let range = ReplayRange(uploads: [5..<9], connections: [3])
        var cycle = Cycle(limits: .test, range: range)
        _ = cycle.tick(positions: [:], at: 0)
        _ = cycle.succeeded(at: 0)
        _ = cycle.assigned([0])
        _ = cycle.restored(0, uploads: 9, connections: 3, settingsEnd: 3, isKnown: false)
        #expect(cycle.tick(positions: [:], at: 110) == [.perform(.begin)])
        #expect(cycle.succeeded(at: 111) == [.perform(.sendOffsets([.uploads(0): 9, .connections(0): 3]))])
        #expect(cycle.succeeded(at: 112) == [.perform(.commit)])
        #expect(cycle.succeeded(at: 113) == [])
        #expect(cycle.tick(positions: [:], at: 400) == [])
    }

    @Test func `after an abort what was beyond its end is read again up to there`() {
        var cycle = Self.replaying()
        _ = cycle.tick(positions: [.connections(0): 3], at: 110)
        for now in 111..<114 { _ = cycle.succeeded(at: Int64(now)) }
        #expect(cycle.received(.uploads(0), offset: 6, at: 120) == .take)
        #expect(cycle.received(.uploads(0), offset: 9, at: 120) == .beyond)
        cycle.advance(to: .produce, at: 300)
        #expect(cycle.failed(.abort, at: 301) == [.perform(.abort)])
        #expect(
            cycle.succeeded(at: 302)
                == [.drop, .seek([.connections(0): 3, .uploads(0): 5]), .resume([.uploads(0)])]
        )
        #expect(cycle.received(.uploads(0), offset: 6, at: 400) == .take)
    }

    @Test func `what is not wanted is passed over, and committed as read without records`() {
        var cycle = Cycle.reading(0, uploads: 5)
        #expect(cycle.received(.uploads(0), offset: 7, isWanted: false, at: 10) == .skip)
        #expect(!cycle.hasInput)
        #expect(cycle.tick(positions: [:], at: 210) == [.perform(.begin)])
        #expect(cycle.succeeded(at: 211) == [.perform(.sendOffsets([.uploads(0): 8]))])
    }
}

/// How fast a replay reads.
struct UploadPaceTests {
    @Test func `uploads come at the rate, however many lanes read, and a pause is not made up for`() {
        let pace = UploadPace(perSecond: 10)
        var taken: [Int64] = []
        for now in stride(from: Int64(0), to: 1_000, by: 5) where pace.waitMilliseconds(at: now) == 0 {
            pace.took(at: now)
            taken.append(now)
        }
        #expect((9...11).contains(taken.count), "\(taken)")
        #expect(pace.waitMilliseconds(at: 60_000) == 0)
        for _ in 0..<3 { pace.took(at: 60_000) }
        #expect((150...250).contains(pace.waitMilliseconds(at: 60_000)))
    }
}
