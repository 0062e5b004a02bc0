/// The purpose of a log, which determines the consequence if the log is replaced.
package enum LogUse: CaseIterable, Sendable {
    /// The main input: the uploads of a worker, or the jobs of a dispatcher.
    case mainInput
    /// The settings that a worker reads as an input.
    case settingsInput
    /// The changelog of the process's state.
    case state
    /// The settings that a dispatcher keeps in memory.
    case settings
    /// The documents that a worker writes.
    case documents
    /// The jobs and dead letters, to which a process only appends.
    case appended

    /// The consequence of a replaced log.
    package enum Consequence: Sendable {
        /// The partition is not processed until an operator decides.
        case refuse
        /// The log is read again, into an empty table.
        case readAgain
        /// All current documents are written to the log again.
        case publishAgain
        /// None: the process does not depend on earlier records of the log.
        case accept
    }

    package var consequence: Consequence {
        switch self {
        case .mainInput, .settingsInput, .state: .refuse
        case .settings: .readAgain
        case .documents: .publishAgain
        case .appended: .accept
        }
    }

    /// Whether compaction can remove the last known record from the log, because a newer record has the same key.
    ///
    /// In a changelog, another process may have taken over the partition and written a newer identity. In a document
    /// topic, the last known record is the newest with its key, because no other process writes documents.
    package var canLoseLastRecord: Bool {
        switch self {
        case .settingsInput, .state: true
        case .mainInput, .settings, .documents, .appended: false
        }
    }
}
