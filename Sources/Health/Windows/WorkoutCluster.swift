import Vocabulary

/// Workouts of one activity type that overlap, directly or through other workouts of the cluster.
///
/// Whether a workout is primary depends on the workouts of its cluster only.
struct WorkoutCluster {
    /// A current workout, or a copy of a workout that this commit removed.
    struct Member {
        let workout: WorkoutDay.Entry
        /// The upload that removed the copy; nil for a current workout.
        var removedBy: Int?
    }

    private(set) var members: [Member]
    private(set) var start: Double
    private(set) var end: Double

    private init(_ member: Member) {
        members = [member]
        (start, end) = (member.workout.start, member.workout.end)
    }

    /// Returns the clusters that touch some spans, complete with all their workouts.
    ///
    /// While a cluster may continue outside the loaded days, each step loads twice as many days around it as the
    /// previous step.
    static func clusters(
        touching spans: ClosedSpans,
        removed: [Member],
        in state: inout ConnectionState
    ) -> [WorkoutCluster] {
        var days = union(spans.spans.map { dayRange(from: $0.start, to: $0.end, margin: 0) })
        var margin: Int32 = 1
        while true {
            let workouts = state.directory.entries(on: days, state.summary).filter(\.canBePrimary)
            let found = clusters(of: workouts.map { Member(workout: $0) } + removed)
                .filter { spans.touch($0.start, $0.end) }
            let incomplete = found.filter { !$0.lies(on: days) }
            if incomplete.isEmpty { return found }
            days = union(days + incomplete.map { dayRange(from: $0.start, to: $0.end, margin: margin) })
            margin *= 2
        }
    }

    private static func clusters(of members: [Member]) -> [WorkoutCluster] {
        var clusters: [WorkoutCluster] = []
        for own in Dictionary(grouping: members, by: \.workout.activityType).values {
            let first = clusters.count
            for member in own.sorted(by: { $0.workout.start < $1.workout.start }) {
                let last = clusters.count - 1
                if last >= first, member.workout.start < clusters[last].end {
                    clusters[last].members.append(member)
                    clusters[last].end = max(clusters[last].end, member.workout.end)
                } else {
                    clusters.append(WorkoutCluster(member))
                }
            }
        }
        return clusters
    }

    private static func dayRange(from start: Double, to end: Double, margin: Int32) -> ClosedRange<Int32> {
        Instant.utcDay(start) - margin...Instant.utcDay(end) + margin
    }

    /// Merges ranges of days that overlap or adjoin, and sorts them.
    private static func union(_ ranges: [ClosedRange<Int32>]) -> [ClosedRange<Int32>] {
        var union: [ClosedRange<Int32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = union.last, range.lowerBound <= last.upperBound + 1 {
                union[union.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                union.append(range)
            }
        }
        return union
    }

    /// Whether one of the ranges of days, which ascend without overlap, contains the whole cluster.
    private func lies(on days: [ClosedRange<Int32>]) -> Bool {
        let own = Self.dayRange(from: start, to: end, margin: 0)
        let index = days.partitioningIndex { $0.upperBound >= own.upperBound }
        return index < days.count && days[index].lowerBound <= own.lowerBound
    }
}

/// Chooses primary workouts, after the whole commit and after each of its uploads.
extension WorkoutCluster {
    /// The approximate maximum number of workouts to choose among when uploads are examined one by one.
    private static let workoutsMax = 1 << 13

    /// Returns whether each workout is primary.
    func primaries(_ sourcePriority: [String]) -> [UUID128: Bool] {
        Self.choose(members.filter { $0.removedBy == nil }.map(\.workout), sourcePriority)
    }

    /// Returns the uploads that changed a workout of the cluster, ascending.
    ///
    /// `added` has the upload of each workout that the commit added or replaced.
    func uploads(added: [UUID128: Int]) -> [Int] {
        Set(members.compactMap { $0.removedBy ?? added[$0.workout.id] }).sorted()
    }

    /// Returns for each workout the uploads that changed whether it is primary, ascending.
    ///
    /// Primary workouts are chosen again after each upload, as if each upload had its own commit. If a large cluster
    /// has many uploads, consecutive uploads are examined in groups, to bound the work. The last upload of a group then
    /// counts for the whole group.
    func causes(_ uploads: [Int], added: [UUID128: Int], _ sourcePriority: [String]) -> [UUID128: [Int]] {
        func after(_ upload: Int) -> [UUID128: Bool] {
            let present = members.filter { member in
                if let removedBy = member.removedBy { return removedBy > upload }
                return added[member.workout.id] ?? -1 <= upload
            }
            return Self.choose(present.map(\.workout), sourcePriority)
        }
        let steps = max(1, Self.workoutsMax / members.count)
        let together = (uploads.count + steps - 1) / steps
        var causes: [UUID128: [Int]] = [:]
        var before = after(-1)
        for first in stride(from: 0, to: uploads.count, by: together) {
            let last = uploads[min(first + together, uploads.count) - 1]
            let now = after(last)
            for (id, isPrimary) in now where before[id] != isPrimary {
                // A workout that appears has its own upload, whichever upload is the last of the group.
                let own = before[id] == nil ? added[id] : nil
                causes[id, default: []].append(own ?? last)
            }
            before = now
        }
        return causes
    }

    private static func choose(_ workouts: [WorkoutDay.Entry], _ sourcePriority: [String]) -> [UUID128: Bool] {
        let candidates = workouts.map { workout in
            PrimaryWorkouts.Candidate(
                id: workout.id,
                sourceKey: workout.sourceKey,
                productClass: SourceRank.productClass(
                    of: workout.product,
                    isUserEntered: workout.isUserEntered,
                    priority: sourcePriority
                ),
                activityType: workout.activityType,
                start: workout.start,
                end: workout.end
            )
        }
        let isPrimary = PrimaryWorkouts.choose(among: candidates)
        return Dictionary(zip(workouts.map(\.id), isPrimary)) { $1 }
    }
}
