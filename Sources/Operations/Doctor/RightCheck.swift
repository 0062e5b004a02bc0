import Kafka

/// What brokers said to a request that they refuse only after they have looked at rights.
package struct RightCheck: Sendable {
    /// What is known of a right.
    package enum Grant: Equatable, Sendable {
        case granted, refused
        /// It could not be tried, or the answer was another, and why.
        case untold(String)
        /// Granted, and something else stands in the way.
        case hindered(String)
    }

    package let right: Right
    /// What it was tried on, where the right is one on all names that begin so.
    package let name: String
    package let grant: Grant

    package init(_ right: Right, on name: String, _ grant: Grant) {
        self.right = right
        self.name = name
        self.grant = grant
    }

    /// What a right comes to, for whoever grants it.
    package var diagnosis: Diagnosis {
        let about = name
        let what = "\(right.operation.rawValue) on \(right.resource.rawValue)"
        switch grant {
        case .granted: return Diagnosis(.right, about, .ok, "\(what) is granted")
        case .refused where right.resource == .transactionalID:
            return Diagnosis(
                .right,
                about,
                .failed,
                "\(what) is refused",
                advice: "Grant it on all ids that begin with the group's: \(name) is only tried, workers need "
                    + "\(right) \(right.purpose)."
            )
        case .refused:
            return Diagnosis(
                .right,
                about,
                .failed,
                "\(what) is refused, which workers need \(right.purpose)",
                advice: "Grant \(right) to the user that workers log in as."
            )
        case .untold(let reason): return Diagnosis(.right, about, .ok, "\(what) could not be tried: \(reason)")
        case .hindered(let reason):
            return Diagnosis(
                .right,
                about,
                .failed,
                "\(what) is granted, but: \(reason)",
                advice: "Look at the brokers of this topic: nothing can be written to it."
            )
        }
    }

    /// What an error says of a right to what was tried.
    static func grant(_ error: KafkaError) -> Grant {
        switch error.code {
        case .topicAuthorizationFailed, .groupAuthorizationFailed, .clusterAuthorizationFailed,
            .transactionalIDAuthorizationFailed:
            .refused
        case .invalidRecord, .messageTooLarge, .recordListTooLarge: .granted
        case .notEnoughReplicas: .hindered(error.reason)
        default: .untold(error.reason)
        }
    }
}
