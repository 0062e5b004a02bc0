import Glibc
import Kafka
import Observation
import Options
import Serving
import Vocabulary
import Worker

/// A process with a state directory, probe pages and the options of one worker.
///
/// `WorkerProcess.run` does the common work of the commands `run`, `replay` and `dispatch`.
struct WorkerProcess {
    let options: WorkerOptions
    let observer: Observer
    let board: ProbeBoard
    let zones: ZoneTable
    /// The partitions for the console; nil without a console.
    let partitions: PartitionBoard?

    /// Starts the process, runs the body, and ends the process with its exit status.
    ///
    /// `reserved` is the part of the memory limit that the worker must not use, and its name in the log. `adjust`
    /// changes the worker options that follow from `options`. `body` returns the last line on standard error, or nil.
    static func run(
        _ options: Options,
        reserved: (name: String, bytes: Int)? = nil,
        adjust: (inout WorkerOptions) -> Void = { _ in },
        _ body: (WorkerProcess) throws(StartError) -> [UInt8]?
    ) -> Never {
        let settings = ProcessSettings(options: options, reserved: reserved)
        PrivateFolder.becomeOnlyReader()
        Allocator.giveBackInBackground()
        let observer = Observer(options.log)
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let directory = try stateDirectory(settings, observer)
            var made = WorkerOptions(options, instanceID: options.process.groupInstanceID ?? directory.instanceID)
            adjust(&made)
            settings.sayStart(made, observer)
            let board = ProbeBoard()
            let console = try ServedConsole(
                options.process.console,
                of: made,
                options.effective,
                board,
                observer,
                zones: zones
            )
            let server = try ProbePages.serve(at: options.process.httpAddress, board, observer, console)
            let process = WorkerProcess(
                options: made,
                observer: observer,
                board: board,
                zones: zones,
                partitions: console?.partitions
            )
            let line = try body(process)
            // Swift could release the directory after its last use, and the lock of the directory with it.
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
            return try StateDirectory(settings.options.process.stateDirectory)
        } catch {
            settings.sayStart(nil, observer)
            throw error
        }
    }
}

extension WorkerOptions {
    /// Creates the options of a process with brokers, topics and state.
    init(_ options: Options, instanceID: String) {
        let process = options.process
        self.init(
            bootstrapServers: options.cluster.bootstrapServers,
            groupID: options.cluster.groupID,
            instanceID: instanceID,
            rules: options.rules
        )
        lanes = process.lanes
        isDynamic = process.isDynamic
        adoptsState = process.adoptsState
        assignor = Assignor(rawValue: process.assignment.rawValue) ?? .range
        storePath = "\(process.stateDirectory)/store"
        memoryBytes = process.memoryLimitBytes
        limits.intervalMilliseconds = process.commitIntervalMilliseconds
        properties = options.cluster.properties
        tokens = TokenKeeper(options.cluster)
        replicationFactor = Int32(clamping: process.replicationFactor ?? -1)
        createdPartitions = process.createsTopics ? Int32(clamping: process.partitions) : nil
    }
}
