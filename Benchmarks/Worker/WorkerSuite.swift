import Foundation
import Kafka

/// The suite of the worker: `fork-worker run` on Apache Kafka, compared with the bare copy in the same run.
enum WorkerSuite {
    static func run(_ options: Options, _ report: inout Report) throws {
        if let words = ProcessInfo.processInfo.environment[Copying.variable] {
            try Copying.run(words.split(separator: " ").map(String.init))
        }
        guard let broker = try Broker(options) else {
            return log("worker: skipped: set KAFKA_HOME or --bootstrap-servers")
        }
        func isWanted(_ name: String) -> Bool { options.workload.map { $0 == name } ?? true }
        if isWanted("start") { try start(broker, &report) }
        if isWanted("restore") { try restore(options, broker, &report) }
        for (name, days) in PhonesRace.parts where options.workload.map({ $0 == name }) ?? (days == 0) {
            try PhonesRace.run(name, daysBehind: days, options, broker, &report)
        }
        if options.workload == PhonesRace.otherOptions { try PhonesRace.runWithOptions(options, broker, &report) }
        // Each contender runs together with the copy that it is compared with.
        let wanted = Contender.allCases.filter { isWanted($0.rawValue) }
        let contenders = Contender.allCases.filter { one in wanted.contains { one == $0 || one == $0.measure } }
        guard !contenders.isEmpty else { return }
        var race = Race(try makeUploads(options))
        for contender in contenders { try race.run(contender, broker, &report) }
    }

    /// Generates days of many connections, with only new samples.
    static func makeUploads(_ options: Options) throws -> Workload {
        guard let first = Workload.all.first else { throw Options.Wrong(description: "there is no workload") }
        log("making uploads")
        return first.make(8 * options.scale)
    }
}
