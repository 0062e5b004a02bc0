package import Vocabulary

/// The state of one connection during a commit: values read from the store, and the changes made to them.
///
/// Values are read when they are first needed. `changes` returns the changed values. Nothing is written to the store
/// here, so dropping the value discards all changes.
package struct ConnectionState {
    package let connection: ConnectionID
    package var summary: ConnectionSummary
    package var directory: WorkoutDirectory
    package var segments: LoadedSegments
    package var published: LoadedDocuments
    var deletedIDs: DeletedIDs
    var heldIDs: SampleIDIndex
    var mentions: WorkoutMentions
    /// The stored samples that this commit removed or replaced, each with the number of the last upload that did so.
    ///
    /// Samples that arrived in this commit are recognized by `Sample.upload` instead.
    package var removed: [SampleIdentity: (sample: Sample, upload: Int)] = [:]
    /// The samples that were removed or replaced since `settleShown`, and of which others may be twins, each with its
    /// upload.
    var unsettled: [(sample: Sample, upload: Int)] = []
    var copies = CopyIndex()
    /// The samples that show for those that name workouts, by the workouts' ids, for segments that were searched since
    /// `settleShown`.
    var namedRows: [StateKey: [UUID128: [Sample]]] = [:]
    /// The workouts that may count for other workouts than before, each with the upload that caused it.
    var regrouped: [(workout: UUID128, upload: Int)] = []
    /// The ids that were deleted since the merge was last finished, each with its upload and the horizon at that time.
    var pendingDeletions: [UUID128: (upload: Int, horizonDay: Int32)] = [:]
    /// The ids of the pending deletions.
    var pendingIDs = SoughtIDs()
    /// The origins whose zones are already in the summary.
    var notedOrigins = OriginSet()
    /// The claim whose zone was added to the summary last.
    var lastNotedClaim: Int32 = -1
    /// The workout that a sample named last, and whether its id is deleted.
    var lastNamed: (workout: UUID128, isDeleted: Bool)?
    /// The number of samples on days that may be full.
    var dayCounts = DayCounts()
    let samplesPerDayMax: Int
    let reader: StateReader
    /// The summary before this commit.
    private let storedSummary: ConnectionSummary?
    private let retentionSeconds: Double

    package init(_ reader: StateReader, rules: Rules, zones: ZoneTable) {
        connection = reader.connection
        self.reader = reader
        storedSummary = reader.read(.summary, at: StateKey(.summary)) { ConnectionSummary($0) }.meaning
        summary = storedSummary ?? ConnectionSummary()
        directory = WorkoutDirectory(reader)
        segments = LoadedSegments(reader, zones: zones)
        published = LoadedDocuments(reader)
        deletedIDs = DeletedIDs(reader, count: summary.deletedCount)
        heldIDs = SampleIDIndex(reader)
        mentions = WorkoutMentions(reader)
        retentionSeconds = rules.stateRetentionSeconds
        samplesPerDayMax = rules.samplesPerDayMax
    }

    /// Whether the connection had accepted uploads before this commit.
    var isKnown: Bool { storedSummary != nil }

    /// The number of documents that froze in this commit.
    package var frozen: Int { summary.frozenCount - (storedSummary?.frozenCount ?? 0) }

    /// Whether the connection's first accepted upload is in this commit.
    var isNew: Bool { storedSummary == nil && summary != ConnectionSummary() }

    /// The first stored value that could not be read; if not nil, the commit must not be written.
    var unreadable: UnreadableValue? { reader.unreadable }

    /// The UTC day of the horizon.
    ///
    /// Samples that start on an earlier day are too late.
    ///
    /// The horizon never moves back, even if retention is extended. Frozen documents are no longer in the state. If
    /// some of their samples arrived again, documents with only these samples would be published.
    var horizonDay: Int32 {
        guard summary.newestCollectedAt.isFinite else { return summary.horizonDay }
        return max(summary.horizonDay, Instant.utcDay(summary.newestCollectedAt - retentionSeconds))
    }

    /// The zones of the connection's samples; nil if there are too many to check each.
    package var zones: [Zone]? {
        if summary.hasManyZones { return nil }
        return summary.zones.compactMap { segments.pool.zones.zone($0) }
    }

    /// Returns the changed values, ascending by state key.
    package mutating func changes() -> [StateChange] {
        var changes = deletedIDs.changes + segments.changes() + mentions.changes + published.changes
        changes += directory.changes + heldIDs.changes
        if summary != storedSummary ?? ConnectionSummary() {
            changes.append(reader.change(StateKey(.summary), to: summary.packed))
        }
        return changes.sorted { $0.stateKey < $1.stateKey }
    }
}
