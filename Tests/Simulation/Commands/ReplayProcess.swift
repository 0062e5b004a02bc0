package import Observation
package import Operations
import Options
package import Vocabulary
package import Worker

/// Starts what `fork-worker replay` and `fork-worker run` start, by the sources of the commands.
package enum ReplayProcess {
    /// How a process of a replay has ended.
    package enum Ending {
        case done(ReplayFigures)
        case stopped
        case failed(String)
    }

    /// Runs a replay to its end, or until it is asked to stop.
    ///
    /// - Parameters:
    ///   - arguments: of the command, without its name.
    ///   - forms: the forms that settings may name.
    ///   - observer: where it says what happens.
    ///   - change: what a worker is told that is no option of a replay.
    /// - Returns: how it has ended.
    package static func run(
        _ arguments: [String],
        forms: [DocumentForm],
        _ observer: Observer,
        _ change: (inout WorkerOptions) -> Void
    ) -> Ending {
        let parsed = Invocation.parse(
            arguments: ["replay"] + arguments,
            environment: [:],
            version: "",
            forms: forms
        ) { _ in nil }
        guard case .run(.replay, let options) = parsed else { return .failed("wrong usage: \(parsed)") }
        var worker = WorkerOptions(
            bootstrapServers: options.cluster.bootstrapServers,
            groupID: options.replayGroup,
            instanceID: options.process.groupInstanceID ?? "",
            rules: options.rules
        )
        worker.rules.topicPrefix = options.replay.into
        worker.rules.inputPrefix = options.rules.inputPrefix ?? options.rules.topicPrefix
        worker.rules.makesJobs = options.replay.makesJobs
        worker.createdPartitions = 1
        worker.lanes = options.process.lanes
        worker.properties = options.cluster.properties
        change(&worker)
        do throws(StartError) {
            let zones = try ZoneFolder(environment: [:]).table()
            let run = ReplayRun(options, worker, observer, StopSignals(), ProbeBoard(), zones)
            return try run.run().map { .done($0) } ?? .stopped
        } catch {
            return .failed(error.description)
        }
    }

    /// Takes a replay over before a worker begins; false when it was asked to stop meanwhile.
    package static func takeOver(_ options: WorkerOptions, _ observer: Observer) throws(StartError) -> Bool {
        try ReplayTakeover.run(options, observer, StopSignals())
    }
}
