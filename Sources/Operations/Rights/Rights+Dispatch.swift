import Worker

/// The rights of `dispatch`.
extension Rights {
    private var dispatchGroup: String { StateOwner.dispatcher.group(ofWorkers: group) }

    /// Returns the rights for `dispatch`, with or without the rights that `--create-topics` needs.
    package func dispatch(createsTopics: Bool) -> [Right] {
        let rights = [
            Right(.read, .group, dispatchGroup, "to join it, and to commit offsets"),
            Right(
                .write,
                .transactionalID,
                TransactionalID.beginning(group: dispatchGroup),
                isPrefix: true,
                "to commit state, dead letters and offsets together"
            ),
            Right(.read, .topic, topics.connections, "to read connection settings"),
            Right(.read, .topic, topics.jobs, "to read webhook jobs"),
            Right(.describeConfigs, .topic, topics.jobs, "to know how long a job can be"),
            Right(.read, .topic, topics.webhookState, "to restore the jobs that wait"),
            Right(.write, .topic, topics.webhookState, "to keep the jobs that wait"),
            Right(.describeConfigs, .topic, topics.webhookState, "to check that it is compacted"),
            Right(.write, .topic, topics.webhookDeadLetters, "to write the jobs that are given up"),
            Right(.describeConfigs, .topic, topics.webhookDeadLetters, "to know how long its records may be"),
        ]
        if !createsTopics { return rights }
        return rights
            + topics.needed(by: .dispatcher).map { Right(.create, .topic, $0, "to create it if it is missing") }
    }
}
