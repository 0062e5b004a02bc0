import Vocabulary

/// The workouts that a commit added or removed, and the workouts that become primary or stop being primary thereby.
///
/// The directory keeps for each workout whether it is primary, as its document says. So only changes of workouts read
/// other workouts, and a frozen workout counts until workouts next change.
struct ChangedWorkouts {
    /// The copies of workouts that were added or removed.
    let copies: [WorkoutTimes.Change]
    /// The workouts whose documents change because of other workouts, each with an upload that caused the change.
    private(set) var primaries: [(id: UUID128, upload: Int)] = []

    /// Finds the changed workouts of a commit, and notes in the directory which workouts are primary now.
    ///
    /// The merge must be finished.
    init(in state: inout ConnectionState, sourcePriority: [String]) {
        copies = Self.copies(in: &state)
        guard let first = copies.map(\.upload).min() else { return }
        var spans = copies.map { (start: $0.start, end: $0.end) }
        if let end = state.summary.frozenWorkoutsEnd {
            let horizon = Double(state.summary.horizonDay) * Instant.day
            if horizon < end { spans.append((horizon, end)) }
            state.summary.frozenWorkoutsEnd = nil
        }
        var removed: [WorkoutCluster.Member] = []
        var added: [UUID128: Int] = [:]
        for copy in copies where copy.workout.canBePrimary {
            if copy.difference < 0 {
                removed.append(WorkoutCluster.Member(workout: copy.workout, removedBy: copy.upload))
            } else {
                added[copy.workout.id] = copy.upload
            }
        }
        let reach = ClosedSpans(joining: spans)
        for cluster in WorkoutCluster.clusters(touching: reach, removed: removed, in: &state) {
            note(cluster, added: added, first: first, in: &state, sourcePriority)
        }
    }

    /// Notes the workouts of a cluster that become primary or stop being primary.
    ///
    /// Changes that follow from frozen workouts are attributed to `first`, the first upload that changed workouts.
    private mutating func note(
        _ cluster: WorkoutCluster,
        added: [UUID128: Int],
        first: Int,
        in state: inout ConnectionState,
        _ sourcePriority: [String]
    ) {
        let uploads = cluster.uploads(added: added)
        let causes = uploads.count > 1 ? cluster.causes(uploads, added: added, sourcePriority) : [:]
        let choice = cluster.primaries(sourcePriority)
        for member in cluster.members where member.removedBy == nil {
            let workout = member.workout
            guard let isPrimary = choice[workout.id] else { continue }
            let isOther = isPrimary != workout.isPrimary
            // If the choice is as before, later uploads have undone what earlier uploads of the commit changed. The
            // document of a new copy changes anyway, so all its causes count.
            if !isOther, added[workout.id] == nil { continue }
            let known = causes[workout.id] ?? (isOther ? [uploads.count == 1 ? uploads[0] : first] : [])
            for upload in known { primaries.append((workout.id, upload)) }
            if isOther { state.directory.note(isPrimary: isPrimary, of: workout.id) }
        }
    }

    /// Returns the copies of workouts that the commit added or removed.
    private static func copies(in state: inout ConnectionState) -> [WorkoutTimes.Change] {
        var copies: [WorkoutTimes.Change] = []
        for (sample, upload) in state.removed.values
        where sample.type == SampleType.workout.index && sample.isShown {
            let workout = WorkoutDay.Entry(
                sample,
                state.segments.pool.origin(sample),
                Workout.activityType(of: Extra(state.segments.pool.extra(sample)).payload),
                isFrozen: state.directory.isFrozen(sample.id),
                isPrimary: false
            )
            copies.append(WorkoutTimes.Change(workout: workout, upload: upload, difference: -1))
        }
        for index in state.segments.list.indices
        where state.segments.list[index].isDirty
            && state.segments.list[index].stateKey.stream == DataType.workouts.rawValue
        {
            let rows = state.segments.list[index].segment.rows
            for sample in rows
            where sample.upload >= 0 && sample.type == SampleType.workout.index && sample.isShown {
                guard let workout = state.directory.entry(sample.id) else { continue }
                copies.append(WorkoutTimes.Change(workout: workout, upload: Int(sample.upload), difference: 1))
            }
        }
        return copies
    }
}

extension ConnectionState {
    /// Chooses again which of some workouts are primary, before all documents of a day are derived again.
    ///
    /// Each workout keeps what its document says until its own window is derived.
    mutating func choosePrimaries(of windows: [Window], sourcePriority: [String]) {
        var workouts: Set<UUID128> = []
        var spans: [(start: Double, end: Double)] = []
        for window in windows {
            guard case .workout(let id) = window, let workout = directory.entry(id) else { continue }
            workouts.insert(id)
            spans.append((workout.start, workout.end))
        }
        if workouts.isEmpty { return }
        for cluster in WorkoutCluster.clusters(touching: ClosedSpans(joining: spans), removed: [], in: &self) {
            for (id, isPrimary) in cluster.primaries(sourcePriority) where workouts.contains(id) {
                directory.note(isPrimary: isPrimary, of: id)
            }
        }
    }
}
