import Glibc
import Kafka
import Observation
import Options
import Serving
import Vocabulary
import Worker

/// A process with a state directory, probe pages and the options of one worker.
///
/// `run` is the frame of the commands `run`, `replay` and `dispatch`.
struct WorkerProcess {
    let options: WorkerOptions
    let observer: Observer
    let board: ProbeBoard
    let zones: ZoneTable

    /// Starts the process, runs the body, and ends the process with its exit status.
    ///
    /// - Parameters:
    ///   - options: The options of the command.
    ///   - adjust: Changes the worker options that follow from `options`.
    ///   - body: Runs the worker; returns the last line on standard error, or nil.
    static func run(
        _ options: RunOptions,
        adjust: (inout WorkerOptions) -> Void = { _ in },
        _ body: (WorkerProcess) throws(StartError) -> [UInt8]?
    ) -> Never {
        run(ProcessSettings(options)) { instanceID in
            var made = workerOptions(options, instanceID: instanceID)
            adjust(&made)
            return made
        } _: { process throws(StartError) in
            try body(process)
        }
    }

    /// Starts the process, runs the body, and ends the process with its exit status.
    ///
    /// - Parameters:
    ///   - settings: The settings of the process.
    ///   - make: Creates the options from the name in the group.
    ///   - body: Does the work; returns the last line on standard error, or nil.
    static func run(
        _ settings: ProcessSettings,
        make: (_ instanceID: String) -> WorkerOptions,
        _ body: (WorkerProcess) throws(StartError) -> [UInt8]?
    ) -> Never {
        PrivateFolder.becomeOnlyReader()
        Allocator.giveBackInBackground()
        let observer = Observer(settings.log)
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let directory = try stateDirectory(settings, observer)
            let made = make(settings.groupInstanceID ?? directory.instanceID)
            settings.sayStart(made, observer)
            let board = ProbeBoard()
            let server = try ProbePages.serve(at: settings.httpAddress, board, observer)
            let line = try body(WorkerProcess(options: made, observer: observer, board: board, zones: zones))
            // The directory holds the lock, and Swift could release it after its last use.
            withExtendedLifetime(directory) {}
            withExtendedLifetime(server) {}
            guard let line else { ProcessEnvironment.leave(.done, after: observer) }
            ProcessEnvironment.leave(.done, after: observer, ending: line)
        } catch {
            observer.failed(error.description, code: error.code)
            ProcessEnvironment.leave(error.isUsage ? .usage : .failure, after: observer)
        }
    }

    /// Opens the state directory; if that fails, the start is still logged with its options.
    private static func stateDirectory(
        _ settings: ProcessSettings,
        _ observer: Observer
    ) throws(StartError) -> StateDirectory {
        do throws(StartError) {
            return try StateDirectory(settings.stateDirectory)
        } catch {
            settings.sayStart(nil, observer)
            throw error
        }
    }

    /// Converts the options to those of a worker.
    private static func workerOptions(_ options: RunOptions, instanceID: String) -> WorkerOptions {
        var made = WorkerOptions(
            bootstrapServers: options.bootstrapServers,
            groupID: options.groupID,
            instanceID: instanceID,
            rules: Rules(options.documents)
        )
        made.lanes = options.lanes
        made.isDynamic = options.dynamicMembership
        made.adoptsState = options.adoptState
        made.assignor = Assignor(options.assignment)
        made.storePath = "\(options.stateDirectory)/store"
        made.memoryBytes = options.memoryLimitBytes
        made.limits.intervalMilliseconds = Int64(options.commitIntervalMilliseconds)
        made.properties = options.kafka.map { (name: $0.name, value: $0.value) }
        made.tokens = TokenKeeper(options.tokenSource)
        made.replicationFactor = Int32(clamping: options.replicationFactor ?? -1)
        made.createdPartitions = options.createTopics ? Int32(clamping: options.partitions) : nil
        return made
    }
}
