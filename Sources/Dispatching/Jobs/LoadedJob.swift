import Webhooks

/// A job from memory or from the store that is about to be sent or given up.
struct LoadedJob {
    let place: Int64
    let job: Job
    let sequence: Int64
    let arrivedMilliseconds: Int64
    let timestampMilliseconds: Int64?
    let traceparent: [UInt8]?
    var history: AttemptsRow.History

    /// The action for a job under the newest settings.
    enum Target {
        /// Send this job to this address.
        case send(Job, CallbackAddress)
        /// The callback URL is not allowed. This counts as a failed attempt, without a request.
        case notAllowed(CallbackFault)
        case dropped(DispatchCounts.JobOutcome)
        /// The job is given up, because an earlier job of its connection was given up.
        case givenUp(ConnectionRow.GiveUp)
    }
}
