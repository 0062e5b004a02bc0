import Kafka
package import Observation
import Store
package import System
import Vocabulary

/// Checks the topics and the state of a process, supervises its components, and stops them together.
package struct ProcessFrame: Sendable {
    package enum Outcome: Equatable, Sendable {
        /// The process was asked to stop, and ended normally.
        case stopped
        case failed(StartError)
    }

    /// The longest time that a stopping process waits for its components, in addition to their drain time.
    private static let stopMilliseconds: Int64 = 17_000
    private static let watchMilliseconds: Int64 = 100

    let options: WorkerOptions
    let owner: StateOwner
    let clocks: Clocks
    let observer: Observer
    private let board: ProbeBoard
    private let partitions: PartitionBoard?
    private let stopMilliseconds: Int64

    /// Creates the frame without starting anything.
    ///
    /// `partitions` shows readers the store and what lanes do with their partitions. `drainMilliseconds` is the time
    /// after a stop request in which components may finish their work.
    package init(
        _ options: WorkerOptions,
        owner: StateOwner,
        clocks: Clocks = Clocks(),
        observer: Observer,
        board: ProbeBoard = ProbeBoard(),
        partitions: PartitionBoard? = nil,
        drainMilliseconds: Int64 = 0
    ) {
        self.options = options
        self.owner = owner
        self.clocks = clocks
        self.observer = observer
        self.board = board
        self.partitions = partitions
        stopMilliseconds = Self.stopMilliseconds + drainMilliseconds
    }

    /// Runs until the process is asked to stop or fails.
    ///
    /// `waitForStop` waits for up to this many milliseconds, and returns the source of the stop request, such as the
    /// name of a signal, or nil if there was none. The components that `makeComponents` returns are started.
    ///
    /// - Returns: The outcome. If stopping took too long, a component may still be in its last call.
    package func run(waitForStop: (Int64) -> String?, components makeComponents: (LaneContext) -> [Component])
        -> Outcome
    {
        let plan: TopicPlan
        switch start(waitForStop) {
        case nil: return .stopped
        case .failure(let error): return .failed(error)
        case .success(let checked): plan = checked
        }
        board.foundTopics()
        let store: StoreFolder
        let database: Database
        do throws(StartError) {
            store = try StoreFolder(options.storePath)
        } catch {
            return .failed(error)
        }
        do throws(StoreError) {
            database = try Database(path: store.path, memory: options.memory.store)
        } catch {
            return .failed(StartError(error.reason))
        }
        switch checkState(plan, database, waitForStop) {
        case nil: return .stopped
        case .failure(let error): return .failed(error)
        case .success: break
        }
        let context = LaneContext(
            options: options,
            topics: options.topics,
            plan: plan,
            database: database,
            readiness: Readiness(lanes: options.lanes),
            sweep: StoreSweep(plan, options, database, clocks, observer: observer),
            clocks: clocks,
            observer: observer,
            partitions: partitions
        )
        partitions?.opened(database, count: plan.partitions)
        let session = ClientProperties(options, lane: 0).sessionMilliseconds
        var supervisor = Supervisor(
            makeComponents(context),
            board,
            at: clocks.steadyMilliseconds(),
            sessionMilliseconds: session
        )
        board.hasBegun()
        let failure = watch(&supervisor, context.sweep, waitForStop)
        // The board would keep the database open while the folder of a temporary store is removed.
        partitions?.closed()
        // The next start is faster, because it need not restore flushed data from the changelog.
        try? database.flush()
        withExtendedLifetime(store) {}
        // A component that still runs ends with the process, and the next start aborts its transaction.
        return failure.map { .failed($0) } ?? .stopped
    }

    /// Watches the components until the process is asked to stop or one of them fails, and waits for their end.
    ///
    /// - Returns: What failed first, or nil.
    private func watch(_ supervisor: inout Supervisor, _ sweep: StoreSweep, _ waitForStop: (Int64) -> String?)
        -> StartError?
    {
        var asked: String?
        var failure: StartError?
        while asked == nil, failure == nil {
            sweep.startOnce()
            asked = waitForStop(Self.watchMilliseconds)
            failure = supervisor.look(at: clocks.steadyMilliseconds())
        }
        board.stops()
        if let asked { observer.stopping(signal: asked) }
        supervisor.requestStop()
        let deadline = clocks.steadyMilliseconds() + stopMilliseconds
        while !sweep.stop() || supervisor.areRunning(at: clocks.steadyMilliseconds()),
            clocks.steadyMilliseconds() < deadline
        {
            clocks.sleep(milliseconds: 10)
        }
        return failure ?? supervisor.fault(at: clocks.steadyMilliseconds())
    }

    /// Waits until a broker answers, and logs the causes as long as no broker answers.
    ///
    /// - Parameter waitForStop: Waits like the parameter of `run`.
    /// - Returns: How the run ended without an answer, or nil if a broker has answered.
    package func reachBroker(waitForStop: (Int64) -> String?) -> Outcome? {
        let answer = ask(waitForStop) { check throws(KafkaError) in .success(try check.reachBroker()) }
        return switch answer {
        case nil: .stopped
        case .failure(let error): .failed(error)
        case .success: nil
        }
    }

    /// Checks the topics, and retries until a broker answers.
    private func start(_ waitForStop: (Int64) -> String?) -> Result<TopicPlan, StartError>? {
        ask(waitForStop) { check throws(KafkaError) in try check.run(observer) }
    }

    /// Repeats a request until a broker answers; returns nil after a stop request.
    private func ask<Answer>(
        _ waitForStop: (Int64) -> String?,
        _ question: (borrowing TopicCheck) throws(KafkaError) -> Result<Answer, StartError>
    ) -> Result<Answer, StartError>? {
        if let fault = ClientProperties(options, lane: 0).fault {
            return .failure(StartError(fault, isUsage: true, code: .optionInvalid))
        }
        do throws(KafkaError) {
            let first = FirstContact(options, clocks, board, observer: observer)
            let check = try TopicCheck(options, for: owner, onEvent: { first.hear($0) })
            while true {
                do throws(KafkaError) {
                    return try question(check)
                } catch  where error.kind == .passing {
                    first.noteFailure(error, of: check)
                }
                if let asked = waitForStop(500) {
                    board.stops()
                    observer.stopping(signal: asked)
                    return nil
                }
            }
        } catch {
            let isUsage = error.operation == .configure
            return .failure(
                StartError(error.withAdvice, isUsage: isUsage, code: isUsage ? .optionInvalid : .brokerRefused)
            )
        }
    }
}
