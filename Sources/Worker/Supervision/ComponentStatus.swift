package import Observation
import Synchronization

/// The state that the thread of a component shares with the thread that supervises it.
package final class ComponentStatus: Sendable {
    /// How a component ended.
    package enum End: Equatable, Sendable {
        case done
        /// The component failed for this reason.
        ///
        /// If `isFinal` is true, the process ends instead of restarting the component.
        case failed(Reason, isFinal: Bool)
        /// The group has fenced the component, and a transaction may still be open.
        ///
        /// The cause is a second owner or, after a network failure, an earlier join of this component.
        case fenced(String, leavesOpen: Bool)

        /// Why the component failed; nil if it was asked to end.
        var failure: String? {
            switch self {
            case .done: nil
            case .failed(let reason, _): reason.sentence
            case .fenced(let reason, _): reason
            }
        }
    }

    /// A component that does not call `live` for this time is stuck, and the process ends.
    package static let stuckMilliseconds: Int64 = 240_000

    private let stop = Atomic<Bool>(false)
    private let beat: Atomic<Int64>
    private let end = Mutex<End?>(nil)
    private let asking = Atomic<Bool>(false)
    /// `Int64.min` means that no broker has answered yet.
    private let answer = Atomic<Int64>(.min)
    private let standing: Mutex<ComponentStanding>

    /// Creates the status of a component that starts now.
    package init(at now: Int64, awaits: String) {
        beat = Atomic(now)
        standing = Mutex(ComponentStanding(awaits: awaits))
    }

    /// Asks the component to end.
    package func requestStop() { stop.store(true, ordering: .relaxed) }

    package var isStopRequested: Bool { stop.load(ordering: .relaxed) }

    /// Records that the component is not stuck.
    package func live(at now: Int64) { beat.store(now, ordering: .relaxed) }

    /// When the component last called `live`.
    package var lastBeat: Int64 { beat.load(ordering: .relaxed) }

    /// Makes a call that waits for a broker, and marks the component as waiting; the call must have a timeout.
    package func asking<Result: ~Copyable, Failure>(_ call: () throws(Failure) -> Result) throws(Failure) -> Result {
        asking.store(true, ordering: .relaxed)
        defer { asking.store(false, ordering: .relaxed) }
        return try call()
    }

    /// Whether the component is in a call that waits for a broker.
    package var isAsking: Bool { asking.load(ordering: .relaxed) }

    /// Stores when a broker last answered.
    package func answered(at now: Int64) { answer.store(now, ordering: .relaxed) }

    /// When a broker last answered; nil if no broker has answered.
    package var lastAnswer: Int64? {
        let time = answer.load(ordering: .relaxed)
        return time == .min ? nil : time
    }

    /// Publishes the condition for the probes.
    package func update(_ now: ComponentStanding) { standing.withLock { $0 = now } }

    package var lastStanding: ComponentStanding { standing.withLock { $0 } }

    /// Stores how the component has ended; later calls have no effect.
    package func finish(_ how: End) { end.withLock { $0 = $0 ?? how } }

    /// How the component has ended, or nil while it runs.
    package var outcome: End? { end.withLock { $0 } }
}
