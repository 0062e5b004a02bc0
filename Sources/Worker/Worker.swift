package import Health
import Kafka
package import Observation
import Store
package import System

/// The stream processor: checks the topics, runs its lanes, and ends them together.
package struct Worker: Sendable {
    /// How a run ended.
    package enum Outcome: Equatable, Sendable {
        /// In order, after the stop was asked for.
        case stopped
        case failed(StartError)
    }

    /// After a stop the process does not wait longer for its lanes.
    private static let stopMilliseconds: Int64 = 17_000
    private static let watchMilliseconds: Int64 = 100

    let options: WorkerOptions
    let clocks: Clocks
    let observer: Observer
    private let board: ProbeBoard
    private let makeProcessor: @Sendable () -> Processor

    /// A worker that has done nothing yet.
    ///
    /// - Parameters:
    ///   - options: What it is told.
    ///   - clocks: What it takes the time from.
    ///   - observer: Where it says what happens.
    ///   - board: Where it notes what its probes go by.
    ///   - makeProcessor: Makes the core of a lane, on the lane's own thread.
    package init(
        _ options: WorkerOptions,
        clocks: Clocks = Clocks(),
        observer: Observer,
        board: ProbeBoard = ProbeBoard(),
        makeProcessor: @escaping @Sendable () -> Processor
    ) {
        self.options = options
        self.clocks = clocks
        self.observer = observer
        self.board = board
        self.makeProcessor = makeProcessor
    }

    /// Works until it is asked to stop or cannot go on.
    ///
    /// - Parameter waitForStop: Waits at most so many milliseconds, and returns what asked for the stop, such as the
    ///   name of a signal; nil when nothing did.
    /// - Returns: How it ended; a lane may still be at its last call when a stop took too long.
    package func run(waitForStop: (Int64) -> String?) -> Outcome {
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
            return .failed(StartError(error.description))
        }
        switch checkState(plan, database, waitForStop) {
        case nil: return .stopped
        case .failure(let error): return .failed(error)
        case .success: break
        }
        let sweep = StoreSweep(plan, options, database, clocks, observer: observer)
        let readiness = Readiness(lanes: options.lanes)
        var lanes = Lanes(
            options.lanes,
            at: clocks.steadyMilliseconds(),
            sessionMilliseconds: ClientProperties(options, lane: 0).sessionMilliseconds,
            observer: observer,
            readiness: readiness
        ) { number, status in
            board.begins(number, status)
            startLane(number, plan, database, readiness, sweep, status)
        }
        var asked: String?
        var failure: StartError?
        while asked == nil, failure == nil {
            sweep.startOnce()
            asked = waitForStop(Self.watchMilliseconds)
            failure = lanes.look(at: clocks.steadyMilliseconds())
        }
        board.stops()
        if let asked { observer.stopping(signal: asked) }
        lanes.requestStop()
        let deadline = clocks.steadyMilliseconds() + Self.stopMilliseconds
        while !sweep.stop() || lanes.areRunning(at: clocks.steadyMilliseconds()),
            clocks.steadyMilliseconds() < deadline
        {
            clocks.sleep(milliseconds: 10)
        }
        failure = failure ?? lanes.fault(at: clocks.steadyMilliseconds())
        // What is in files need not be replayed; a failure costs no more than that.
        try? database.flush()
        withExtendedLifetime(store) {}
        // What still runs is cut off: its transaction is fenced by the next start.
        return failure.map { .failed($0) } ?? .stopped
    }

    /// Waits until a broker answers, and says meanwhile why none does.
    ///
    /// - Parameter waitForStop: Waits as for `run`.
    /// - Returns: How the run has ended without an answer; nil when there is one.
    package func reachBroker(waitForStop: (Int64) -> String?) -> Outcome? {
        let answer = ask(waitForStop) { check throws(KafkaError) in .success(try check.reachBroker()) }
        return switch answer {
        case nil: .stopped
        case .failure(let error): .failed(error)
        case .success: nil
        }
    }

    private func start(_ waitForStop: (Int64) -> String?) -> Result<TopicPlan, StartError>? {
        ask(waitForStop) { check throws(KafkaError) in try check.run(observer) }
    }

    /// Asks until a broker answers.
    private func ask<Answer>(
        _ waitForStop: (Int64) -> String?,
        _ question: (borrowing TopicCheck) throws(KafkaError) -> Result<Answer, StartError>
    ) -> Result<Answer, StartError>? {
        if let fault = ClientProperties(options, lane: 0).fault { return .failure(StartError(fault, isUsage: true)) }
        do throws(KafkaError) {
            let first = FirstContact(options, clocks, board, observer: observer)
            let check = try TopicCheck(options, onEvent: { first.hear($0) })
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
            return .failure(StartError(error.withAdvice, isUsage: error.operation == .configure))
        }
    }

    private func startLane(
        _ number: Int,
        _ plan: TopicPlan,
        _ database: Database,
        _ readiness: Readiness,
        _ sweep: StoreSweep,
        _ status: LaneStatus
    ) {
        sweep.release(lane: number)
        let thread = SystemThread(stackBytes: Lane.stackBytes) {
            do throws(KafkaError) {
                let lane = try Lane(
                    number: number,
                    options: options,
                    plan: plan,
                    database: database,
                    readiness: readiness,
                    sweep: sweep,
                    processor: makeProcessor(),
                    clocks: clocks,
                    observer: observer,
                    status: status
                )
                lane.run()
            } catch {
                status.finish(
                    .failed("lane \(number) could not begin: \(error.withAdvice)", isFinal: error.isForPerson)
                )
            }
        }
        guard let thread else {
            let reason = "lane \(number) could not begin: the system gives no more threads"
            return status.finish(.failed(reason, isFinal: false))
        }
        thread.detach()
    }
}
