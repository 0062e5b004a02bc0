import Delivering
import Dispatching
import Observation
import Operations
import Requests
import Serving
import Synchronization
import System
import Vocabulary
import Webhooks
import Worker

/// The dispatcher of a sandbox on a thread of its own, and the receiver of its deliveries.
final class SandboxWebhooks: Sendable {
    /// The progress of the dispatcher.
    private enum Progress {
        case waiting
        case running
        case ended(ProcessFrame.Outcome)
    }

    private static let host = "127.0.0.1"
    /// The interval between checks for a stop request.
    private static let lookMilliseconds: Int64 = 20

    /// The URL of the receiver.
    let callbackURL: String
    /// The file with a line for each delivery.
    let deliveriesPath: String
    private let handler: EchoHandler
    private let server: WebhookServer
    private let delivering: DeliveryProcess
    private let observer: Observer
    private let clocks = Clocks()
    private let isStopRequested = Atomic(false)
    private let progress = Mutex(Progress.waiting)

    /// Starts the receiver; the dispatcher is started by `start`.
    ///
    /// `zones` are the time zones that settings may name.
    ///
    /// - Throws: An error if the receiver cannot listen, or its file cannot be written.
    init(
        _ deliveries: SandboxDeliveries,
        besides worker: WorkerOptions,
        in folder: String,
        zones: ZoneTable
    ) throws(StartError) {
        let path = "\(folder)/deliveries.ndjson"
        let file = try DeliveriesFile(path)
        let receiver = EchoReceiver(try deliveries.file(), status: 204, failShare: 0, seed: 0)
        let handler = EchoHandler(receiver) { echoed, _ in file.append(echoed) }
        do throws(ServingError) {
            server = try WebhookServer(host: Self.host, port: 0) { handler.answer($0) }
        } catch {
            throw StartError(error.description)
        }
        self.handler = handler
        callbackURL = "http://\(server.address)/"
        deliveriesPath = path
        observer = deliveries.observer
        delivering = try Self.delivering(deliveries, besides: worker, zones, storeIn: "\(folder)/dispatch")
    }

    private static func delivering(
        _ deliveries: SandboxDeliveries,
        besides worker: WorkerOptions,
        _ zones: ZoneTable,
        storeIn path: String
    ) throws(StartError) -> DeliveryProcess {
        var made = worker
        made.groupID = StateOwner.dispatcher.group(ofWorkers: worker.groupID)
        made.storePath = path
        var dispatch = Dispatching.DispatchOptions()
        dispatch.callbacks = CallbackRules(allowsLoopback: true)
        dispatch.topicPrefix = worker.topics.prefix
        dispatch.version = Version.current
        // At the end of a test, the dispatcher does not wait for a receiver that hangs.
        dispatch.drainMilliseconds = 0
        let observer = DispatchObserver(deliveries.observer)
        let secrets = try SecretsWatch(nil, environment: deliveries.secrets, observer: observer, at: 0)
        do throws(PostClientError) {
            let client = try PostClient(PostOptions(rules: dispatch.callbacks, requestsMax: dispatch.concurrency))
            let options = DeliveryOptions(process: made, dispatch: dispatch, zones: zones)
            return DeliveryProcess(options, client: client, secrets: secrets, observer: observer)
        } catch {
            throw StartError(error.description)
        }
    }

    /// Starts the dispatcher, unless it was started.
    ///
    /// The worker's topics must exist, so that the worker and the dispatcher do not create the same topics.
    func start() {
        let isFirst = progress.withLock { progress in
            guard case .waiting = progress else { return false }
            progress = .running
            return true
        }
        guard isFirst else { return }
        let thread = SystemThread {
            let outcome = self.delivering.run { milliseconds in self.waitForStop(milliseconds) }
            self.progress.withLock { $0 = .ended(outcome) }
        }
        guard let thread else {
            let fault = StartError("no thread could be started for the dispatcher")
            return progress.withLock { $0 = .ended(.failed(fault)) }
        }
        thread.detach()
    }

    /// Whether the dispatcher owns this number of partitions.
    func serves(_ partitions: Int32) -> Bool { Counters(observer)["partitions"] >= Int(partitions) }

    /// The reason why the sandbox must end; nil to continue.
    var ending: String? {
        if handler.isOutputClosed { return "end of the file of deliveries" }
        return progress.withLock { progress in
            guard case .ended = progress else { return nil }
            return "end of the dispatcher"
        }
    }

    /// Asks the dispatcher to stop without waiting.
    func requestStop() { isStopRequested.store(true, ordering: .releasing) }

    /// Waits until the dispatcher has stopped.
    ///
    /// - Returns: The error if the dispatcher failed, or if a delivery could not be written; otherwise nil.
    func stop() -> StartError? {
        requestStop()
        var isRunning = true
        var fault: StartError?
        while isRunning {
            (isRunning, fault) = progress.withLock { progress in
                switch progress {
                case .waiting, .ended(.stopped): (false, nil)
                case .running: (true, nil)
                case .ended(.failed(let error)): (false, StartError("the dispatcher: \(error)"))
                }
            }
            if isRunning { clocks.sleep(milliseconds: Self.lookMilliseconds) }
        }
        observer.finishLines()
        if handler.isOutputClosed {
            return StartError("\(deliveriesPath) cannot be written: is there room on the disk?")
        }
        return fault
    }

    private func waitForStop(_ milliseconds: Int64) -> String? {
        let deadline = clocks.steadyMilliseconds() + milliseconds
        while !isStopRequested.load(ordering: .acquiring) {
            let rest = deadline - clocks.steadyMilliseconds()
            if rest <= 0 { return nil }
            clocks.sleep(milliseconds: min(rest, Self.lookMilliseconds))
        }
        return "end of the sandbox"
    }
}
