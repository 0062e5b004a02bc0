package import Health
import Kafka
package import Observation
import Store

/// The stream processor: checks the topics, runs its lanes, and ends them together.
package struct Worker: Sendable {
    /// How a run ended.
    package enum Outcome: Equatable, Sendable {
        /// In order, after the stop was asked for.
        case stopped
        /// With an error.
        case failed(StartError)
    }

    /// After a stop the process does not wait longer for its lanes.
    private static let stopMilliseconds: Int64 = 17_000
    /// A lane that shows no life for so long is stuck.
    private static let stuckMilliseconds: Int64 = 240_000
    private static let watchMilliseconds: Int64 = 100

    private let settings: WorkerSettings
    private let observer: Observer
    private let makeProcessor: @Sendable () -> Processor

    /// A worker that has done nothing yet.
    ///
    /// - Parameters:
    ///   - settings: What it is told.
    ///   - observer: Where it says what happens.
    ///   - makeProcessor: Makes the core of a lane, on the lane's own thread.
    package init(
        _ settings: WorkerSettings,
        observer: Observer,
        makeProcessor: @escaping @Sendable () -> Processor
    ) {
        self.settings = settings
        self.observer = observer
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
        let store: StoreFolder
        let database: Database
        do throws(StartError) {
            store = try StoreFolder(settings.storePath)
        } catch {
            return .failed(error)
        }
        do throws(StoreError) {
            database = try Database(path: store.path, memory: settings.memory.store)
        } catch {
            return .failed(StartError(error.description))
        }
        var lanes = (0..<settings.lanes).map { _ in LaneStatus() }
        let readiness = Readiness(lanes: lanes.count)
        for (number, status) in lanes.enumerated() { startLane(number, plan, database, readiness, status) }
        var asked: String?
        let clients = ClientSettings(settings: settings, lane: 0, limits: plan.limits)
        var fences = FenceLog(sessionMilliseconds: clients.sessionMilliseconds)
        while asked == nil {
            for number in fencedLanes(lanes, &fences) {
                lanes[number] = LaneStatus()
                startLane(number, plan, database, readiness, lanes[number])
            }
            guard lanes.allSatisfy({ $0.outcome == nil && !isStuck($0) }) else { break }
            asked = waitForStop(Self.watchMilliseconds)
        }
        if let asked { observer.stopping(signal: asked) }
        let failure = fault(of: lanes)
        for lane in lanes { lane.requestStop() }
        let deadline = MonotonicClock.milliseconds() + Self.stopMilliseconds
        while lanes.contains(where: { $0.outcome == nil && !isStuck($0) }), MonotonicClock.milliseconds() < deadline {
            MonotonicClock.sleep(milliseconds: 10)
        }
        // What is in files need not be replayed; a failure costs no more than that.
        try? database.flush()
        withExtendedLifetime(store) {}
        // What still runs is cut off: its transaction is fenced by the next start.
        return failure.map { .failed($0) } ?? .stopped
    }

    /// Asks until a broker answers.
    private func start(_ waitForStop: (Int64) -> String?) -> Result<TopicPlan, StartError>? {
        do throws(KafkaError) {
            let check = try TopicCheck(settings, observer: observer)
            while true {
                do throws(KafkaError) {
                    return try check.run(observer)
                } catch  where error.verdict == .retry {
                    observer.brokerLog(severity: 4, facility: error.name, text: "\(error)")
                }
                if let asked = waitForStop(500) {
                    observer.stopping(signal: asked)
                    return nil
                }
            }
        } catch {
            return .failure(StartError("\(error)", isUsage: error.operation == .configure))
        }
    }

    private func startLane(
        _ number: Int,
        _ plan: TopicPlan,
        _ database: Database,
        _ readiness: Readiness,
        _ status: LaneStatus
    ) {
        let isStarted = LaneThread.start {
            do throws(KafkaError) {
                let lane = try Lane(
                    number: number,
                    settings: settings,
                    plan: plan,
                    database: database,
                    readiness: readiness,
                    processor: makeProcessor(),
                    observer: observer,
                    status: status
                )
                lane.run()
            } catch {
                status.finish(.failed("lane \(number) could not begin: \(error)"))
            }
        }
        if !isStarted { status.finish(.failed("lane \(number) could not begin: the system gives no more threads")) }
    }

    /// The lanes that were put out of the group and may come back.
    private func fencedLanes(_ lanes: [LaneStatus], _ fences: inout FenceLog) -> [Int] {
        lanes.indices.filter { number in
            guard case .fenced(let reason) = lanes[number].outcome,
                fences.mayBeginAnew(number, at: MonotonicClock.milliseconds())
            else { return false }
            observer.memberFenced(lane: number, reason: reason)
            return true
        }
    }

    private func isStuck(_ status: LaneStatus) -> Bool {
        status.outcome == nil && MonotonicClock.milliseconds() - status.lastBeat > Self.stuckMilliseconds
    }

    private func fault(of lanes: [LaneStatus]) -> StartError? {
        for (number, lane) in lanes.enumerated() {
            switch lane.outcome {
            case .failed(let reason), .fenced(let reason): return StartError(reason)
            case .done, nil: break
            }
            if isStuck(lane) {
                return StartError("lane \(number) has been stuck in one call for \(Self.stuckMilliseconds / 1_000) s")
            }
        }
        return nil
    }
}
