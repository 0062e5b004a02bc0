import Synchronization

/// The shared state that the probes read without waiting for a component.
package final class ProbeBoard: Sendable {
    private struct State {
        var awaits = [ProbeSnapshot.noAnswer]
        var hasStarted = false
        var isStopping = false
        var components: [(name: String, status: ComponentStatus)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Publishes a sentence for each broker that has not answered; empty when a broker has answered.
    package func waits(for silentBrokers: [String]) {
        state.withLock { $0.awaits = silentBrokers.isEmpty ? [ProbeSnapshot.noAnswer] : silentBrokers }
    }

    /// Publishes that the needed topics exist.
    package func foundTopics() { state.withLock { $0.awaits = ["the lanes have not begun yet"] } }

    /// Publishes that all components have begun.
    package func hasBegun() { state.withLock { $0.awaits = [] } }

    /// Publishes that a stop was requested.
    package func stops() { state.withLock { $0.isStopping = true } }

    /// Adds a component; its status replaces the status of an earlier component with the same name.
    package func begins(_ name: String, _ status: ComponentStatus) {
        state.withLock { state in
            if let index = state.components.firstIndex(where: { $0.name == name }) {
                state.components[index].status = status
            } else {
                state.components.append((name, status))
            }
        }
    }

    /// Returns the state at this time of the components' monotonic clock.
    package func snapshot(at now: Int64) -> ProbeSnapshot {
        state.withLock { state in
            var snapshot = ProbeSnapshot()
            snapshot.components = state.components.map { name, status in
                var component = ProbeSnapshot.Condition(name)
                component.hasEnded = status.outcome != nil
                component.failure = status.outcome?.failure
                component.silentMilliseconds = now - status.lastBeat
                component.isAsking = status.isAsking
                component.answeredMilliseconds = status.lastAnswer.map { now - $0 }
                component.standing = status.lastStanding
                return component
            }
            if state.awaits.isEmpty, snapshot.components.allSatisfy({ $0.standing.awaits == nil }) {
                state.hasStarted = true
            }
            snapshot.awaits = state.awaits
            snapshot.hasStarted = state.hasStarted
            snapshot.isStopping = state.isStopping
            return snapshot
        }
    }
}
