/// What is known of one connection during one commit: what was read of its state, and the changes over it.
package struct ConnectionState {
    package let connection: ConnectionID
    /// What is known of the connection as a whole.
    package var summary: ConnectionSummary
    package var directory: WorkoutDirectory
    package var segments: LoadedSegments
    package var published: LoadedDocuments
    var deletedIDs: DeletedIDs
    var heldIDs: HeldIDs
    var mentions: WorkoutMentions
    /// Samples as they were before the commit that are gone or were replaced, each with the upload that did the last
    /// of it; those that came are told by their `upload`.
    package var removed: [SampleKey: (sample: Sample, upload: Int)] = [:]
    /// The ids that were deleted since the last merge was finished, each with the upload that did it, and the horizon then.
    var doomed: [UUID128: (upload: Int, horizonDay: Int32)] = [:]
    /// The origins whose zones the summary has.
    var notedOrigins = OriginSet()
    /// How many samples crowded days have.
    var dayCounts = DayCounts()
    let samplesPerDayMax: Int
    let reader: StateReader
    /// The summary as the state has it.
    private let storedSummary: ConnectionSummary?
    private let retentionSeconds: Double

    /// What a partition's state knows of a connection.
    package init(_ reader: StateReader, rules: Rules, zones: ZoneTable) {
        connection = reader.connection
        self.reader = reader
        storedSummary = reader.read(.summary, at: StateKey(.summary)) { ConnectionSummary($0) }.meaning
        summary = storedSummary ?? ConnectionSummary()
        directory = WorkoutDirectory(reader)
        segments = LoadedSegments(reader, zones: zones)
        published = LoadedDocuments(reader)
        deletedIDs = DeletedIDs(reader, count: summary.deletedCount)
        heldIDs = HeldIDs(reader)
        mentions = WorkoutMentions(reader)
        retentionSeconds = rules.stateRetentionSeconds
        samplesPerDayMax = rules.samplesPerDayMax
    }

    /// Whether it has had samples before the commit.
    var isKnown: Bool { storedSummary != nil }

    /// How many documents have frozen in this commit.
    package var frozen: Int { summary.frozenCount - (storedSummary?.frozenCount ?? 0) }

    /// Whether all that is known of it came in this commit.
    var isNew: Bool { storedSummary == nil && summary != ConnectionSummary() }

    /// The first value that was found and can't be read: then nothing may come of the commit.
    var unreadable: UnreadableValue? { reader.unreadable }

    /// The UTC day that the horizon lies in: what starts on an earlier day is too late.
    ///
    /// It never goes back, not even when retention is made longer: what is frozen is no longer known, and would be
    /// published again from the few samples that come again.
    var horizonDay: Int32 {
        guard summary.newestCollectedAt.isFinite else { return summary.horizonDay }
        return max(summary.horizonDay, Instant.utcDay(summary.newestCollectedAt - retentionSeconds))
    }

    /// The zones in which the connection's samples were taken; nil when they are too many to look at each.
    package var zones: [Zone]? {
        if summary.hasManyZones { return nil }
        return summary.zones.compactMap { segments.pool.zones.zone($0) }
    }

    /// The changes of state that a commit writes, ascending by state key.
    package mutating func changes() -> [StateChange] {
        var changes = deletedIDs.changes + segments.changes() + mentions.changes + published.changes
        changes += directory.changes + heldIDs.changes
        if summary != storedSummary ?? ConnectionSummary() {
            changes.append(reader.change(StateKey(.summary), to: summary.packed))
        }
        return changes.sorted { $0.stateKey < $1.stateKey }
    }
}
