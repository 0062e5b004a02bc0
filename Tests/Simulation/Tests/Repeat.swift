/// How known data comes again in another form, in the histories whose seeds say so.
enum Repeat: String, CaseIterable {
    /// An app is installed again, and its samples have new ids.
    case newIDs
    /// A new release of an app cuts dates to whole seconds.
    case cutDates
    /// A phone sends its history again from another zone.
    case movedZone
    /// Another app has recorded the same run.
    case secondApp
    /// An app replaces a sample by another version with the same sync identifier.
    case newVersions
    /// An app connects again, and writes its workouts a second time.
    case externalIDs
    /// A workout is deleted, and the samples that name it stay.
    case deletedWorkout

    /// The repeats of a history: all of them in about one history in nine.
    ///
    /// No fault in `planted` has one of these seeds, so the histories that find these faults stay as they are.
    static func all(of seed: UInt64) -> Set<Repeat> {
        seed % 7 == 3 && Scene.of(seed) == nil ? Set(allCases) : []
    }
}
