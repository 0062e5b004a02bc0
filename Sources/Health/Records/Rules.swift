/// The settings that shape documents and records.
///
/// With the same rules the same samples give the same bytes.
package struct Rules: Sendable, Equatable {
    /// The topics that documents go to.
    package enum Routing: String, Sendable, CaseIterable {
        /// One compacted topic per connection.
        case connection
        /// One topic per app.
        case app
        /// One topic for all.
        case single
    }

    /// What all topic names begin with.
    package var topicPrefix = "fork."
    /// What the names of the input topics begin with, where that is something else.
    package var inputPrefix: String?
    package var routing = Routing.connection
    /// A sample joins a sleep session while it starts less than this many seconds after the session's end so far.
    package var sleepThresholdSeconds = 3600.0
    /// How long before the newest `collected_at` the horizon lies, in seconds.
    package var stateRetentionSeconds = 400.0 * 86_400
    /// The longest encoding of a document that is not cut, in bytes.
    package var documentMaxBytes = 900_000
    /// The longest upload that is parsed, in bytes.
    package var uploadMaxBytes = 16 << 20
    /// The most samples of one data type that a connection has on one UTC day: a commit holds whole days in memory.
    package var samplesPerDayMax = 300_000
    /// Prefixes of product types, the best source first.
    package var sourcePriority = ["Watch", "iPhone"]
    /// Whether callbacks may go to loopback by plain http.
    package var allowsLoopbackCallbacks = false
    /// Whether uploads of connections without settings are refused, so that no key that somebody makes up gets a topic.
    package var knownConnectionsOnly = false
    /// Whether jobs are made; a replay makes none.
    package var makesJobs = true
    /// The version that refusals name.
    package var workerVersion = "0"

    package init() {}
}
