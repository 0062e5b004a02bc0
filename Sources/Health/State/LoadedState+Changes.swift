/// What a commit writes of a connection.
extension LoadedState {
    /// The changes of state, ascending by state key.
    package mutating func changes(state: some PartitionState) -> [StateChange] {
        var changes = deletedIDs.changes(connection)
        for slot in slots where slot.mustBeWritten {
            if slot.segment.rows.isEmpty {
                if slot.heldBytes != nil { changes.append(Self.change(connection, slot.stateKey, nil, slot.heldBytes)) }
            } else {
                changes.append(Self.change(connection, slot.stateKey, packed(slot), slot.heldBytes))
            }
        }
        changes += originChanges(state)
        if directory.isDirty { changes.append(change(StateKey(.workouts), directory.packed, state)) }
        for workout in dirtyNames {
            let stateKeys = (named[workout] ?? []).sorted()
            var packer = Packer(capacity: 1 + 8 * stateKeys.count)
            packer.byte(StateFormat.named.version)
            for stateKey in stateKeys { packer.word(stateKey.head) }
            changes.append(change(StateKey(.named, id: workout), stateKeys.isEmpty ? nil : packer.bytes, state))
        }
        for one in published where one.isDirty {
            let packed = one.documents.packed
            if packed == nil, one.heldBytes == nil { continue }
            changes.append(Self.change(connection, one.stateKey, packed, one.heldBytes))
        }
        if header != storedHeader { changes.append(change(StateKey(.header), header.packed, state)) }
        return changes.sorted { $0.stateKey < $1.stateKey }
    }

    private mutating func packed(_ slot: LoadedSegment) -> [UInt8] {
        if slot.stateKey.kind != .segment { return slot.segment.packed(pool) }
        // They were read with the slot.
        return slot.segment.packed(pool, naming: &dayOrigins[slot.stateKey.day, default: DayOrigins()].list)
    }

    private mutating func change(_ stateKey: StateKey, _ value: [UInt8]?, _ state: some PartitionState) -> StateChange {
        Self.change(connection, stateKey, value, heldBytes(at: stateKey, state))
    }

    private static func change(
        _ connection: ConnectionID,
        _ stateKey: StateKey,
        _ value: [UInt8]?,
        _ heldBytes: Int?
    ) -> StateChange {
        StateChange(connection: connection, stateKey: stateKey, value: value, heldBytes: heldBytes)
    }
}
