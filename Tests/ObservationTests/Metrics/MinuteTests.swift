import Observation
import Testing
import Vocabulary

/// One line a minute says what is done and what waits.
struct MinuteTests {
    /// What the line says, without its time.
    private static func fields(_ line: String?) -> String? {
        line.flatMap { line in line.firstRange(of: "summary of the last minute ").map { String(line[$0.upperBound...]) }
        }
    }

    /// What is before a lane in its only partition.
    private func backlog(_ records: Int, oldest: Int64?) -> PartitionBacklog {
        PartitionBacklog(topic: "fork.uploads", partition: 0, records: records, oldest: oldest)
    }

    @Test func `a minute sums up what was committed in it and what waits at its end`() {
        let recording = Recording()
        let observer = recording.observer(level: .info)
        observer.partitionsAssigned(lane: 0, [0, 1, 2])
        observer.minutePassed()
        var report = CommitReport.withoutRefusals
        report.accounting.uploads = 600
        report.accounting.samplesIn = 60_003
        report.accounting.refusals = [.tooLate: 3, .noData: 1]
        report.latency.add([1_000, 4_000], committedAt: 5_000)
        observer.committed(lane: 0, report)
        report.seconds = 0.5
        observer.committed(lane: 0, report)
        report = CommitReport()
        report.seconds = 0.219
        observer.committed(lane: 1, report)
        observer.aborted(lane: 0, reason: "x")
        observer.backlog(lane: 0, [backlog(7, oldest: nil)])
        observer.backlog(lane: 1, [backlog(5, oldest: 1_714_119_300_123)])
        observer.backlog(lane: 2, [backlog(9, oldest: 1)])
        observer.backlogGone(lane: 2)
        observer.backlog(lane: 3, [backlog(0, oldest: 1_714_119_330_123)])
        observer.restoring(lane: 1, partition: 7, records: 1, bytes: 1, left: 1, etaSeconds: nil)
        recording.turn(by: 59_999)
        observer.minutePassed()
        #expect(recording.all.compactMap(Self.fields).isEmpty)
        recording.turn(by: 1)
        observer.minutePassed()
        observer.minutePassed()
        #expect(
            recording.all.compactMap(Self.fields) == [
                "seconds=60 uploads=1200 uploads_per_second=20 samples_per_second=2000.1 refusals=8 lag_records=12 "
                    + "oldest_upload_seconds=60 commits=3 aborts=1 commit_seconds_mean=0.25 commit_seconds_max=0.5 "
                    + "end_to_end_seconds_mean=2.5 end_to_end_seconds_max=4 partitions=3 partitions_restoring=1\n"
            ]
        )
    }

    @Test func `an idle minute is said too, with nothing in it, and counts anew`() {
        let recording = Recording()
        let observer = recording.observer(level: .info)
        observer.minutePassed()
        observer.committed(lane: 0, .example)
        for _ in 0..<2 {
            recording.turn(by: 60_000)
            observer.minutePassed()
        }
        #expect(
            Self.fields(recording.all.last)
                == "seconds=60 uploads=0 uploads_per_second=0 samples_per_second=0 refusals=0 "
                + "lag_records=0 commits=0 aborts=0 partitions=0 partitions_restoring=0\n"
        )
    }

    @Test func `a clock that is set back begins a new minute`() {
        let recording = Recording()
        let observer = recording.observer(level: .info)
        observer.minutePassed()
        recording.turn(by: -3_600_000)
        observer.minutePassed()
        recording.turn(by: 60_000)
        observer.minutePassed()
        #expect(recording.all.count == 1)
        #expect(Self.fields(recording.all.last)?.hasPrefix("seconds=60 ") == true)
    }

    @Test func `an upload whose time lies ahead of the clock has no age`() {
        let recording = Recording()
        let observer = recording.observer(level: .info)
        observer.minutePassed()
        observer.backlog(lane: 0, [backlog(1, oldest: 1_714_119_300_123 + 120_000)])
        recording.turn(by: 60_000)
        observer.minutePassed()
        #expect(Self.fields(recording.all.last)?.contains(" oldest_upload_seconds=0 ") == true)
    }

    @Test func `a record of the future was not under way for less than no time`() {
        var latency = Latency()
        latency.add([9_000], committedAt: 5_000)
        #expect(latency.meanSeconds == 0 && latency.longestSeconds == 0)
    }

    @Test func `timestamps at the ends of 64 bits are times like others`() {
        var latency = Latency()
        latency.add([.max], committedAt: 0)
        #expect(latency.longestSeconds == 0)
        latency.add([.min], committedAt: .max)
        #expect(latency.uploads == 2 && latency.longestSeconds == 0x1p64 / 1_000)
    }

    @Test func `lag is unknown while a lane gets no answers`() {
        let recording = Recording()
        let observer = recording.observer(level: .info)
        observer.minutePassed()
        func lag() -> String? {
            recording.turn(by: 60_000 - (recording.now - began))
            began = recording.now
            observer.minutePassed()
            return recording.all.last?.firstMatch(of: /lag_records=\d+/).map { String($0.output) }
        }
        var began = recording.now
        for lane in 0..<2 { observer.backlog(lane: lane, [backlog(4, oldest: nil)]) }
        for lane in 0..<2 { observer.answered(lane: lane, at: recording.now + 45_000) }
        #expect(lag() == "lag_records=8")
        observer.answered(lane: 0, at: recording.now + 60_000)
        observer.answered(lane: 1, at: recording.now + 44_999)
        #expect(lag() == nil)
        observer.answered(lane: 0, at: recording.now + 60_000)
        observer.backlogGone(lane: 1)
        #expect(lag() == "lag_records=4")
    }
}
