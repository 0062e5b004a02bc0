import JSON
import Vocabulary

/// The figures of a workout: the workout itself, its numbers by type, its samples, and the numbers of its activities.
struct WorkoutFigures {
    /// A workout or one of its activities, with the samples from which its numbers are computed.
    private struct Part {
        let pointer: JSONPointer
        let start: Double
        let end: Double
        let statistics: [Workout.Statistic]
        let samples: [Sample]
    }

    private let workout: Sample
    /// The workout, and those that an app wrote again under other ids, which count nowhere.
    private let twins: [Sample]
    private let sourceKey: [UInt8]
    private let priority: [String]
    /// The samples of the document.
    private let samples: [Sample]
    /// The stored samples that name the workout or a twin of it, including hidden ones.
    private let named: [Sample]
    private let parts: [Part]

    /// Finds the samples of a workout; nil if the state has no such workout.
    init?(_ id: UUID128, _ times: WorkoutTimes, _ rules: Rules, in state: inout ConnectionState) {
        guard let workout = state.workout(id) else { return nil }
        self.workout = workout
        priority = rules.sourcePriority
        let windows = CollectionOfOne(Window.workout(id))
        var derivation = WorkoutDerivation(WorkoutSamples(times, windows), rules)
        let found = derivation.samples(of: workout, in: &state)
        samples = Sample.sorted(found.own + found.borrowed)
        twins = state.directory.workouts(shownBy: id).compactMap { state.workout($0) }
        var named: [Sample] = []
        for twin in twins {
            for stateKey in state.mentions.segments(naming: twin.id) {
                named += state.segments.rows(stateKey).filter { state.segments.pool.names($0, twin.id) }
            }
        }
        self.named = named
        let pool = state.segments.pool
        sourceKey = pool.origin(workout).sourceKey
        let details = Workout(Extra(pool.extra(workout)).payload)
        let item = JSONPointer.root.member("data").element(0)
        var parts = [
            Part(
                pointer: item,
                start: workout.start,
                end: workout.end,
                statistics: details.statistics,
                samples: samples
            )
        ]
        let inside = ActivitySamples(details.activities, samples)
        for (id, activities) in Dictionary(grouping: details.activities, by: \.id) {
            let list = item.member("nested_data").member("workoutActivity_\(id)")
            for (index, activity) in activities.enumerated() {
                parts.append(
                    Part(
                        pointer: list.element(index),
                        start: activity.start,
                        end: activity.end,
                        statistics: activity.statistics,
                        samples: inside.samples(of: activity)
                    )
                )
            }
        }
        self.parts = parts
    }

    /// Returns the workout and its twins, or their stored samples of another type, wherever they lie.
    func stored(_ type: SampleType) -> [Sample] {
        type.kind == .workout ? twins : (named + samples).filter { $0.type == type.index }
    }

    /// Returns the figures of samples of a type; `rows` are all stored samples of the type that can belong to them.
    func plans(of type: SampleType, _ rows: [Sample], _ pool: Pool) -> [FigurePlan] {
        if type.kind == .workout { return [itself()] + parts.flatMap { stated($0) } }
        var lists: [FigurePlan] = [list(type)]
        if type.kind == .quantity { lists += parts.map { number(type, $0, pool) } }
        let shown = Set(samples.lazy.filter { $0.type == type.index }.map(\.identity))
        let others = rows.filter { !shown.contains($0.identity) }
        if others.isEmpty { return lists }
        let hidden = HiddenSamples(rows, pool)
        let source = samples.first { $0.type == type.index }.map { pool.origin($0).sourceKey }
        for index in lists.indices {
            lists[index].addOthers(others, hidden, pool) { row in
                if row.isNamed {
                    return Extra(pool.extra(row)).workout.map { Document.id(.workouts, $0.textBytes) }
                }
                // A sample of the workout's own source is too long, or too many workouts overlap.
                return pool.origin(row).sourceKey == sourceKey ? nil : source
            }
        }
        return lists
    }

    /// Returns the figure of the workout itself, to which only its copies belong.
    private func itself() -> FigurePlan {
        var reach = FigurePlan.Reach(start: 0, end: 0, rule: .none)
        reach.copies = Set(twins.map(\.id))
        var plan = FigurePlan(.workout, parts[0].pointer, reach)
        for twin in twins { plan.verdicts[twin.identity] = FigurePlan.Verdict(why: .twin(of: workout.id)) }
        plan.verdicts[workout.identity] = .counts
        return plan
    }

    /// Returns the numbers that the workout states by statistics.
    private func stated(_ part: Part) -> [FigurePlan] {
        part.statistics.compactMap { statistic in
            guard let type = Catalogue.sampleType(at: statistic.type) else { return nil }
            var plan = FigurePlan(type, pointer(type, part), FigurePlan.Reach(start: 0, end: 0, rule: .none))
            let stated = statistic.sum ?? statistic.average
            plan.verdicts[workout.identity] = FigurePlan.Verdict(why: .counts, share: 1, stated: stated)
            return plan
        }
    }

    private func list(_ type: SampleType) -> FigurePlan {
        let nested = parts[0].pointer.member("nested_data")
        let pointer =
            type.kind == .workoutRoute
            ? nested.member(type.listKey)
            : nested.member("samples").element(0).member(type.isListed ? "data" : "nested_data").member(type.listKey)
        var plan = FigurePlan(type, pointer, reach(type, parts[0]))
        for sample in samples where sample.type == type.index { plan.verdicts[sample.identity] = .counts }
        return plan
    }

    /// Returns the number that a workout or an activity shows of a type.
    private func number(_ type: SampleType, _ part: Part, _ pool: Pool) -> FigurePlan {
        var plan = FigurePlan(type, pointer(type, part), reach(type, part))
        let inside = part.samples.filter { $0.type == type.index }
        if part.statistics.contains(where: { $0.type == type.index }) {
            let verdict = FigurePlan.Verdict(why: .statistics(of: workout.id))
            for sample in inside { plan.verdicts[sample.identity] = verdict }
        } else if type.isCumulative {
            // A sample that names the workout can lie outside of its time.
            for sample in inside { plan.verdicts[sample.identity] = FigurePlan.Verdict(why: .outside(nil)) }
            let totals = Totals(inside, pool: pool, priority: priority)
            plan.add(totals.parts { _ in (part.start, part.end) }, pool)
        } else {
            for sample in inside { plan.verdicts[sample.identity] = .counts }
        }
        return plan
    }

    private func pointer(_ type: SampleType, _ part: Part) -> JSONPointer {
        part.pointer.member("data").member(type.identifier)
    }

    private func reach(_ type: SampleType, _ part: Part) -> FigurePlan.Reach {
        var reach = FigurePlan.Reach(
            start: part.start,
            end: part.end,
            rule: type.kind == .quantity ? .overlap : .none
        )
        // Samples that name the workout belong to an activity by time only.
        if part.pointer == parts[0].pointer { reach.workouts = Set(twins.map(\.id)) }
        // Types that are not borrowed come from the workout's own source only.
        if !type.isBorrowed { reach.sourceKey = sourceKey }
        return reach
    }
}
