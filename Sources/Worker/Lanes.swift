package import Observation

/// The lanes of a process: starts them, and restarts a lane that failed while the others continue.
///
/// A failed lane is restarted after growing pauses. The process ends if all lanes have failed, if an error is final, if
/// a lane is stuck, or if a second worker has the same name.
package struct Lanes {
    /// A failed lane, until its replacement is started.
    private struct Failed {
        let reason: String
        let dueAt: Int64
        let since: Int64
        var said: Int64
    }

    /// The pause before the first restart of a lane; it doubles with each further failure.
    private static let pauseMilliseconds: Int64 = 1_000
    private static let longestPauseMilliseconds: Int64 = 300_000
    /// A lane that ran for this long starts with a new count of failures.
    private static let healthyMilliseconds: Int64 = 600_000
    private static let remindMilliseconds: Int64 = 60_000

    private let observer: Observer
    private let readiness: Readiness
    private let startLane: (Int, LaneStatus) -> Void
    private var fences: FenceLog
    private var statuses: [LaneStatus]
    private var started: [Int64]
    private var failures: [Int]
    private var failed: [Int: Failed] = [:]

    /// Starts the lanes.
    ///
    /// - Parameters:
    ///   - count: The number of lanes.
    ///   - now: The time.
    ///   - sessionMilliseconds: The session timeout of the group, for telling a rival from an earlier join of the same
    ///     lane.
    ///   - observer: The observer that logs failures.
    ///   - readiness: Is informed of lanes that end.
    ///   - startLane: Starts a lane with this number on a new thread.
    package init(
        _ count: Int,
        at now: Int64,
        sessionMilliseconds: Int64,
        observer: Observer,
        readiness: Readiness,
        startLane: @escaping (Int, LaneStatus) -> Void
    ) {
        self.observer = observer
        self.readiness = readiness
        self.startLane = startLane
        fences = FenceLog(sessionMilliseconds: sessionMilliseconds)
        statuses = (0..<count).map { _ in LaneStatus(at: now) }
        started = Array(repeating: now, count: count)
        failures = Array(repeating: 0, count: count)
        for (number, status) in statuses.enumerated() { startLane(number, status) }
    }

    /// Checks the lanes, and restarts those whose pause is over.
    ///
    /// - Returns: The error that ends the process, or nil.
    package mutating func look(at now: Int64) -> StartError? {
        for number in statuses.indices where failed[number] == nil {
            let status = statuses[number]
            switch status.outcome {
            case .failed(let reason, isFinal: true): return StartError(reason)
            case .failed(let reason, isFinal: false): note(number, reason, at: now)
            case .fenced(let reason, _):
                guard fences.mayStartAgain(number, at: now) else { return StartError(reason) }
                observer.memberFenced(lane: number, reason: reason)
                readiness.laneIsGone(number)
                start(number, at: now)
            case .done: break
            case nil where isStuck(status, at: now): return Self.stuck(number)
            case nil: break
            }
        }
        if failed.count == statuses.count, let first = failed.min(by: { $0.value.since < $1.value.since }) {
            return StartError(first.value.reason)
        }
        for (number, known) in failed {
            if known.dueAt <= now {
                failed[number] = nil
                observer.laneStartedAgain(lane: number)
                start(number, at: now)
            } else if now - known.said >= Self.remindMilliseconds {
                failed[number]?.said = now
                observer.laneStillFailed(
                    lane: number,
                    reason: known.reason,
                    seconds: Double(now - known.since) / 1_000,
                    pauseSeconds: Double(known.dueAt - now) / 1_000
                )
            }
        }
        return nil
    }

    /// Asks all lanes to end.
    package func requestStop() { for status in statuses { status.requestStop() } }

    /// Whether a lane is still running and not stuck.
    package func areRunning(at now: Int64) -> Bool {
        statuses.contains { $0.outcome == nil && !isStuck($0, at: now) }
    }

    /// Returns the shutdown error of the first lane that did not end normally, or nil.
    package mutating func fault(at now: Int64) -> StartError? {
        for (number, status) in statuses.enumerated() {
            switch status.outcome {
            case .failed(let reason, _), .fenced(let reason, leavesOpen: true): return StartError(reason)
            // The lane would have been restarted, and leaves no transaction open.
            case .fenced(_, leavesOpen: false) where fences.mayStartAgain(number, at: now): break
            case .fenced(let reason, leavesOpen: false): return StartError(reason)
            case .done: break
            case nil:
                if isStuck(status, at: now) { return Self.stuck(number) }
                return StartError(
                    "lane \(number) did not end in time: its open records stay invisible. The next start or the "
                        + "broker's timeout ends the transaction, and the input is read again"
                )
            }
        }
        return nil
    }

    private mutating func note(_ number: Int, _ reason: String, at now: Int64) {
        readiness.laneIsGone(number)
        if now - started[number] >= Self.healthyMilliseconds { failures[number] = 0 }
        let pause = min(Self.pauseMilliseconds << Int64(min(failures[number], 20)), Self.longestPauseMilliseconds)
        failures[number] += 1
        failed[number] = Failed(reason: reason, dueAt: now + pause, since: now, said: now)
        if statuses.count > failed.count {
            observer.laneFailed(lane: number, reason: reason, pauseSeconds: Double(pause) / 1_000)
        }
    }

    private mutating func start(_ number: Int, at now: Int64) {
        statuses[number] = LaneStatus(at: now)
        started[number] = now
        startLane(number, statuses[number])
    }

    private func isStuck(_ status: LaneStatus, at now: Int64) -> Bool {
        status.outcome == nil && now - status.lastBeat > LaneStatus.stuckMilliseconds
    }

    private static func stuck(_ number: Int) -> StartError {
        StartError("lane \(number) has been stuck in one call for \(LaneStatus.stuckMilliseconds / 1_000) s")
    }
}
