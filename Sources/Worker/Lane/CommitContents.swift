import Health
import Kafka
import Observation
import Vocabulary

/// The derived contents of the current commit.
struct CommitContents {
    var outcomes: [(partition: Int32, outcome: Outcome)] = []
    /// The uncommitted input that the commit includes.
    var input = UncommittedInput()
    /// The partition of a re-derivation, with the number of its finished connections (nil: all).
    var rederiving: (partition: Int32, done: Int?)?
    /// The partition whose connections with unwritten documents are checked again.
    ///
    /// `next` is the state key at which the check continues; nil if all connections are checked.
    var released: (partition: Int32, next: StateKey?)?
    private var began: Int64 = 0
    /// The wall clock time at which the commit began.
    private(set) var beganWall: Int64 = 0

    /// Begins a commit without contents.
    mutating func begin(at now: Int64, wall: Int64) {
        (began, beganWall) = (now, wall)
        outcomes = []
    }

    /// Drops everything except the start times.
    mutating func drop() {
        (outcomes, input) = ([], UncommittedInput())
        (rederiving, released) = (nil, nil)
    }

    /// Drops the contents of failed partitions.
    mutating func drop(_ partitions: [Int32]) {
        outcomes.removeAll { partitions.contains($0.partition) }
        input.forget(partitions)
    }

    func outcome(of partition: Int32) -> Outcome? { outcomes.first { $0.partition == partition }?.outcome }

    /// Returns the counts of a commit that succeeded at this time.
    func report(at now: Int64, wall: Int64) -> CommitReport {
        var report = CommitReport()
        for (_, outcome) in outcomes { report.add(outcome) }
        report.seconds = Double(now - began) / 1_000
        report.latency = input.latency(committedAt: wall)
        return report
    }
}
