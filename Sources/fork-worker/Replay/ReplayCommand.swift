import Glibc
import Health
import Observation
import Operations
import Options
import Store
import Worker

/// `fork-worker replay`: processes the same uploads again into other topics, up to a fixed end.
enum ReplayCommand {
    static func run(_ options: ReplayOptions, _ signals: StopSignals) -> Never {
        PrivateFolder.becomeOnlyReader()
        Allocator.giveBackInBackground()
        let observer = Observer(options.run.log)
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let directory = try RunCommand.stateDirectory(options.run, observer)
            let worker = workerOptions(options, instanceID: options.run.groupInstanceID ?? directory.instanceID)
            RunCommand.sayStart(options.run, worker, observer)
            let board = ProbeBoard()
            let server = try ProbePages.serve(at: options.run.httpAddress, board, observer)
            let figures = try ReplayRun(options, worker, observer, signals, board, zones).run()
            // The directory holds the lock, and Swift could release it after its last use.
            withExtendedLifetime(directory) {}
            withExtendedLifetime(server) {}
            guard let figures else {
                observer.stopped()
                hint("to resume it, start it again with the same options", observer)
                ProcessEnvironment.leave(.done, after: observer)
            }
            hint("compare it with the live documents: fork-worker diff \(options.into)", observer)
            ProcessEnvironment.leave(.done, after: observer, ending: figures.json(into: options.into))
        } catch {
            observer.failed(error.description)
            ProcessEnvironment.leave(error.isUsage ? .usage : .failure, after: observer)
        }
    }

    /// Prints the next step for a person at a terminal.
    private static func hint(_ sentence: String, _ observer: Observer) {
        guard StandardError.isTerminal else { return }
        observer.finishLines()
        StandardError.write(Array("fork-worker: \(sentence)\n".utf8))
    }

    /// Returns the worker options of a replay, without its input range.
    private static func workerOptions(_ options: ReplayOptions, instanceID: String) -> WorkerOptions {
        var made = RunCommand.workerOptions(options.run, instanceID: instanceID)
        made.groupID = options.group
        made.rules.topicPrefix = options.into
        made.rules.inputPrefix = options.run.documents.inputPrefix ?? options.run.documents.topicPrefix
        made.rules.makesJobs = options.makesJobs
        // The replay creates its own topics, with as many partitions as the inputs.
        made.createdPartitions = made.createdPartitions ?? 1
        return made
    }
}
