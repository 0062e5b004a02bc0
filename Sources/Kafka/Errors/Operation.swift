/// The call that failed; the same code has different consequences in different calls.
package enum Operation: String, Sendable, CaseIterable {
    /// Creating a client from its properties.
    case configure
    /// The calls of a transactional producer, in order.
    case initTransactions, begin, produce, delivery, flush, sendOffsets, commit, abort
    case subscribe, poll, assign, unassign, pause, resume, seek, position, committed, groupMetadata, close
    /// Requests that every client can make.
    case metadata, watermarks, offsetsForTimes
    /// A consumer's commit outside a transaction.
    case commitOffsets
    case createTopics, describeConfigs, alterConfigs, describeGroups
    case deleteTopics, deleteGroup
    /// The mock cluster inside the process.
    case embeddedCluster
}

extension Operation {
    /// Whether the call belongs to a transactional producer, whose errors have flags for a retry or an abort.
    package var isTransactional: Bool {
        switch self {
        case .initTransactions, .begin, .produce, .delivery, .flush, .sendOffsets, .commit, .abort: true
        default: false
        }
    }

    /// The operation in words.
    package var phrase: String {
        switch self {
        case .configure: "making the client"
        case .initTransactions: "init transactions"
        case .begin: "begin transaction"
        case .produce: "produce"
        case .delivery: "delivery of a record"
        case .flush: "flush"
        case .sendOffsets: "send offsets to the transaction"
        case .commit: "commit transaction"
        case .abort: "abort transaction"
        case .groupMetadata: "group metadata"
        case .offsetsForTimes: "offsets for times"
        case .commitOffsets: "commit offsets"
        case .createTopics: "create topics"
        case .describeConfigs: "describe topic settings"
        case .alterConfigs: "alter topic settings"
        case .describeGroups: "describe a consumer group"
        case .deleteTopics: "delete topics"
        case .deleteGroup: "delete a consumer group"
        case .embeddedCluster: "embedded cluster"
        case .subscribe, .poll, .assign, .unassign, .pause, .resume, .seek, .position, .committed, .close,
            .metadata, .watermarks:
            rawValue
        }
    }
}
