import Kafka
import Observation
import Store
import Synchronization
import System

/// A thread that deletes the state of moved partitions, and rewrites files that still contain erased data.
///
/// Each of these tasks can take minutes.
final class StoreSweep: Sendable {
    private static let turnMilliseconds: Int64 = 500
    private static let lookMilliseconds: Int64 = 10_000
    /// The interval after a check without an answer of the brokers, or with an incomplete changelog.
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
    /// Whether the thread is working now.
    private let isBusy = Atomic(false)

    init(_ plan: TopicPlan, _ options: WorkerOptions, _ database: Database, _ clocks: Clocks, observer: Observer) {
        self.plan = plan
        self.options = options
        self.database = database
        self.clocks = clocks
        self.observer = observer
        tenants = Mutex(StoreTenants(at: clocks.steadyMilliseconds()))
    }

    /// Protects the state of partitions that a lane owns.
    func claim(_ partitions: [Int32], lane: Int) { tenants.withLock { $0.claim(partitions, lane: lane) } }

    /// Ends the protection of partitions that a lane no longer owns and whose stores are closed.
    func release(_ partitions: [Int32], lane: Int) {
        let now = clocks.steadyMilliseconds()
        tenants.withLock { $0.release(partitions, lane: lane, at: now) }
    }

    /// Ends the protection of all partitions of a lane that has ended or is restarted.
    func release(lane: Int) {
        let now = clocks.steadyMilliseconds()
        tenants.withLock { $0.release(lane: lane, at: now) }
    }

    /// Starts the thread, unless it runs.
    ///
    /// The thread first finishes erasures of an earlier process. If the system cannot create a thread, the next call
    /// tries again.
    func startOnce() {
        guard !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
        database.resumeErasures()
        guard let thread = SystemThread({ self.run() }) else { return isRunning.store(false, ordering: .releasing) }
        thread.detach()
    }

    /// Asks the thread to stop, interrupts an erasure, and returns whether the thread is idle.
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

    /// Does the work that is due, and returns the milliseconds to wait afterwards.
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
        // Every commit writes an identity, so a store without an identity contains no state.
        let empty = held.filter { $0.identity == nil && departed.contains($0.partition) }.map(\.partition)
        let rest = departed.filter { !empty.contains($0) }
        let droppable = empty + (rest.isEmpty ? [] : droppable(rest))
        for partition in droppable {
            let isDropped = try tenants.withLock { tenants throws(StoreError) in
                // The partition may have come back. If it comes back now, the lane waits for this lock.
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
