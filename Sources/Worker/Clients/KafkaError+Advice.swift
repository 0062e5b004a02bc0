package import Kafka

extension KafkaError {
    /// The error as a sentence, followed by the worker's reaction or by advice for the operator.
    package var withAdvice: String { "\(self). \(code == .authentication ? Self.logInAdvice : kind.advice)" }

    /// Returns a commit error as a sentence, which mentions the number of new topics if they can be the cause.
    package func advice(newTopics count: Int) -> String {
        guard count >= Self.manyTopics else { return withAdvice }
        return
            "\(withAdvice) \(count) topics of this commit are new to the producer, and the first record to each of them "
            + "takes time: the commit is repeated. With --output-topics app or single there are fewer topics"
    }

    /// From this number on, new topics are mentioned as a possible cause of a timeout.
    private static let manyTopics = 20

    private static let logInAdvice =
        "The brokers refuse the log-in: check the password, the certificate, or the process that renews the token. A worker "
        + "that was logged in before retries, and no data is lost."
}

extension ErrorKind {
    /// The worker's reaction to the error, or advice for the operator.
    package var advice: String {
        switch self {
        case .passing:
            "The worker retries, and no data is lost. If this continues, check the brokers and the network."
        case .abortable: "The transaction is aborted and its input is read again. No data is lost."
        case .fenced:
            "A newer client has the same name, or the broker aborted a transaction that took longer than "
                + "transaction.timeout.ms. If this is repeated, look for a second worker with the same instance id."
        case .broken:
            "The lane continues with a new producer, and no data is lost. If this continues, check the brokers."
        case .ofPartition: "The partition is left alone and retried later. Other partitions continue."
        case .permanent:
            "Retrying does not help: check the options, the rights and the topics named here."
        case .tooLarge: "The record is longer than the topic or the producer allows."
        }
    }
}
