import Observation

/// Starts components, and restarts a failed component while the other components continue.
///
/// A failed component is restarted after growing pauses. The process ends if all components have failed, if an error is
/// final, if a component is stuck, or if a second worker has the same name.
package struct Supervisor {
    /// A failed component, until its replacement is started.
    private struct Failed {
        let reason: Reason
        let dueAt: Int64
        let since: Int64
        var said: Int64
    }

    /// The pause before the first restart of a component; it doubles with each further failure.
    private static let pauseMilliseconds: Int64 = 1_000
    private static let longestPauseMilliseconds: Int64 = 300_000
    /// If a component fails after running for this long, its earlier failures no longer count.
    private static let healthyMilliseconds: Int64 = 600_000
    private static let remindMilliseconds: Int64 = 60_000
    /// The interval between checks whether the group has a member with the name of a fenced component.
    private static let lookMilliseconds: Int64 = 2_000

    private let components: [Component]
    private let board: ProbeBoard
    private var fences: FenceLog
    /// The fenced components that stay out of the group, with the time of the next check of the group.
    private var lookAt: [Int: Int64] = [:]
    private var statuses: [ComponentStatus]
    private var started: [Int64]
    private var failures: [Int]
    private var failed: [Int: Failed] = [:]

    /// Starts the components.
    ///
    /// `sessionMilliseconds` is the session timeout of the group. A member that stays longer than this timeout belongs
    /// to another process, and is not an old member of the same component.
    package init(_ components: [Component], _ board: ProbeBoard, at now: Int64, sessionMilliseconds: Int64) {
        self.components = components
        self.board = board
        fences = FenceLog(sessionMilliseconds: sessionMilliseconds)
        statuses = components.map { ComponentStatus(at: now, awaits: $0.awaits) }
        started = Array(repeating: now, count: components.count)
        failures = Array(repeating: 0, count: components.count)
        for number in components.indices { begin(number) }
    }

    /// Checks the components, and restarts failed components whose pause is over.
    ///
    /// - Returns: The error that ends the process, or nil.
    package mutating func look(at now: Int64) -> StartError? {
        for number in statuses.indices where failed[number] == nil {
            let status = statuses[number]
            switch status.outcome {
            case .failed(let reason, isFinal: true): return StartError(reason)
            case .failed(let reason, isFinal: false): note(number, reason, at: now)
            case .fenced(let reason, _):
                switch verdict(number, reason, at: now) {
                case .startAgain: start(number, at: now)
                case .wait: break
                case .rival: return StartError(reason, code: .instanceIDTaken)
                }
            case .done: break
            case nil where isStuck(status, at: now): return stuck(number)
            case nil: break
            }
        }
        if failed.count == statuses.count, let first = failed.min(by: { $0.value.since < $1.value.since }) {
            return StartError(first.value.reason)
        }
        for (number, known) in failed {
            if known.dueAt <= now {
                failed[number] = nil
                components[number].note(.restarted)
                start(number, at: now)
            } else if now - known.said >= Self.remindMilliseconds {
                failed[number]?.said = now
                let seconds = Double(now - known.since) / 1_000
                let pause = Double(known.dueAt - now) / 1_000
                components[number].note(.stillFailed(known.reason, seconds: seconds, pauseSeconds: pause))
            }
        }
        return nil
    }

    /// Asks all components to end.
    package func requestStop() { for status in statuses { status.requestStop() } }

    /// Whether a component is still running and not stuck.
    package func areRunning(at now: Int64) -> Bool {
        statuses.contains { $0.outcome == nil && !isStuck($0, at: now) }
    }

    /// Returns the shutdown error of the first component that did not end normally, or nil.
    package mutating func fault(at now: Int64) -> StartError? {
        for (number, status) in statuses.enumerated() {
            switch status.outcome {
            case .failed(let reason, _): return StartError(reason)
            case .fenced(let reason, leavesOpen: true): return StartError(reason, code: .transactionUnfinished)
            // Not an error: no transaction is open, and nothing shows that another process uses the same name.
            case .fenced(_, leavesOpen: false), .done: break
            case nil:
                if isStuck(status, at: now) { return stuck(number) }
                return StartError(
                    "\(components[number].name) did not end in time: its open records stay invisible. The next start or the "
                        + "broker's timeout ends the transaction, and the input is read again",
                    code: .transactionUnfinished
                )
            }
        }
        return nil
    }

    /// Decides whether a fenced component restarts, and checks the group when a check is due.
    private mutating func verdict(_ number: Int, _ reason: String, at now: Int64) -> FenceLog.Verdict {
        let verdict: FenceLog.Verdict
        if let dueAt = lookAt[number] {
            if now < dueAt { return .wait }
            verdict = fences.looked(number, isMember: components[number].isMember?(), at: now)
        } else {
            verdict = fences.fenced(number, at: now)
            if verdict == .wait, components[number].isMember == nil { return .rival }
            components[number].note(.fenced(reason))
            components[number].note(.ended)
        }
        lookAt[number] = verdict == .wait ? now + Self.lookMilliseconds : nil
        return verdict
    }

    private mutating func note(_ number: Int, _ reason: Reason, at now: Int64) {
        components[number].note(.ended)
        if now - started[number] >= Self.healthyMilliseconds { failures[number] = 0 }
        let pause = min(Self.pauseMilliseconds << Int64(min(failures[number], 20)), Self.longestPauseMilliseconds)
        failures[number] += 1
        failed[number] = Failed(reason: reason, dueAt: now + pause, since: now, said: now)
        if statuses.count > failed.count {
            components[number].note(.failed(reason, pauseSeconds: Double(pause) / 1_000))
        }
    }

    private mutating func start(_ number: Int, at now: Int64) {
        statuses[number] = ComponentStatus(at: now, awaits: components[number].awaits)
        started[number] = now
        begin(number)
    }

    private func begin(_ number: Int) {
        board.begins(components[number].name, statuses[number])
        components[number].start(statuses[number])
    }

    private func isStuck(_ status: ComponentStatus, at now: Int64) -> Bool {
        status.outcome == nil && now - status.lastBeat > ComponentStatus.stuckMilliseconds
    }

    private func stuck(_ number: Int) -> StartError {
        let name = components[number].name
        let seconds = ComponentStatus.stuckMilliseconds / 1_000
        return StartError("\(name) has been stuck in one call for \(seconds) s", code: .laneStuck)
    }
}
