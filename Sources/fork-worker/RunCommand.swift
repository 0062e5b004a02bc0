import Glibc
import Health
import Observation
import Settings
import Worker

/// `fork-worker run`: the stream processor, until a signal.
enum RunCommand {
    /// Runs, and returns the status to leave with.
    static func run(_ settings: RunSettings) -> Int32 {
        // Before any thread, so that all of them inherit it: signals are waited for, never handled.
        let signals = StopSignals()
        PrivateFolder.becomeOnlyReader()
        Allocator.giveBackInBackground()
        let observer = Observer(level: Level(settings.log.level), format: LineFormat(settings.log.format))
        let given = settings.given.map { "\($0.name)=\($0.value)" }
        observer.started(version: Version.current, settings: given)
        do throws(StartError) {
            let directory = try StateDirectory(settings.stateDirectory)
            let worker = build(settings, instanceID: settings.groupInstanceID ?? directory.instanceID, observer)
            let outcome = worker.run(waitForStop: signals.wait)
            // The lock goes with the directory, which would else go after its last use.
            withExtendedLifetime(directory) {}
            switch outcome {
            case .stopped: observer.stopped()
            case .failed(let error): throw error
            }
            // Not by `exit`: a thread may still be in a call to a broker that does not answer.
            _exit(ProcessEnvironment.Status.done.rawValue)
        } catch {
            observer.failed(error.description)
            _exit((error.isUsage ? ProcessEnvironment.Status.usage : .failure).rawValue)
        }
    }

    /// The worker that these settings describe.
    static func build(_ settings: RunSettings, instanceID: String, _ observer: Observer) -> Worker {
        let rules = Rules(settings.documents)
        var made = WorkerSettings(
            bootstrapServers: settings.bootstrapServers,
            groupID: settings.groupID,
            instanceID: instanceID,
            rules: rules
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
        let readZone = FileBytes.zoneReader(directory: ProcessEnvironment.current["TZDIR"])
        return Worker(made, observer: observer) { Processor(rules: rules, zones: ZoneTable(read: readZone)) }
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
    init(_ assignment: Assignment) {
        switch assignment {
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
