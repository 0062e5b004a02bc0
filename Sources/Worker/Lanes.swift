package import Observation

/// The lanes of a process: starts them, and again those that failed by themselves, while others go on.
package struct Lanes {
    /// A lane that failed, until its successor is started.
    private struct Failed {
        let reason: String
        let dueAt: Int64
        let since: Int64
        var said: Int64
    }

    /// How long after its failure a lane is started again, the first time; twice as long each next time.
    private static let pauseMilliseconds: Int64 = 1_000
    private static let longestPauseMilliseconds: Int64 = 300_000
    /// A lane that lived so long had nothing to do with its predecessor's failure.
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

    /// Starts so many lanes.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - now: The time.
    ///   - sessionMilliseconds: The group's session, which tells a rival from a lane's own ghost.
    ///   - observer: Where failures are said.
    ///   - readiness: Hears of lanes that end.
    ///   - startLane: Starts the lane of this number on a thread of its own.
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

    /// Looks after the lanes.
    ///
    /// - Returns: Why the process cannot go on; nil while it can.
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

    /// Asks all of them to end.
    package func requestStop() { for status in statuses { status.requestStop() } }

    /// Whether some have not ended yet, and are not stuck.
    package func areRunning(at now: Int64) -> Bool {
        statuses.contains { $0.outcome == nil && !isStuck($0, at: now) }
    }

    /// After the stop: what stays undone, of the first lane that did not end in order.
    package mutating func fault(at now: Int64) -> StartError? {
        for (number, status) in statuses.enumerated() {
            switch status.outcome {
            case .failed(let reason, _), .fenced(let reason, leavesOpen: true): return StartError(reason)
            // It would have been started again, and has nothing to end.
            case .fenced(_, leavesOpen: false) where fences.mayStartAgain(number, at: now): break
            case .fenced(let reason, leavesOpen: false): return StartError(reason)
            case .done: break
            case nil:
                if isStuck(status, at: now) { return Self.stuck(number) }
                return StartError(
                    "lane \(number) did not end in time: what it had begun stays invisible, the next start or the "
                        + "broker's timeout ends it, and its records are read again"
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
