import Glibc
import Health
import Kafka
import Observation
import Operations
import Options
import Serving
import Worker

/// A process with a state directory, probe pages and the options of one worker.
///
/// `run` is the frame of the commands `run` and `replay`.
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
        PrivateFolder.becomeOnlyReader()
        Allocator.giveBackInBackground()
        let observer = Observer(options.log)
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let directory = try stateDirectory(options, observer)
            var made = workerOptions(options, instanceID: options.groupInstanceID ?? directory.instanceID)
            adjust(&made)
            sayStart(options, made, observer)
            let board = ProbeBoard()
            let server = try ProbePages.serve(at: options.httpAddress, board, observer)
            let line = try body(WorkerProcess(options: made, observer: observer, board: board, zones: zones))
            // The directory holds the lock, and Swift could release it after its last use.
            withExtendedLifetime(directory) {}
            withExtendedLifetime(server) {}
            guard let line else { ProcessEnvironment.leave(.done, after: observer) }
            ProcessEnvironment.leave(.done, after: observer, ending: line)
        } catch {
            observer.failed(error.description)
            ProcessEnvironment.leave(error.isUsage ? .usage : .failure, after: observer)
        }
    }

    /// Opens the state directory; if that fails, the start is still logged with its options.
    private static func stateDirectory(
        _ options: RunOptions,
        _ observer: Observer
    ) throws(StartError) -> StateDirectory {
        do throws(StartError) {
            return try StateDirectory(options.stateDirectory)
        } catch {
            sayStart(options, nil, observer)
            throw error
        }
    }

    /// Logs the start with versions and options, and warns about memory and SCRAM.
    private static func sayStart(_ options: RunOptions, _ made: WorkerOptions?, _ observer: Observer) {
        observer.started(
            version: Version.current,
            library: (KafkaLibrary.version, KafkaLibrary.lacks),
            instanceID: made?.instanceID,
            memory: made?.plannedMemory ?? [],
            settings: options.effective.map { "\($0.name)=\($0.value)" }
        )
        observer.memoryLimit(bytes: options.memoryLimitBytes)
        if let needed = made?.leastMemoryBytes, needed > options.memoryLimitBytes {
            observer.memoryLimitIsTooSmall(bytes: options.memoryLimitBytes, neededBytes: needed)
        }
        let memory = Doctor.memory(limitBytes: options.memoryLimitBytes)
        if memory.verdict == .failed {
            observer.memoryLimitIsBeyond(reason: "\(memory.about): \(memory.message)", advice: memory.advice ?? "")
        }
        let usesSCRAM = options.kafka.contains { property in
            property.name.hasPrefix("sasl.mechanism") && property.value.uppercased().contains("SCRAM")
        }
        if usesSCRAM, !KafkaLibrary.hasSCRAM { observer.scramMayFail(version: KafkaLibrary.version) }
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
