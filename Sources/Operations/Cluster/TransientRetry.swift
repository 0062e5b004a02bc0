import Glibc
package import Kafka

/// Repeats a call that fails with transient errors.
package enum TransientRetry {
    /// Repeats the call until it succeeds, fails with an error that is not transient, or the time is over.
    ///
    /// `milliseconds` is the time after which no further call begins. `call` receives the remaining time in
    /// milliseconds, at least 1.
    ///
    /// - Throws: The error of the last call.
    package static func call(
        for milliseconds: Int32,
        _ call: (Int32) throws(KafkaError) -> Void
    ) throws(KafkaError) {
        let deadline = ContinuousClock.now + .milliseconds(Int64(milliseconds))
        while true {
            let left = Int32(clamping: Int64((deadline - .now) / .milliseconds(1)))
            do throws(KafkaError) {
                return try call(max(1, left))
            } catch {
                guard error.kind == .passing, left > 0 else { throw error }
                usleep(50_000)
            }
        }
    }
}
