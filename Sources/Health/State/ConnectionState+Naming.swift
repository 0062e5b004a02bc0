import Vocabulary

/// Samples that name a workout whose id is deleted belong to no workout by name.
///
/// HealthKit keeps the samples of a workout that its owner cut or deleted.
extension ConnectionState {
    /// Whether a sample names a workout whose id is deleted.
    mutating func namesDeletedWorkout(_ sample: Sample) -> Bool {
        guard let workout = Extra(segments.pool.extra(sample)).workout else { return false }
        if let lastNamed, lastNamed.workout == workout { return lastNamed.isDeleted }
        let isDeleted = deletedIDs.contains(workout)
        lastNamed = (workout, isDeleted)
        return isDeleted
    }

    /// Unties the samples that name a workout from it, because its id was deleted.
    ///
    /// All samples must be merged.
    mutating func untie(from workout: UUID128, upload: Int) {
        lastNamed = nil
        for stateKey in mentions.segments(naming: workout) {
            let index = segments.index(of: stateKey)
            for row in segments.list[index].segment.rows.indices {
                let held = segments.list[index].segment.rows[row]
                if segments.pool.names(held, workout) {
                    setFlags(held.flags.subtracting(.namesWorkout), at: (index, row), by: upload)
                }
            }
            mentions.remove(stateKey, naming: workout)
        }
    }

    /// Changes the flags of a stored sample, which affects documents like another copy of it.
    mutating func setFlags(_ flags: Sample.Flags, at place: (index: Int, row: Int), by upload: Int) {
        let held = segments.list[place.index].segment.rows[place.row]
        if held.upload < 0 { removed[held.identity] = (held, upload) }
        segments.list[place.index].segment.rows[place.row].flags = flags
        segments.list[place.index].segment.rows[place.row].upload = max(held.upload, Int32(clamping: upload))
        if !flags.isDisjoint(with: .hidden) { segments.list[place.index].segment.hidesSome = true }
        segments.list[place.index].isDirty = true
    }
}
