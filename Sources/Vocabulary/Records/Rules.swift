/// The options that shape documents and records.
///
/// The same samples with the same rules give the same bytes.
package struct Rules: Sendable, Equatable {
    /// The topics that documents are published to.
    package enum Routing: String, Sendable, CaseIterable {
        case connection
        case app
        case single
    }

    /// The prefix of all topic names.
    package var topicPrefix = "fork."
    /// The prefix of the input topics, if it differs from `topicPrefix`.
    package var inputPrefix: String?
    package var routing = Routing.connection
    /// The gap in seconds that splits sleep sessions: a sample joins a session that ended less than this before.
    package var sleepThresholdSeconds = 3600.0
    /// The retention in seconds: the horizon is this long before the newest `collected_at`.
    package var stateRetentionSeconds = 400.0 * 86_400
    /// The most bytes of an encoded document that is not split.
    package var documentMaxBytes = 900_000
    /// The most bytes of an upload that is parsed.
    package var uploadMaxBytes = 16 << 20
    /// The most samples of one data type and UTC day of a connection, because a commit loads whole days into memory.
    package var samplesPerDayMax = 300_000
    /// Prefixes of product types, best source first; `user-entered` stands for samples that were entered by hand.
    package var sourcePriority = ["Watch", "iPhone"]
    /// Whether callbacks to loopback may use plain http.
    package var allowsLoopbackCallbacks = false
    /// Whether uploads of connections without settings are refused, so that an invented key cannot create a topic.
    package var knownConnectionsOnly = false
    /// The forms in which documents can also leave; the settings of a connection choose among them.
    package var forms: [DocumentForm] = []
    /// Whether webhook jobs are created; a replay creates none by default.
    package var makesJobs = true
    /// The worker's version in dead letters.
    package var workerVersion = "0"

    package init() {}
}
