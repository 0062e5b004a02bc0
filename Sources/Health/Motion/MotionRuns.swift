/// Converts the motion activities of one source to runs.
///
/// An activity has only a start, and lasts until the next activity of any kind. Activities with equal flags are merged.
/// Short runs are then rewritten according to their neighbors, and the result is merged again.
package enum MotionRuns {
    /// The minimum length of a car ride, in tenths of a second; a shorter one becomes stationary.
    private static let drivingMin: Int64 = 3_000
    /// The minimum length of a bicycle ride, in tenths of a second; shorter ones become running, walking or stationary.
    private static let cyclingMin: Int64 = 1_200
    /// The minimum length of a walk, in tenths of a second; a shorter one may become stationary.
    private static let walkingMin: Int64 = 600

    /// Returns the ascending runs of samples, which may be in any order.
    package static func runs(_ samples: [Sample]) -> [MotionRun] {
        var runs = merged(known(activities(samples)))
        rewrite(&runs)
        return merged(runs)
    }

    /// Returns one activity for each tenth of a second, ascending, each with its end.
    ///
    /// If several activities are in one tenth, the one with the least id counts, with the greatest confidence of all.
    private static func activities(_ samples: [Sample]) -> [MotionRun] {
        let sorted = samples.map { MotionRun($0) }.sorted { left, right in
            if left.start != right.start { return left.start < right.start }
            if left.first.id != right.first.id { return left.first.id < right.first.id }
            return left.first.start < right.first.start
        }
        var activities: [MotionRun] = []
        activities.reserveCapacity(sorted.count)
        for activity in sorted {
            guard let last = activities.last else {
                activities.append(activity)
                continue
            }
            let place = activities.count - 1
            if last.start == activity.start {
                activities[place].confidence = max(last.confidence, activity.confidence)
                continue
            }
            if activity.start - last.start <= MotionRun.lengthMax { activities[place].end = activity.start }
            activities.append(activity)
        }
        return activities
    }

    /// Removes activities that have no flag except `unknown`.
    ///
    /// If removed activities fill the whole time between two activities with equal flags, the first of the two gets
    /// this time.
    private static func known(_ activities: [MotionRun]) -> [MotionRun] {
        var known: [MotionRun] = []
        known.reserveCapacity(activities.count)
        var index = 0
        while index < activities.count {
            var activity = activities[index]
            index += 1
            if activity.flags.isEmpty { continue }
            let from = index
            while index < activities.count, activities[index].flags.isEmpty,
                activities[index - 1].touches(activities[index])
            {
                index += 1
            }
            if index > from, index < activities.count, activities[index - 1].touches(activities[index]),
                activities[index].flags == activity.flags
            {
                activity.end = activities[index].start
            }
            known.append(activity)
        }
        return known
    }

    /// Merges runs that touch, if they have the same flags or are both `automotive`.
    private static func merged(_ runs: [MotionRun]) -> [MotionRun] {
        var merged: [MotionRun] = []
        for run in runs {
            guard let last = merged.last, last.touches(run),
                last.flags == run.flags || last.flags.intersection(run.flags).contains(.automotive)
            else {
                merged.append(run)
                continue
            }
            let place = merged.count - 1
            merged[place].end = run.end
            merged[place].flags.formUnion(run.flags)
            merged[place].confidence = max(last.confidence, run.confidence)
        }
        return merged
    }

    /// Replaces the flags of runs that are too short for their kind.
    ///
    /// At each run, the run before it is already rewritten, and the run after it is not.
    private static func rewrite(_ runs: inout [MotionRun]) {
        for index in runs.indices where runs[index].length > 0 {
            let run = runs[index]
            var before: MotionActivity.Flags = []
            if index > 0, runs[index - 1].touches(run) { before = runs[index - 1].flags }
            var after: MotionActivity.Flags = []
            if index + 1 < runs.count, run.touches(runs[index + 1]) { after = runs[index + 1].flags }
            if run.flags.contains(.automotive), run.length < drivingMin {
                runs[index].flags.remove(.automotive)
                runs[index].flags.insert(.stationary)
            }
            if run.flags.contains(.cycling), run.length < cyclingMin {
                let beside = before.union(after)
                runs[index].flags.remove(.cycling)
                runs[index].flags.insert(
                    beside.contains(.running) ? .running : beside.contains(.walking) ? .walking : .stationary
                )
            }
            if run.flags == .walking, run.confidence == 0, run.length < walkingMin, before == .stationary,
                after == .stationary
            {
                runs[index].flags = .stationary
            }
        }
    }
}
