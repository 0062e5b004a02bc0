import Kafka
import Observation
import Store
import Synchronization
import System

/// Deletes what the store has of partitions that have moved away, and writes files anew in which something may lie that was
/// deleted for good: on a thread of its own, as both can take minutes.
final class StoreSweep: Sendable {
    private static let turnMilliseconds: Int64 = 500
    private static let lookMilliseconds: Int64 = 10_000
    /// The same where brokers could not be asked, or a changelog lacks something.
    private static let againMilliseconds: Int64 = 60_000
    /// After a failure, such as a full disk.
    private static let pauseMilliseconds: Int64 = 30_000

    private let plan: TopicPlan
    private let options: WorkerOptions
    private let database: Database
    private let clocks: Clocks
    private let observer: Observer
    private let tenants: Mutex<StoreTenants>
    private let isRunning = Atomic(false)
    private let isStopping = Atomic(false)
    /// Whether it is at work, and does not only wait.
    private let isBusy = Atomic(false)

    init(_ plan: TopicPlan, _ options: WorkerOptions, _ database: Database, _ clocks: Clocks, observer: Observer) {
        self.plan = plan
        self.options = options
        self.database = database
        self.clocks = clocks
        self.observer = observer
        tenants = Mutex(StoreTenants(at: clocks.steadyMilliseconds()))
    }

    /// A lane has partitions from now on: nothing of them is deleted.
    func claim(_ partitions: [Int32], lane: Int) { tenants.withLock { $0.claim(partitions, lane: lane) } }

    /// Partitions are no longer a lane's, which has closed their stores.
    func release(_ partitions: [Int32], lane: Int) {
        let now = clocks.steadyMilliseconds()
        tenants.withLock { $0.release(partitions, lane: lane, at: now) }
    }

    /// A lane has ended, or begins anew.
    func release(lane: Int) {
        let now = clocks.steadyMilliseconds()
        tenants.withLock { $0.release(lane: lane, at: now) }
    }

    /// Begins, unless it has; what an ended process has not come to is done first.
    ///
    /// Where the system gives no more threads it is to be asked again.
    func startOnce() {
        guard !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
        database.resumeErasures()
        guard let thread = SystemThread({ self.run() }) else { return isRunning.store(false, ordering: .releasing) }
        thread.detach()
    }

    /// Has it end, and says whether it is at nothing any more: what it is at is cut short.
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

    /// Does what is to be done; gives back how long to wait then.
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

    /// Empties the stores of partitions that have been elsewhere for long enough, if the changelog has all of them; whether
    /// none is left.
    private func dropDeparted(at now: Int64) throws(StoreError) -> Bool {
        let held = try database.partitions()
        let departed = tenants.withLock { $0.departed(held.map(\.partition), at: now) }
        if departed.isEmpty { return true }
        // Every commit brings an identity: without one there is nothing that anybody could miss.
        let empty = held.filter { $0.identity == nil && departed.contains($0.partition) }.map(\.partition)
        let rest = departed.filter { !empty.contains($0) }
        let droppable = empty + (rest.isEmpty ? [] : droppable(rest))
        for partition in droppable {
            let isDropped = try tenants.withLock { tenants throws(StoreError) in
                // It may have come back meanwhile; a lane that takes it now waits until its store is empty.
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

    /// Those of which the changelog has all.
    private func droppable(_ departed: [Int32]) -> [Int32] {
        do throws(KafkaError) {
            var check = try StateCheck(plan, options, database, clocks, observer: observer, departed: departed)
            while !mustStop {
                if try check.advance() != nil { return check.droppable }
            }
        } catch {
            // What brokers do not say now they say later.
            observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
        return []
    }
}
