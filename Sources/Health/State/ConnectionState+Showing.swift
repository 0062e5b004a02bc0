import Vocabulary

/// One measurement once: decides which of several samples with one sync identifier, and which of several twins, counts.
///
/// Both rules hold within one type, source and UTC day. The other samples of a group stay in the state and are hidden
/// from documents. A group is looked at again when a sample of it changes.
extension ConnectionState {
    /// The place of a stored sample: a loaded segment, and a row of it.
    private typealias Place = (index: Int, row: Int)

    /// Hides and shows the samples whose groups changed since the last call.
    ///
    /// All samples must be merged.
    mutating func settleShown() {
        var (versions, workouts): ([Identified<SyncGroup>], [Identified<ExternalWorkout>]) = ([], [])
        eachIdentified { row, upload in
            if let group = SyncGroup(row, segments.pool) { versions.append(Identified(group, group.day, upload)) }
            if let group = ExternalWorkout(row, segments.pool) {
                workouts.append(Identified(group, group.day, upload))
            }
        }
        if !versions.isEmpty { settleVersions(versions) }
        settleTwins()
        if !workouts.isEmpty { settleWorkouts(workouts) }
        unsettled = []
        namedRows = [:]
    }

    private func row(at place: Place) -> Sample { segments.list[place.index].segment.rows[place.row] }

    /// Calls `body` for each sample with an identifier of its app that arrived, changed or was removed in this commit.
    private func eachIdentified(_ body: (_ sample: Sample, _ upload: Int) -> Void) {
        for index in segments.list.indices where segments.list[index].isDirty {
            let rows = segments.list[index].segment.rows
            for row in rows.indices where rows[row].upload >= 0 && rows[row].flags.contains(.hasAppIdentifier) {
                body(rows[row], Int(rows[row].upload))
            }
        }
        for (row, upload) in unsettled where row.flags.contains(.hasAppIdentifier) { body(row, upload) }
    }

    /// Hides all samples with one sync identifier but the one with the greatest version.
    private mutating func settleVersions(_ changed: [Identified<SyncGroup>]) {
        for (day, groups) in Identified.byDay(changed) {
            let hashes = groups.keys.map(\.identifierHash)
            for (group, places) in places(of: groups, on: day, hashes, by: { SyncGroup($0, $1) }) {
                guard let shown = places.min(by: { isNewer(row(at: $0), than: row(at: $1)) }) else { continue }
                let upload = Int(row(at: shown).upload)
                for place in places {
                    set(.superseded, to: place != shown, at: place, by: upload >= 0 ? upload : groups[group] ?? 0)
                }
            }
        }
    }

    /// Returns the samples of groups on a day.
    ///
    /// `hashes` are those of the groups' identifiers, which spare reading the identifiers of all other samples.
    private mutating func places<Group: Hashable>(
        of groups: [Group: Int],
        on day: StreamDay,
        _ hashes: [UInt32],
        by group: (Sample, Pool) -> Group?
    ) -> [Group: [Place]] {
        var places: [Group: [Place]] = [:]
        let hashes = hashes.sorted()
        var stateKeys = segments.stateKeys(in: StateKey.range(.segment, day: day.day, stream: day.stream))
        if summary.hasLong(day.stream) { stateKeys.append(StateKey(.long, stream: day.stream)) }
        for stateKey in stateKeys {
            let index = segments.index(of: stateKey)
            let (rows, pool) = (segments.list[index].segment.rows, segments.pool)
            for row in rows.indices where rows[row].flags.contains(.hasAppIdentifier) && rows[row].utcDay == day.day {
                guard let hash = Extra.identifierHash(in: pool.extra(rows[row])) else { continue }
                let found = hashes.partitioningIndex { $0 >= hash }
                guard found < hashes.count, hashes[found] == hash, let group = group(rows[row], pool),
                    groups[group] != nil
                else { continue }
                places[group, default: []].append((index, row))
            }
        }
        return places
    }

    /// Whether a sample counts instead of another one with the same sync identifier.
    private func isNewer(_ left: Sample, than right: Sample) -> Bool {
        let versions = (segments.pool.syncVersion(left), segments.pool.syncVersion(right))
        if versions.0 != versions.1 { return versions.0 > versions.1 }
        return left.start != right.start ? left.start > right.start : left.id < right.id
    }

