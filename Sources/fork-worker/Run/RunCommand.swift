import Glibc
import Health
import Kafka
import Observation
import Operations
import Options
import Worker

/// `fork-worker run`: the stream processor, until a signal.
enum RunCommand {
    static func run(_ options: RunOptions, _ signals: StopSignals) -> Never {
        PrivateFolder.becomeOnlyReader()
        Allocator.giveBackInBackground()
        let observer = Observer(level: Level(options.log.level), format: LineFormat(options.log.format))
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let directory = try stateDirectory(options, observer)
            let made = workerOptions(options, instanceID: options.groupInstanceID ?? directory.instanceID)
            sayStart(options, made, observer)
            let board = ProbeBoard()
            let server = try ProbePages.serve(at: options.httpAddress, board, observer)
            let worker = Worker(made, observer: observer, board: board) {
                Processor(rules: made.rules, zones: zones)
            }
            let waitForStop: (Int64) -> String? = { milliseconds in
                observer.minutePassed()
                return signals.wait(milliseconds: milliseconds)
            }
            var outcome: Worker.Outcome?
            if made.topics.inputPrefix != made.topics.prefix {
                outcome = worker.reachBroker(waitForStop: waitForStop)
                if outcome == nil, !(try ReplayTakeover.run(made, observer, signals)) { outcome = .stopped }
            }
            let end = outcome ?? worker.run(waitForStop: waitForStop)
            // The directory holds the lock, and Swift could release it after its last use.
            withExtendedLifetime(directory) {}
            withExtendedLifetime(server) {}
            switch end {
            case .stopped: observer.stopped()
            case .failed(let error): throw error
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            observer.failed(error.description)
            ProcessEnvironment.leave(error.isUsage ? .usage : .failure, after: observer)
        }
    }

    /// Opens the state directory; if that fails, the start is still logged with its options.
    static func stateDirectory(
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
    static func sayStart(_ options: RunOptions, _ made: WorkerOptions?, _ observer: Observer) {
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
    static func workerOptions(_ options: RunOptions, instanceID: String) -> WorkerOptions {
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

extension Level {
    init(_ level: LogLevel) {
        switch level {
        case .error: self = .error
        case .warning: self = .warning
        case .info: self = .info
        case .debug: self = .debug
        }
    }
}

extension Assignor {
    init(_ strategy: AssignmentStrategy) {
        switch strategy {
        case .range: self = .range
        case .cooperativeSticky: self = .cooperativeSticky
        }
    }
}

extension LineFormat {
    /// Selects the given format, or text for a terminal and JSON otherwise.
    init(_ format: LogFormat?) {
        switch format {
        case .text: self = .text
        case .json: self = .json
        case nil: self = StandardError.isTerminal ? .text : .json
        }
    }
}
