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
    /// The upload length from which the memory is divided; it is small, because a dispatcher reads no uploads.
    private static let uploadBytes = 64 << 10

    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let memory = DeliveryMemory(limitBytes: options.process.memoryLimitBytes)
        WorkerProcess.run(options, reserved: ("jobs", memory.jobsBytes)) { made in
            made.groupID = StateOwner.dispatcher.group(ofWorkers: made.groupID)
            made.memoryBytes = memory.restBytes
            made.rules.uploadMaxBytes = uploadBytes
        } _: { process throws(StartError) in
            var dispatch = options.dispatch
            dispatch.bounds = memory.bounds
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
                DeliveryOptions(process: process.options, dispatch: dispatch, zones: process.zones),
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

    private static func client(_ options: Options) throws(StartError) -> PostClient {
        let concurrency = options.dispatch.concurrency
        let made = PostOptions(
            rules: options.dispatch.callbacks,
            requestsMax: concurrency,
            authoritiesFile: options.authoritiesFile,
            idleConnectionsMax: concurrency
        )
        do throws(PostClientError) {
            return try PostClient(made)
        } catch {
            throw StartError(error.description, isUsage: options.authoritiesFile != nil, code: .optionInvalid)
        }
    }
}