    /// Hides all twins but the one with the least id.
    private mutating func settleTwins() {
        var removals: [Measurement: Int]?
        for index in segments.list.indices where segments.list[index].isDirty && segments.list[index].mayHaveTwins {
            let rows = segments.list[index].segment.rows
            for run in Self.runs(rows) {
                var places: [Place] = run.map { (index, $0) }
                if rows[run].contains(where: \.mayHaveTwinElsewhere) {
                    places += self.places(startingWith: rows[run.lowerBound], besides: segments.list[index].stateKey)
                }
                settleTwins(places, &removals)
            }
        }
        // The twins of a removed sample may lie in a segment that did not change.
        var seen: [StreamDay: Set<Int64>] = [:]
        for (row, _) in unsettled where row.mayHaveTwinElsewhere {
            guard let type = Catalogue.sampleType(at: row.type), type.isListed,
                seen[StreamDay(stream: type.document, day: row.utcDay), default: []].insert(row.startMilliseconds)
                    .inserted
            else { continue }
            settleTwins(places(startingWith: row, besides: nil), &removals)
        }
    }

    /// Returns the runs of samples that start in one millisecond, if twins may be among them and any of them changed.
    private static func runs(_ rows: [Sample]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var next = 0
        while next < rows.count {
            if rows[next].upload < 0, !rows[next].isTwinOfSome {
                next += 1
                continue
            }
            var first = next
            while first > 0, rows[first - 1].startsWith(rows[next]) { first -= 1 }
            var end = next + 1
            while end < rows.count, rows[end].startsWith(rows[next]) { end += 1 }
            if mayBeTwins(rows[first..<end]) { runs.append(first..<end) }
            next = end
        }
        return runs
    }

    /// Whether twins may be among samples that start in one millisecond, or elsewhere.
    private static func mayBeTwins(_ run: ArraySlice<Sample>) -> Bool {
        var before: Sample?
        for row in run {
            if row.isTwinOfSome || row.mayHaveTwinElsewhere { return true }
            // Samples that start together lie side by side by type.
            if let before, row.type == before.type || row.start != before.start { return true }
            before = row
        }
        return false
    }

    /// Returns the last upload that removed a sample of each measurement.
    private var lastRemovals: [Measurement: Int] {
        var removals: [Measurement: Int] = [:]
        for (row, upload) in unsettled {
            if let measurement = Measurement(row, segments.pool) {
                removals[measurement] = max(upload, removals[measurement] ?? -1)
            }
        }
        return removals
    }

    private mutating func settleTwins(_ run: [Place], _ known: inout [Measurement: Int]?) {
        let removals = known ?? lastRemovals
        known = removals
        var groups: [Measurement: [Place]] = [:]
        for place in run {
            let sample = row(at: place)
            guard let measurement = Measurement(sample, segments.pool) else { continue }
            if sample.flags.contains(.superseded) {
                set(.twin, to: false, at: place, by: Int(sample.upload))
                set(.namedByTwin, to: false, at: place, by: Int(sample.upload))
            } else {
                groups[measurement, default: []].append(place)
            }
        }
        for (measurement, places) in groups {
            let samples = places.map { row(at: $0) }
            guard let shown = samples.min(by: { $0.id < $1.id }) else { continue }
            let least = shown.id
            // The others are hidden since the one that shows arrived, or since those before it were removed.
            let last = samples.reduce(removals[measurement] ?? -1) { max($0, Int($1.upload)) }
            let cause = shown.upload >= 0 ? Int(shown.upload) : removals[measurement] ?? last
            let isNamed = samples.contains { $0.id != least && $0.flags.contains(.namesWorkout) }
            for (place, sample) in zip(places, samples) {
                set(.twin, to: sample.id != least, at: place, by: cause)
                set(.namedByTwin, to: sample.id == least && isNamed, at: place, by: cause)
                // The workouts that hidden twins name show the sample that counts, so they change with it.
                if last >= 0, sample.id != least, sample.flags.contains(.namesWorkout) {
                    segments.list[place.index].segment.rows[place.row].upload = Int32(clamping: last)
                }
            }
        }
    }

    /// Hides all workouts with one external id but the one with the least id.
    private mutating func settleWorkouts(_ changed: [Identified<ExternalWorkout>]) {
        for (day, groups) in Identified.byDay(changed) {
            let hashes = groups.keys.map(\.identifierHash)
            for (group, places) in places(of: groups, on: day, hashes, by: { ExternalWorkout($0, $1) }) {
                guard let least = places.map({ row(at: $0).id }).min() else { continue }
                if places.count > 1 { summary.hidesWorkouts = true }
                regrouped.append((least, groups[group] ?? 0))
                for place in places {
                    let id = row(at: place).id
                    set(.twin, to: id != least, at: place, by: groups[group] ?? 0)
                    directory.note(shownBy: id == least ? nil : least, of: id)
                }
            }
        }
    }

