import Vocabulary

extension ConnectionCommit {
    /// Derives the connection's documents again, day by day, until the budget is used up.
    ///
    /// - Parameters:
    ///   - commit: The re-derivation commit that this connection is part of.
    ///   - day: The UTC day to resume at; nil to start with the first day.
    ///   - budgetBytes: The number of bytes that may still be read and published; reduced by the bytes used.
    /// - Returns: The day to resume at; nil if the connection is done.
    mutating func rederive(_ commit: RederivationCommit, from day: Int32?, budgetBytes: inout Int) -> Int32? {
        // The cost of reading a connection that has nothing to derive.
        budgetBytes -= 256
        let cause = Cause(commit, collectedAt: state.summary.newestCollectedAt, settings: settings)
        publication.causes.append(cause)
        if day == nil { rederive(AffectedWindows(ofNoDay: &state), &budgetBytes) }
        // At least one day of a resumed connection is derived, so that the re-derivation always advances.
        var mustContinue = day != nil
        for next in state.days where day.map({ next >= $0 }) ?? true {
            if budgetBytes <= 0, !mustContinue { return next }
            mustContinue = false
            rederive(AffectedWindows(ofDay: next, in: &state), &budgetBytes)
        }
        return nil
    }

    private mutating func rederive(_ affected: AffectedWindows, _ budgetBytes: inout Int) {
        let before = state.segments.readBytes
        state.choosePrimaries(of: affected.windows.map(\.window), sourcePriority: publication.rules.sourcePriority)
        budgetBytes -= derive(affected)
        budgetBytes -= state.segments.readBytes - before
    }
}

extension ConnectionState {
    /// The UTC days that can have documents, ascending.
    var days: [Int32] {
        let all = Int32.min...Int32.max
        var days: Set<Int32> = []
        for stateKey in segments.stateKeys(in: StateKey.range(.segment, days: all)) {
            // A local day lies within one day of the UTC day with the same date, and a sample of a segment can end a day
            // after its start.
            days.formUnion(stateKey.day - 1...stateKey.day + 2)
        }
        for stateKey in reader.stateKeys(in: StateKey.range(.published, days: all)) where stateKey.isOfPublishedDay {
            days.insert(stateKey.day)
        }
        return days.sorted()
    }
}
