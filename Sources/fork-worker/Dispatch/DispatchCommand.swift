import Delivering
import Dispatching
import Kafka
import Observation
import Operations
import Options
import Requests
import System
import Vocabulary
import Webhooks
import Worker

/// `fork-worker dispatch`: delivers webhook jobs until a signal.
enum DispatchCommand {
    /// The length of uploads, which a dispatcher does not read, for the division of the memory.
    private static let uploadBytes = 64 << 10

    static func run(_ options: Options.DispatchOptions, _ signals: StopSignals) -> Never {
        let memory = DeliveryMemory(limitBytes: options.memoryLimitBytes)
        WorkerProcess.run(ProcessSettings(options, jobsBytes: memory.jobsBytes)) { instanceID in
            processOptions(options, memory, instanceID: instanceID)
        } _: { process throws(StartError) in
            let observer = DispatchObserver(process.observer)
            let clocks = Clocks()
            let secrets = try SecretsWatch(
                options.secretsFile,
                environment: ProcessEnvironment.current[SecretsFault.environment],
                observer: observer,
                at: clocks.steadyMilliseconds()
            )
            if secrets.isEmpty { observer.secretsMissing() }
            let delivering = DeliveryProcess(
                deliveryOptions(options, process, memory),
                client: try client(options),
                secrets: secrets,
                observer: observer,
                board: process.board
            )
            let outcome = delivering.run { milliseconds in
                observer.minutePassed()
                secrets.look(at: clocks.steadyMilliseconds())
                guard let signal = signals.wait(milliseconds: milliseconds) else { return nil }
                if signal != "SIGHUP" { return signal }
                secrets.reload()
                return nil
            }
            switch outcome {
            case .stopped: process.observer.stopped()
            case .failed(let error): throw error
            }
            return nil
        }
    }

    private static func deliveryOptions(
        _ options: Options.DispatchOptions,
        _ process: WorkerProcess,
        _ memory: DeliveryMemory
    ) -> DeliveryOptions {
        var dispatch = Dispatching.DispatchOptions()
        dispatch.schedule = options.schedule
        dispatch.orderHoldMilliseconds = Int64(options.orderHoldMilliseconds)
        dispatch.coalesceMilliseconds = Int64(options.coalesceMilliseconds)
        dispatch.isThin = options.payload == .notify
        dispatch.concurrency = options.concurrency
        dispatch.perHost = options.perHost
        dispatch.ratePerHost = options.ratePerHost.map { Double($0) }
        dispatch.callbacks = options.callbacks
        dispatch.drainMilliseconds = Int64(options.drainMilliseconds)
        dispatch.topicPrefix = options.cluster.topicPrefix
        dispatch.version = Version.current
        dispatch.bounds = memory.bounds
        var made = DeliveryOptions(process: process.options, dispatch: dispatch, zones: process.zones)
        made.beginsNewBase = options.beginsNewBase
        made.connectMilliseconds = Int64(options.connectMilliseconds)
        made.requestMilliseconds = Int64(options.requestMilliseconds)
        return made
    }

    private static func client(_ options: Options.DispatchOptions) throws(StartError) -> PostClient {
        let made = PostOptions(
            rules: options.callbacks,
            requestsMax: options.concurrency,
            authoritiesFile: options.authoritiesFile,
            idleConnectionsMax: options.concurrency
        )
        do throws(PostClientError) {
            return try PostClient(made)
        } catch {
            throw StartError(error.description, isUsage: options.authoritiesFile != nil, code: .optionInvalid)
        }
    }

    /// Converts the options to those of a process with brokers, topics and state.
    private static func processOptions(
        _ options: Options.DispatchOptions,
        _ memory: DeliveryMemory,
        instanceID: String
    ) -> WorkerOptions {
        var rules = Rules()
        rules.topicPrefix = options.cluster.topicPrefix
        rules.inputPrefix = options.cluster.inputPrefix
        rules.uploadMaxBytes = uploadBytes
        let membership = options.membership
        var made = WorkerOptions(
            bootstrapServers: options.cluster.bootstrapServers,
            groupID: StateOwner.dispatcher.group(ofWorkers: options.cluster.groupID),
            instanceID: instanceID,
            rules: rules
        )
        made.isDynamic = membership.isDynamic
        made.adoptsState = membership.adoptsState
        made.assignor = Assignor(membership.assignment)
        made.storePath = "\(membership.stateDirectory)/store"
        made.memoryBytes = memory.restBytes
        made.properties = options.cluster.kafka.map { (name: $0.name, value: $0.value) }
        made.tokens = TokenKeeper(options.cluster.tokenSource)
        made.replicationFactor = Int32(clamping: membership.replicationFactor ?? -1)
        made.createdPartitions = membership.createsTopics ? Int32(clamping: membership.partitions) : nil
        return made
    }
}
