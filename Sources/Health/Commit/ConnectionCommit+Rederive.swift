extension ConnectionCommit {
    /// Derives the connection's documents again, day by day, as far as the budget goes.
    ///
    /// - Parameters:
    ///   - commit: The commit that it is a part of.
    ///   - day: The UTC day to begin with; nil for the beginning.
    ///   - budgetBytes: What may be read and published yet; what was is taken off.
    /// - Returns: The day to go on with; nil when the connection is done.
    mutating func rederive(_ commit: RederivationCommit, from day: Int32?, budgetBytes: inout Int) -> Int32? {
        // For what is to be read to find out that there is nothing.
        budgetBytes -= 256
        let cause = Cause(commit, collectedAt: state.summary.newestCollectedAt, settings: settings)
        publication.causes.append(cause)
        if day == nil { rederive(AffectedWindows(ofLongSamples: &state), &budgetBytes) }
        // However little is allowed, each commit that goes on brings it on by a day.
        var mustGoOn = day != nil
        for next in state.days where day.map({ next >= $0 }) ?? true {
            if budgetBytes <= 0, !mustGoOn { return next }
            mustGoOn = false
            rederive(AffectedWindows(ofDay: next, in: &state), &budgetBytes)
        }
        return nil
    }

    private mutating func rederive(_ affected: AffectedWindows, _ budgetBytes: inout Int) {
        let before = state.segments.readBytes
        budgetBytes -= derive(affected)
        budgetBytes -= state.segments.readBytes - before
    }
}

extension ConnectionState {
    /// The UTC days on which documents can be, ascending.
    fileprivate var days: [Int32] {
        let all = Int32.min...Int32.max
        var days: Set<Int32> = []
        for stateKey in segments.stateKeys(in: StateKey.range(.segment, days: all)) {
            // A local day begins and ends within a day of the UTC day of the same name.
            days.formUnion(stateKey.day - 1...stateKey.day + 1)
        }
        for stateKey in reader.stateKeys(in: StateKey.range(.published, days: all)) where stateKey.isOfPublishedDay {
            days.insert(stateKey.day)
        }
        return days.sorted()
    }
}