    /// Returns the samples of a stream that start in the same millisecond as a sample, on its day.
    ///
    /// Bounds of twins are equal in milliseconds, but a segment holds samples by their exact start and length. So the
    /// samples can lie in several segments, of which `known` is left out.
    private mutating func places(startingWith sample: Sample, besides known: StateKey?) -> [Place] {
        guard let stream = Catalogue.sampleType(at: sample.type)?.document else { return [] }
        let early = StateKey.segment(stream: stream, start: sample.start - 0.001, end: sample.start - 0.001)
        let late = StateKey.segment(stream: stream, start: sample.start + 0.001, end: sample.start + 0.001)
        var near = early == late ? [early] : [early, late]
        near.removeAll { $0.day != sample.utcDay }
        if summary.hasLong(stream) { near.append(StateKey(.long, stream: stream)) }
        var found: [Place] = []
        for stateKey in near where stateKey != known && segments.holds(stateKey) {
            let index = segments.index(of: stateKey)
            let rows = segments.list[index].segment.rows
            var row = rows.partitioningIndex { $0.start > sample.start - 0.001 }
            while row < rows.count, rows[row].start < sample.start + 0.001 {
                if rows[row].startMilliseconds == sample.startMilliseconds { found.append((index, row)) }
                row += 1
            }
        }
        return found
    }

    private mutating func set(_ flag: Sample.Flags, to isOn: Bool, at place: Place, by upload: Int) {
        let held = row(at: place).flags
        if held.contains(flag) == isOn { return }
        setFlags(isOn ? held.union(flag) : held.subtracting(flag), at: place, by: upload)
    }

    /// Returns the samples of other segments that count for twins and start in the same millisecond as a sample.
    mutating func shownTwins(near sample: Sample, besides stateKey: StateKey) -> [Sample] {
        places(startingWith: sample, besides: stateKey).map { row(at: $0) }
            .filter { $0.isShown && $0.flags.contains(.namedByTwin) }
    }
}

/// A UTC day of a stream.
struct StreamDay: Hashable {
    let stream: DataType
    let day: Int32
}

extension Pool {
    /// Returns the version that decides between samples with one sync identifier.
    fileprivate func syncVersion(_ sample: Sample) -> SampleVersion {
        Extra(extra(sample)).syncVersion ?? version(sample)
    }
}

extension Sample {
    /// Whether the sample is hidden by a twin, or counts for one that names a workout.
    fileprivate var isTwinOfSome: Bool { !flags.isDisjoint(with: [.twin, .namedByTwin]) }

    /// Whether two samples start in the same millisecond.
    @inline(__always) fileprivate func startsWith(_ other: Sample) -> Bool {
        abs(start - other.start) < 0.001 && startMilliseconds == other.startMilliseconds
    }

    /// Whether twins of the sample may lie in another segment: at a full hour, or where a sample counts as long.
    var mayHaveTwinElsewhere: Bool {
        startMilliseconds % 3_600_000 == 0 || abs(duration - Instant.day) < 0.002
    }
}

extension LoadedSegment {
    /// Whether the stream has types whose samples can be twins.
    fileprivate var mayHaveTwins: Bool {
        stateKey.stream != DataType.nutrition.rawValue && stateKey.stream != DataType.workouts.rawValue
    }
}

/// A group of samples that share an identifier of their app, with an upload that changed it.
private struct Identified<Group: Hashable> {
    let group: Group
    let day: StreamDay
    let upload: Int

    init(_ group: Group, _ day: StreamDay, _ upload: Int) {
        (self.group, self.day, self.upload) = (group, day, upload)
    }

    /// Returns groups by day, each with the last upload that changed it.
    static func byDay(_ changed: [Identified]) -> [(day: StreamDay, groups: [Group: Int])] {
        var days: [(day: StreamDay, groups: [Group: Int])] = []
        for one in changed.sorted(by: { ($0.day.stream.rawValue, $0.day.day) < ($1.day.stream.rawValue, $1.day.day) }) {
            if days.last?.day != one.day { days.append((one.day, [:])) }
            let last = days.count - 1
            days[last].groups[one.group] = max(one.upload, days[last].groups[one.group] ?? -1)
        }
        return days
    }
}
