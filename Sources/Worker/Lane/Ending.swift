package import Kafka
import Observation
package import Store
import System

/// The errors that explain why a lane ended, and the status with which it ended.
package struct Ending {
    private static let unfinished =
        "a transaction could be neither committed nor aborted before the end: its records stay invisible. The next start "
        + "or the broker's timeout ends it, and the input is read again"

    /// The last error of a call.
    package var error: KafkaError?
    /// The error that makes the store unusable.
    package var storeFailure: StoreError?
    /// The reason why the cycle cannot continue; nil if `error` or `storeFailure` is the reason.
    var reason: Reason?
    package private(set) var status = ComponentStatus.End.done

    package init() {}

    var isFenced: Bool { if case .fenced = status { true } else { false } }

    /// Sets the status for a failure of the cycle; `leavesOpen` is true if a transaction may still be open.
    package mutating func fail(_ failure: Failure, ofLane lane: Int, _ options: WorkerOptions, leavesOpen: Bool) {
        let cause = error.map { ": \($0.withAdvice)" } ?? ""
        let reason =
            switch failure {
            case .fencedTwice:
                Reason(
                    .instanceIDTaken,
                    "lane \(lane): another worker uses the instance id \(options.instanceID) in the group "
                        + "\(options.groupID): give each its own --group-instance-id or --state-directory\(cause)"
                )
            case .unfinished: Reason(.transactionUnfinished, "lane \(lane): \(Self.unfinished)\(cause)")
            case .consumer:
                Reason(
                    .clientFailed,
                    "lane \(lane): the consumer cannot continue\(cause)"
                        + (leavesOpen ? ". Moreover, \(Self.unfinished)" : "")
                )
            case .refused:
                self.reason ?? storeFailure?.reason.after("lane \(lane) cannot continue: ")
                    ?? Reason(.clientFailed, "lane \(lane) cannot continue\(cause)")
            }
        // A dynamic member has no instance id to look up in the group, so two fencings are proof of a second worker.
        let isRival = failure == .fencedTwice && options.isDynamic
        if failure == .fencedTwice && !isRival || failure == .consumer && error?.code == .fencedInstance {
            status = .fenced(reason.sentence, leavesOpen: leavesOpen)
        } else {
            // A new lane would fail with the same error, so the process must end.
            let isFinal = isRival || storeFailure != nil || error?.isForPerson ?? false
            status = .failed(reason, isFinal: isFinal)
        }
    }
}

extension ComponentStatus {
    /// Runs a lane on a new thread, and sets the status if the lane could not start.
    ///
    /// `name` is the name of the lane in the error text.
    package func start(_ name: String, stackBytes: Int, _ run: @escaping @Sendable () throws(KafkaError) -> Void) {
        let thread = SystemThread(stackBytes: stackBytes) {
            do throws(KafkaError) {
                try run()
            } catch {
                let reason = Reason(.clientFailed, "\(name) could not start: \(error.withAdvice)")
                self.finish(.failed(reason, isFinal: error.isForPerson))
            }
        }
        guard let thread else {
            let reason = "\(name) could not start: the system cannot create more threads"
            return finish(.failed(Reason(.noThreads, reason), isFinal: false))
        }
        thread.detach()
    }
}
