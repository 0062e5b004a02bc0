import Foundation
import Kafka

/// How soon a worker is ready.
extension WorkerSuite {
    /// With nothing there but topics, and what it takes when nothing happens.
    static func start(_ broker: borrowing Broker, _ report: inout Report) throws {
        let topics = try ContenderTopics(broker)
        try makeTopics(topics)
        var cold: [Double] = []
        var idle = 0.0
        for _ in 0..<5 {
            // A group of its own, since a member that has gone is missed only after its session.
            let other = ContenderTopics(topics)
            let process = try Contender.single.start(other)
            cold.append(try process.secondsToReady())
            sleep(1)
            idle = max(idle, process.mebibytes("VmRSS"))
            process.stop()
            other.clear()
        }
        report.add(
            "worker",
            "cold start",
            [
                Report.Cell(name: "s to ready", value: cold.median),
                Report.Cell(name: "RSS idle MiB", value: idle),
            ]
        )
    }

    /// Lets a worker make the topics that it needs.
    static func makeTopics(_ topics: ContenderTopics) throws {
        let maker = try Contender.single.start(topics)
        defer { topics.clear() }
        defer { maker.stop() }
        _ = try maker.secondsToReady()
    }

    /// With state: kept, and lost.
    static func restart(
        _ process: MeasuredProcess,
        _ topics: ContenderTopics,
        _ samples: Double,
        _ report: inout Report
    ) throws {
        process.stop()
        let warm = try Contender.single.start(topics)
        let kept = try warm.secondsToReady()
        warm.stop()
        topics.clear()
        report.add("worker", "start with its state", [Report.Cell(name: "s to ready", value: kept)])
        let other = try Contender.single.start(topics)
        defer { other.stop() }
        try watchRestore(of: samples, by: other, "restore, all that was written", &report)
    }
}
