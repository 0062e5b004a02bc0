import Health

/// How a cycle ends.
extension Cycle {
    /// The lane is to end: what is in hand is committed, if that succeeds soon.
    package mutating func stopRequested(at now: Int64) -> [Action] {
        guard stopBy == nil else { return [] }
        stopBy = now + limits.stopMilliseconds
        switch flow {
        case .committing, .ended: return []
        case .polling where hasInput: return beginCommit(at: now)
        case .polling, .closed, .opening:
            flow = .ended
            return [.end]
        }
    }

    /// The consumer has failed for good: its instance id has another owner.
    package mutating func consumerFailed() -> [Action] {
        if case .ended = flow { return [] }
        return fail(.consumer)
    }

    /// Something failed outside of a commit that no repetition mends.
    package mutating func cannotGoOn() -> [Action] {
        if case .ended = flow { return [] }
        return fail(.refused(nil))
    }
}
