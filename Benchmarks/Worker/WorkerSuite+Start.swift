import Foundation
import Kafka

/// The time from the start of a worker until it is ready.
extension WorkerSuite {
    /// Measures the start of a worker without state, and the memory of the idle worker.
    static func start(_ broker: borrowing Broker, _ report: inout Report) throws {
        let topics = try ContenderTopics(broker)
        try makeTopics(topics)
        var cold: [Double] = []
        var idle = 0.0
        for _ in 0..<5 {
            // A new group each time, because the group keeps a stopped static member until its session times out.
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

    /// Starts a worker once, so that it creates the topics that it needs.
    static func makeTopics(_ topics: ContenderTopics) throws {
        let maker = try Contender.single.start(topics)
        defer { topics.clear() }
        defer { maker.stop() }
        _ = try maker.secondsToReady()
    }

    /// Measures a restart with the state directory, and a restore after the loss of the directory.
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
