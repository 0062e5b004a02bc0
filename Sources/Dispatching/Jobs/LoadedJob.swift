import Webhooks

/// A job that is about to be sent or given up, fresh or stored.
struct LoadedJob {
    let place: Int64
    let job: Job
    let sequence: Int64
    let arrivedMilliseconds: Int64
    let timestampMilliseconds: Int64?
    let traceparent: [UInt8]?
    var history: AttemptsRow.History

    /// What can be done with a job under the newest settings.
    enum Target {
        /// Send this job to this address.
        case send(Job, CallbackAddress)
        /// The job is an attempt that failed without a request: its URL is not allowed.
        case notAllowed
        case dropped(DispatchCounts.JobOutcome)
        /// The job goes with one that was given up.
        case givenUp(ConnectionRow.GiveUp)
    }
}
