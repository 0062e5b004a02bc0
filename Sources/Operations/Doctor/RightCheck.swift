import Kafka

/// The result of testing one right.
///
/// The test request changes no data. A broker checks the right before it looks at the rest of the request, so the
/// answer shows whether the right is granted.
package struct RightCheck: Sendable {
    package enum Grant: Equatable, Sendable {
        case granted, refused
        /// The right could not be tested, for this reason.
        case untested(String)
        /// The right is granted, but this error still prevents writes.
        case blocked(String)
    }

    package let right: Right
    /// The tested name; for a right on a prefix, a name that begins with the prefix.
    package let name: String
    package let grant: Grant

    package init(_ right: Right, on name: String, _ grant: Grant) {
        self.right = right
        self.name = name
        self.grant = grant
    }

    /// The diagnosis, with advice for an administrator.
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
                advice: "Grant it on all ids that begin with the group id: \(name) is only a test, workers need "
                    + "\(right) \(right.purpose)."
            )
        case .refused:
            return Diagnosis(
                .right,
                about,
                .failed,
                "\(what) is refused; workers need it \(right.purpose)",
                advice: "Grant \(right) to the user of the workers."
            )
        case .untested(let reason): return Diagnosis(.right, about, .ok, "\(what) could not be tested: \(reason)")
        case .blocked(let reason):
            return Diagnosis(
                .right,
                about,
                .failed,
                "\(what) is granted, but: \(reason)",
                advice: "Check the brokers of this topic: it accepts no writes."
            )
        }
    }

    /// Derives from an error whether the right is granted.
    static func grant(_ error: KafkaError) -> Grant {
        switch error.code {
        case .topicAuthorizationFailed, .groupAuthorizationFailed, .clusterAuthorizationFailed,
            .transactionalIDAuthorizationFailed:
            .refused
        case .invalidRecord, .messageTooLarge, .recordListTooLarge: .granted
        case .notEnoughReplicas: .blocked(error.reason)
        default: .untested(error.reason)
        }
    }
}
