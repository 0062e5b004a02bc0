import Kafka
import Observation
import Store

/// The check of the state before anything is processed.
extension ProcessFrame {
    /// Checks whether the state belongs to this process, and retries until brokers answer.
    ///
    /// Returns nil after a stop request.
    func checkState(
        _ plan: TopicPlan,
        _ database: Database,
        _ waitForStop: (Int64) -> String?
    ) -> Result<Void, StartError>? {
        if let refusal = StateCheck.refusal(database, plan.expectedState) { return .failure(refusal) }
        do throws(KafkaError) {
            var check = try StateCheck(plan, options, database, clocks, observer: observer)
            while true {
                do throws(KafkaError) {
                    if let verdict = try check.advance() { return verdict }
                } catch  where error.kind == .passing {
                    observer.brokerLog(severity: 4, facility: error.name, text: error.withAdvice)
                } catch  where error.kind == .ofPartition {
                    // The restore finds the same error, and then stops only the partition with the error.
                    return .success(())
                }
                if let asked = waitForStop(50) {
                    observer.stopping(signal: asked)
                    return nil
                }
            }
        } catch {
            return .failure(
                StartError(
                    "the state in \(options.topics.changelog(of: owner)) cannot be looked at: \(error.withAdvice)",
                    code: .brokerRefused
                )
            )
        }
    }
}
