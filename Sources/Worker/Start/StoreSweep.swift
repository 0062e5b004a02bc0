import Kafka
import Observation
import Store
import Synchronization
import System

/// Deletes the stored state of partitions that have moved away, and rewrites files that still contain erased data.
///
/// Both can take minutes, so they run on a separate thread.
final class StoreSweep: Sendable {
    private static let turnMilliseconds: Int64 = 500
    private static let lookMilliseconds: Int64 = 10_000
    /// The interval if brokers did not answer, or if a changelog is incomplete.
    private static let againMilliseconds: Int64 = 60_000
    /// The pause after a failure, such as a full disk.
    private static let pauseMilliseconds: Int64 = 30_000

    private let plan: TopicPlan
    private let options: WorkerOptions
    private let database: Database
    private let clocks: Clocks
    private let observer: Observer
    private let tenants: Mutex<StoreTenants>
    private let isRunning = Atomic(false)
    private let isStopping = Atomic(false)
    /// Whether the thread is working rather than waiting.
    private let isBusy = Atomic(false)

    init(_ plan: TopicPlan, _ options: WorkerOptions, _ database: Database, _ clocks: Clocks, observer: Observer) {
        self.plan = plan
        self.options = options
        self.database = database
        self.clocks = clocks
        self.observer = observer
        tenants = Mutex(StoreTenants(at: clocks.steadyMilliseconds()))
    }

    /// Notes that a lane owns partitions, whose state must not be deleted.
    func claim(_ partitions: [Int32], lane: Int) { tenants.withLock { $0.claim(partitions, lane: lane) } }

    /// Notes that a lane no longer owns partitions and has closed their stores.
    func release(_ partitions: [Int32], lane: Int) {
        let now = clocks.steadyMilliseconds()
        tenants.withLock { $0.release(partitions, lane: lane, at: now) }
    }

    /// Notes that a lane has ended or is restarted.
    func release(lane: Int) {
        let now = clocks.steadyMilliseconds()
        tenants.withLock { $0.release(lane: lane, at: now) }
    }

    /// Starts the thread once.
    ///
    /// Erasures that an earlier process did not finish come first.
    ///
    /// If the system refuses to create a thread, the next call tries again.
    func startOnce() {
        guard !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
        database.resumeErasures()
        guard let thread = SystemThread({ self.run() }) else { return isRunning.store(false, ordering: .releasing) }
        thread.detach()
    }

    /// Asks the thread to stop and interrupts an erasure.
    ///
    /// Returns whether the thread is idle.
    func stop() -> Bool {
        if !isStopping.exchange(true, ordering: .sequentiallyConsistent) { database.stopErasures() }
        return !isBusy.load(ordering: .sequentiallyConsistent)
    }

    private var mustStop: Bool { isStopping.load(ordering: .sequentiallyConsistent) }

    private func run() {
        var lookAt = clocks.steadyMilliseconds() + Self.lookMilliseconds
        while true {
            isBusy.store(true, ordering: .sequentiallyConsistent)
            let wait = turn(&lookAt)
            isBusy.store(false, ordering: .sequentiallyConsistent)
            let until = clocks.steadyMilliseconds() + wait
            while clocks.steadyMilliseconds() < until {
                if mustStop { return }
                clocks.sleep(milliseconds: min(wait, Self.turnMilliseconds))
            }
        }
    }

    /// Does the work that is due, and returns the time to wait afterwards.
    private func turn(_ lookAt: inout Int64) -> Int64 {
        do throws(StoreError) {
            while !mustStop, try database.eraseNext() {}
            let now = clocks.steadyMilliseconds()
            if !mustStop, now >= lookAt {
                lookAt = now + (try dropDeparted(at: now) ? Self.lookMilliseconds : Self.againMilliseconds)
            }
            return Self.turnMilliseconds
        } catch {
            observer.storeNotSwept(reason: error.description)
            return Self.pauseMilliseconds
        }
    }

    /// Deletes the state of partitions that moved away long enough ago and whose changelogs are complete.
    ///
    /// - Returns: Whether nothing is left to delete.
    private func dropDeparted(at now: Int64) throws(StoreError) -> Bool {
        let held = database.partitions()
        let departed = tenants.withLock { $0.departed(held.map(\.partition), at: now) }
        if departed.isEmpty { return true }
        // Every commit writes an identity, so a store without one contains no state.
        let empty = held.filter { $0.identity == nil && departed.contains($0.partition) }.map(\.partition)
        let rest = departed.filter { !empty.contains($0) }
        let droppable = empty + (rest.isEmpty ? [] : droppable(rest))
        for partition in droppable {
            let isDropped = try tenants.withLock { tenants throws(StoreError) in
                // The partition may have come back. A lane that is assigned it now waits until its store is empty.
                guard tenants.isVacant(partition) else { return false }
                try RocksStore(partition, in: database).leave()
                return true
            }
            if isDropped {
                observer.storeDropped(partition: partition, reason: "its partition has moved to another worker")
            }
        }
        return droppable.count == departed.count
    }

    /// Returns the partitions whose changelogs are complete.
    private func droppable(_ departed: [Int32]) -> [Int32] {
        do throws(KafkaError) {
            var check = try StateCheck(plan, options, database, clocks, observer: observer, departed: departed)
            while !mustStop {
                if try check.advance() != nil { return check.droppable }
            }
        } catch {
            // The check is repeated later.
            observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
        return []
    }
}
