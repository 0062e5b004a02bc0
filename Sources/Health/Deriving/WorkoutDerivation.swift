import Vocabulary

/// Derives the documents of workouts: finds their samples, and the uploads that changed them.
struct WorkoutDerivation {
    private var read: WorkoutSamples
    private let rules: Rules

    init(_ read: WorkoutSamples, _ rules: Rules) {
        self.read = read
        self.rules = rules
    }

    /// Derives the current document of a workout; nil if it is frozen.
    mutating func document(
        of id: UUID128,
        by uploads: [Int],
        perhaps: [Int],
        in state: inout ConnectionState
    ) -> DerivedDocument? {
        if state.directory.isFrozen(id) { return nil }
        var document: Document?
        var causes = uploads
        if let workout = state.workout(id), workout.isShown {
            let (own, others, borrowed) = samples(of: workout, in: &state)
            if !perhaps.isEmpty, uploads.count + perhaps.count > 1 {
                causes += borrowers(among: perhaps, workout, own: own, others, borrowed: borrowed, in: &state)
                causes.sort()
            }
            let isPrimary = state.directory.entry(id)?.isPrimary ?? true
            let made = WorkoutDocuments(pool: state.segments.pool, sourcePriority: rules.sourcePriority)
                .document(workout, own + borrowed, isPrimary: isPrimary, of: state.connection)
            state.directory.note(firstSampleDay: made.firstSampleDay, of: id)
            document = made
        }
        return DerivedDocument(
            stateKey: StateKey(.published, stream: .workouts, id: id),
            type: .workouts,
            name: id.textBytes,
            document: document,
            uploads: causes.isEmpty ? perhaps : causes
        )
    }

    /// Returns the samples of a workout: its own, those of other sources in its time, and which of these it borrows.
    mutating func samples(
        of workout: Sample,
        in state: inout ConnectionState
    ) -> (own: [Sample], others: [Sample], borrowed: [Sample]) {
        let found = read.found(by: workout, in: &state)
        let own = found.own + state.samples(naming: workout.id).filter { $0.id != workout.id }
        return (own, found.others, borrowed(from: found.others, besides: own, state))
    }

    private func borrowed(
        from candidates: [Sample],
        besides own: [Sample],
        _ state: borrowing ConnectionState
    ) -> [Sample] {
        Borrowing.samples(of: candidates, besides: own, pool: state.segments.pool, priority: rules.sourcePriority)
    }

    /// Returns the uploads that added a borrowed sample, or removed a sample that was borrowed before the commit.
    ///
    /// The function uses the current time span of the workout, and the current overlap limit.
    private mutating func borrowers(
        among uploads: [Int],
        _ workout: Sample,
        own: [Sample],
        _ others: [Sample],
        borrowed: [Sample],
        in state: inout ConnectionState
    ) -> [Int] {
        var causes: Set<Int> = []
        for sample in borrowed where sample.upload >= 0 { causes.insert(Int(sample.upload)) }
        let removed = read.removed(from: workout, in: state)
        if !removed.others.isEmpty {
            let before = self.borrowed(
                from: others.filter { $0.upload < 0 } + removed.others,
                besides: own.filter { $0.upload < 0 } + removed.own,
                state
            )
            for sample in before {
                if let upload = state.removed[sample.identity]?.upload { causes.insert(upload) }
            }
        }
        return uploads.filter(causes.contains)
    }
}
