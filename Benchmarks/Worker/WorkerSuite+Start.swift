import Foundation
import Kafka

/// How soon a worker is ready.
extension WorkerSuite {
    /// With nothing there but topics, and what it takes when nothing happens.
    static func start(_ broker: borrowing Broker, _ report: inout Report) throws {
        let field = try Field(broker)
        try makeTopics(field)
        var cold: [Double] = []
        var idle = 0.0
        for _ in 0..<5 {
            // A group of its own, since a member that has gone is missed only after its session.
            let other = Field(field)
            let subject = try Contender.single.start(other)
            cold.append(try subject.secondsToReady())
            sleep(1)
            idle = max(idle, subject.mebibytes("VmRSS"))
            subject.stop()
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
    static func makeTopics(_ field: Field) throws {
        let maker = try Contender.single.start(field)
        defer { field.clear() }
        defer { maker.stop() }
        _ = try maker.secondsToReady()
    }

    /// With state: kept, and lost.
    static func restart(_ subject: Subject, _ field: Field, _ samples: Double, _ report: inout Report) throws {
        subject.stop()
        let warm = try Contender.single.start(field)
        let kept = try warm.secondsToReady()
        warm.stop()
        field.clear()
        report.add("worker", "start with its state", [Report.Cell(name: "s to ready", value: kept)])
        let other = try Contender.single.start(field)
        defer { other.stop() }
        try watchRestore(of: samples, by: other, "restore, all that was written", &report)
    }
}
