/// Settling: what the uploads so far affected is derived, and what comes later of the commit is compared with that.
///
/// Once, at the commit's end, unless an upload before it moves the horizon: what freezes then must be as the uploads up to
/// that one made it, however the commit was cut.
extension Batch.ConnectionCommit {
    /// Derives what the uploads since the last time affected; gives back about how many bytes of documents that made.
    @discardableResult
    mutating func derive(_ state: some PartitionState, _ context: inout Context) -> Int {
        loaded.finishMerge(state, &context)
        var affected = AffectedWindows(loaded)
        affected.note(&loaded, &context)
        let records = derive(affected, state, &context)
        changed.add(records)
        return records.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
    }

    /// Derives, freezes and drops, when the last upload has moved the horizon past samples.
    mutating func settleWhatExpired(_ state: some PartitionState, _ context: inout Context) {
        guard hasExpired(state, &context) else { return }
        // They are held until the commit ends, and bound it like what is read.
        loaded.readBytes += derive(state, &context)
        loaded.settle()
        freeze(state, &context)
    }

    /// Whether the last upload moved the horizon past samples: then they are dropped, and what they made freezes.
    ///
    /// Without such samples nothing freezes, and what was frozen before can wait for the commit's end to be forgotten.
    private mutating func hasExpired(_ state: some PartitionState, _ context: inout Context) -> Bool {
        let day = loaded.horizonDay(context.rules)
        return day > loaded.header.horizonDay && loaded.hasSamples(before: day, state, &context)
    }
}

extension LoadedState {
    /// Lets what was changed so far count as what was there before.
    mutating func settle() {
        removed = [:]
        for index in slots.indices where slots[index].isDirty {
            slots[index].isDirty = false
            slots[index].wasDirty = true
            // New samples are no longer told by their upload.
            slots[index].segment.stored = nil
            for row in slots[index].segment.rows.indices { slots[index].segment.rows[row].upload = -1 }
        }
    }

    /// Whether there are samples that start before a UTC day, other than characteristics.
    mutating func hasSamples(before day: Int32, _ state: some PartitionState, _ context: inout Context) -> Bool {
        // What lay before the horizon as it was has been dropped.
        let days = min(header.horizonDay, day - 1)...day - 1
        for stateKey in stateKeys(in: StateKey.range(.segment, days: days), state) where !stateKey.isOrigins {
            guard let slot = slotIndex[stateKey] else { return true }
            if !slots[slot].segment.rows.isEmpty { return true }
        }
        for stream in DataType.allCases where stream != .characteristic && header.hasLong(stream) {
            let slot = slot(StateKey(.long, stream: stream), state, &context)
            if slots[slot].segment.rows.contains(where: { $0.utcDay < day }) { return true }
        }
        return false
    }
}
