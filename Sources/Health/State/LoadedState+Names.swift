/// The samples that name their workout: where they lie is kept by the workout's id, because they may come before it.
extension LoadedState {
    /// The samples that name a workout.
    package mutating func samples(
        naming workout: UUID128,
        state: some PartitionState,
        context: inout Context
    ) -> [Sample] {
        loadNames(workout, state)
        var rows: [Sample] = []
        for stateKey in (named[workout] ?? []).sorted() {
            for row in slots[slot(stateKey, state, &context)].segment.rows where names(row, workout) {
                rows.append(row)
            }
        }
        return rows
    }

    /// Takes note of where a sample lies that names a workout.
    mutating func note(naming workout: UUID128, at stateKey: StateKey, _ state: some PartitionState) {
        loadNames(workout, state)
        if named[workout, default: []].insert(stateKey).inserted { dirtyNames.insert(workout) }
    }

    /// Forgets where samples that name a workout lay, when those that start before a UTC day have been dropped.
    mutating func dropNames(before day: Int32, state: some PartitionState, context: inout Context) {
        let range = StateKey(.named)...StateKey(.named, id: UUID128(hi: .max, lo: .max))
        let workouts = Set(state.stateKeys(in: range, of: connection).map(\.id)).union(named.keys)
        for workout in workouts {
            loadNames(workout, state)
            for stateKey in named[workout] ?? [] where stateKey.kind == .long || stateKey.day < day {
                let slot = slot(stateKey, state, &context)
                if slots[slot].segment.rows.contains(where: { names($0, workout) }) { continue }
                named[workout]?.remove(stateKey)
                dirtyNames.insert(workout)
            }
        }
    }

    private func names(_ row: Sample, _ workout: UUID128) -> Bool {
        row.flags.contains(.namesWorkout) && Extra(pool.extra(row)).workout == workout
    }

    private mutating func loadNames(_ workout: UUID128, _ state: some PartitionState) {
        guard named[workout] == nil else { return }
        named[workout] = []
        guard let bytes = state.value(at: StateKey(.named, id: workout), of: connection) else { return }
        guard var unpacker = StateFormat.named.unpacker(bytes), bytes.count % 8 == 1 else {
            return check(false, bytes, .named)
        }
        while !unpacker.isAtEnd { named[workout]?.insert(StateKey(head: unpacker.word())) }
    }
}
