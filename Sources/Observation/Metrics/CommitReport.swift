package import Vocabulary

/// The counts of one committed transaction.
package struct CommitReport: Sendable, Equatable {
    package var accounting = Accounting()
    /// The position of the first refused record, by the error code in the header `fork-error-code`.
    package var firstRefused: [String: DeadLetter.Place] = [:]
    /// The last dead letters, at least as many as the console shows.
    package var letters: [DeadLetter] = []
    package var latency = Latency()
    /// The document records written, counting each part of a split document.
    package var upserts = 0
    package var deletes = 0
    package var jobs = 0
    /// The changelog records written.
    package var stateRecords = 0
    /// The time from the end of reading to the end of the commit.
    package var seconds = 0.0

    package init() {}
}
