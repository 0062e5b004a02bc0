import Health
import Kafka
import Observation
import Vocabulary

/// What the current commit contains, as far as it is derived.
struct CommitContents {
    var outcomes: [(partition: Int32, outcome: Outcome)] = []
    /// The uncommitted input that the commit takes.
    var input = UncommittedInput()
    /// The partition whose documents are derived again, with its number of finished connections (nil: all).
    var rederiving: (partition: Int32, done: Int?)?
    /// The partition whose waiting connections are looked at again, with the state key to continue at (nil: all done).
    var released: (partition: Int32, next: StateKey?)?
    private var began: Int64 = 0
    /// When the commit began, by the wall clock.
    private(set) var beganWall: Int64 = 0

    /// Notes that reading has ended and the commit begins.
    mutating func begin(at now: Int64, wall: Int64) {
        (began, beganWall) = (now, wall)
        outcomes = []
    }

    /// Drops everything but the beginning.
    mutating func drop() {
        (outcomes, input) = ([], UncommittedInput())
        (rederiving, released) = (nil, nil)
    }

    /// Drops partitions that are left alone.
    mutating func drop(_ partitions: [Int32]) {
        outcomes.removeAll { partitions.contains($0.partition) }
        input.forget(partitions)
    }

    func outcome(of partition: Int32) -> Outcome? { outcomes.first { $0.partition == partition }?.outcome }

    /// Returns the counts of the commit, which has succeeded at this time.
    func report(at now: Int64, wall: Int64) -> CommitReport {
        var report = CommitReport()
        for (_, outcome) in outcomes { report.add(outcome) }
        report.seconds = Double(now - began) / 1_000
        report.latency = input.latency(committedAt: wall)
        return report
    }
}
