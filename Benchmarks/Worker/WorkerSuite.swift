import Foundation
import Kafka

/// The worker as a process against Apache Kafka, and the bare copy beside it in the same run.
enum WorkerSuite {
    static func run(_ options: Options, _ report: inout Report) throws {
        if let words = ProcessInfo.processInfo.environment[Copying.variable] {
            try Copying.run(words.split(separator: " ").map(String.init))
        }
        guard let broker = try Broker(options) else {
            return log("worker: left out, since it needs KAFKA_HOME or --bootstrap-servers")
        }
        let workload = try makeUploads(options)
        try start(broker, &report)
        var race = Race(workload)
        for contender in Contender.allCases where options.workload.map({ $0 == contender.rawValue }) ?? true {
            try race.run(contender, broker, &report)
        }
    }

    /// Days of many connections, all of it new.
    static func makeUploads(_ options: Options) throws -> Workload {
        guard let first = Workload.all.first else { throw Options.Wrong(description: "there is no workload") }
        log("making uploads")
        return first.make(8 * options.scale)
    }
}
