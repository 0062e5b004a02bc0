package struct DeadLettersOptions: Sendable {
    package enum Action: Sendable, Equatable {
        case list
        case show(Place)
        /// Redrives these dead letters; if the list is empty, all dead letters that match the filters.
        case redrive([Place])
        case park([Place])
    }

    package internal(set) var action = Action.list
    /// Whether to work on the jobs that dispatchers have given up.
    package var isOfWebhooks = false
    /// A filter for the error code; nil matches all, as for the filters below.
    package var code: String?
    package var connection: String?
    package var since: TimeArgument?
    package var until: TimeArgument?
    package var upload: TopicPlace?
    /// Whether to list redriven and parked dead letters too.
    package var includesSettled = false
    /// Whether to print only counts.
    package var isSummary = false
    /// The property by which a summary counts.
    package var summaryProperty = LetterProperty.code
    /// The largest number of dead letters or of rows of a summary to print; nil for no limit.
    package var limit: Int?
    /// The file with the value that replaces the dead letter's value.
    package var valueFile: String?
    /// The collection time for uploads that are no longer in their topic.
    package var collectedAt: TimeArgument?
    /// Whether to redrive dead letters that are marked, or that were redriven often.
    package var isAgain = false
    /// Whether to only show what would be done.
    package var isDryRun = false
}
