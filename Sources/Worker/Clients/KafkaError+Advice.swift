package import Kafka

extension KafkaError {
    /// The error as a sentence, followed by the worker's reaction or by advice for the operator.
    package var withAdvice: String { "\(self). \(code == .authentication ? Self.logInAdvice : kind.advice)" }

    private static let logInAdvice =
        "Brokers refuse what it logs in with: look at the password, the certificate, or whoever renews the token. A worker "
        + "that was let in before tries again, and nothing is lost."
}

extension ErrorKind {
    /// The worker's reaction to the error, or advice for the operator.
    package var advice: String {
        switch self {
        case .passing:
            "It is tried again, and nothing is lost; if it does not pass, look at the brokers and the network."
        case .abortable: "What was begun is taken back and read again, and nothing is lost."
        case .fenced:
            "A newer client has this one's name, or the broker ended a transaction that took longer than "
                + "transaction.timeout.ms. If it comes again, look for a second worker with the same instance id."
        case .broken:
            "The lane begins again with a new producer, and nothing is lost; if it goes on, look at the brokers."
        case .ofPartition: "The partition is left alone and tried again later; the others go on."
        case .permanent:
            "Trying again does not help: check the settings, the rights and the topics that are named here."
        case .tooLarge: "The record is longer than the topic or the producer's settings allow."
        }
    }
}
