import Glibc
import Health
import Observation
import Settings
import Worker

/// `fork-worker run`: the stream processor, until a signal.
enum RunCommand {
    /// Runs to the end of the process.
    static func run(_ settings: RunSettings) -> Never {
        // Before any thread, so that all of them inherit it: signals are waited for, never handled.
        let signals = StopSignals()
        // Nor does a reader of the log that has gone end the worker.
        signal(SIGPIPE, SIG_IGN)
        PrivateFolder.becomeOnlyReader()
        Allocator.giveBackInBackground()
        let observer = Observer(level: Level(settings.log.level), format: LineFormat(settings.log.format))
        do throws(StartError) {
            let directory = try stateDirectory(settings, observer)
            let made = workerSettings(settings, instanceID: settings.groupInstanceID ?? directory.instanceID)
            sayStart(settings, made, observer)
            let readZone = FileBytes.zoneReader(directory: ProcessEnvironment.current["TZDIR"])
            let worker = Worker(made, observer: observer) {
                Processor(rules: made.rules, zones: ZoneTable(read: readZone))
            }
            let outcome = worker.run { milliseconds in
                observer.minutePassed()
                return signals.wait(milliseconds: milliseconds)
            }
            // The lock goes with the directory, which would else go after its last use.
            withExtendedLifetime(directory) {}
            switch outcome {
            case .stopped: observer.stopped()
            case .failed(let error): throw error
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            observer.failed(error.description)
            ProcessEnvironment.leave(error.isUsage ? .usage : .failure, after: observer)
        }
    }

    /// The folder; where it cannot be had, the line at the start says what was asked for all the same.
    private static func stateDirectory(
        _ settings: RunSettings,
        _ observer: Observer
    ) throws(StartError) -> StateDirectory {
        do throws(StartError) {
            return try StateDirectory(settings.stateDirectory)
        } catch {
            sayStart(settings, nil, observer)
            throw error
        }
    }

    /// What runs, on what, and by which settings.
    private static func sayStart(_ settings: RunSettings, _ made: WorkerSettings?, _ observer: Observer) {
        observer.started(
            version: Version.current,
            library: (KafkaLibrary.version, KafkaLibrary.lacks),
            instanceID: made?.instanceID,
            memory: made?.plannedMemory ?? [],
            settings: settings.effective.map { "\($0.name)=\($0.value)" }
        )
        let usesSCRAM = settings.kafka.contains { property in
            property.name.hasPrefix("sasl.mechanism") && property.value.uppercased().contains("SCRAM")
        }
        if usesSCRAM, !KafkaLibrary.hasSCRAM { observer.scramMayFail(version: KafkaLibrary.version) }
    }

    /// What these settings say to a worker.
    static func workerSettings(_ settings: RunSettings, instanceID: String) -> WorkerSettings {
        var made = WorkerSettings(
            bootstrapServers: settings.bootstrapServers,
            groupID: settings.groupID,
            instanceID: instanceID,
            rules: Rules(settings.documents)
        )
        made.lanes = settings.lanes
        made.isDynamic = settings.dynamicMembership
        made.adoptsState = settings.adoptState
        made.assignor = Assignor(settings.assignment)
        made.storePath = "\(settings.stateDirectory)/store"
        made.memoryBytes = settings.memoryLimitBytes
        made.limits.intervalMilliseconds = Int64(settings.commitIntervalMilliseconds)
        made.properties = settings.kafka.map { (name: $0.name, value: $0.value) }
        made.replicationFactor = Int32(clamping: settings.replicationFactor ?? -1)
        made.createdPartitions = settings.createTopics ? Int32(clamping: settings.partitions) : nil
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
    /// Text for people at a terminal, JSON for everything else, unless one was asked for.
    init(_ format: LogFormat?) {
        switch format {
        case .text: self = .text
        case .json: self = .json
        case nil: self = StandardError.isTerminal ? .text : .json
        }
    }
}
