/// The use that a process makes of a log, which says what another log in its place means.
package enum LogUse: CaseIterable, Sendable {
    /// The main input: the uploads of a worker, the jobs of a dispatcher.
    case mainInput
    /// The settings that a worker reads as an input.
    case settingsInput
    /// The changelog of the owner's state.
    case state
    /// The settings that a dispatcher keeps in memory.
    case settings
    /// The documents that a worker writes.
    case documents
    /// The jobs and dead letters that a process only adds to.
    case appended

    /// The consequence of another log.
    package enum Consequence: Sendable {
        /// The partition is left alone until an operator decides.
        case refuse
        /// The log is read again into an empty table.
        case readAgain
        /// Everything live is written to it again.
        case publishAgain
        /// Nothing: no earlier record of it is relied on.
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

    /// Whether the last known record can be missing from the same log, because compaction keeps a newer one with its key.
    ///
    /// In a state this is the identity of another owner, who has taken the partition meanwhile.
    package var canLoseLastRecord: Bool {
        switch self {
        case .settingsInput, .state, .documents: true
        case .mainInput, .settings, .appended: false
        }
    }
}
