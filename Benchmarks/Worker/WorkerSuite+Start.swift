import Foundation
import Kafka

/// How soon a worker is ready.
extension WorkerSuite {
    /// With nothing there but topics, and what it takes when nothing happens.
    static func start(_ broker: borrowing Broker, _ report: inout Report) throws {
        let field = try Field(broker)
        defer { field.clear() }
        // The first makes the topics.
        let maker = try Contender.single.start(field)
        _ = try maker.secondsToReady()
        maker.stop()
        field.clear()
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
                Report.Cell(name: "s to ready", value: cold.sorted()[cold.count / 2]),
                Report.Cell(name: "RSS idle MiB", value: idle),
            ]
        )
    }

    /// With state: kept, and lost.
    static func restart(_ subject: Subject, _ field: Field, _ samples: Double, _ report: inout Report) throws {
        subject.stop()
        let warm = try Contender.single.start(field)
        let kept = try warm.secondsToReady()
        warm.stop()
        field.clear()
        let other = try Contender.single.start(field)
        defer { other.stop() }
        let lost = try other.secondsToReady()
        let restored = other.lines(of: "restored")
        let seconds = restored.compactMap { $0["seconds"] as? Double }.max() ?? .nan
        let bytes = restored.compactMap { $0["bytes"] as? Double }.reduce(0, +)
        report.add(
            "worker",
            "restart",
            [
                Report.Cell(name: "s to ready, state kept", value: kept),
                Report.Cell(name: "s to ready, state lost", value: lost),
                Report.Cell(name: "restored samples/s", value: samples / seconds),
                Report.Cell(name: "restored MB/s", value: bytes / seconds / 1e6),
            ]
        )
    }
}
