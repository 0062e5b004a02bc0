/// What a commit writes of a connection.
extension LoadedState {
    /// The changes of state, ascending by place.
    package mutating func changes(state: some PartitionState) -> [StateChange] {
        var changes = deletedIDs.changes(connection)
        for slot in slots where slot.mustBeWritten {
            if slot.segment.rows.isEmpty {
                if slot.heldBytes != nil { changes.append(Self.change(connection, slot.place, nil, slot.heldBytes)) }
            } else {
                changes.append(Self.change(connection, slot.place, packed(slot), slot.heldBytes))
            }
        }
        changes += originChanges(state)
        if directory.isDirty { changes.append(change(StateKey(.workouts), directory.packed, state)) }
        for workout in dirtyNames {
            let places = (named[workout] ?? []).sorted()
            var packer = Packer(capacity: 1 + 8 * places.count)
            packer.byte(StateFormat.named.version)
            for place in places { packer.word(place.head) }
            changes.append(change(StateKey(.named, id: workout), places.isEmpty ? nil : packer.bytes, state))
        }
        for one in published where one.isDirty {
            let packed = one.documents.packed
            if packed == nil, one.heldBytes == nil { continue }
            changes.append(Self.change(connection, one.place, packed, one.heldBytes))
        }
        if header != storedHeader { changes.append(change(StateKey(.header), header.packed, state)) }
        return changes.sorted { $0.place < $1.place }
    }

    private mutating func packed(_ slot: LoadedSegment) -> [UInt8] {
        if slot.place.kind != .segment { return slot.segment.packed(pool) }
        // They were read with the slot.
        return slot.segment.packed(pool, naming: &dayOrigins[slot.place.day, default: DayOrigins()].list)
    }

    private mutating func change(_ place: StateKey, _ value: [UInt8]?, _ state: some PartitionState) -> StateChange {
        Self.change(connection, place, value, heldBytes(at: place, state))
    }

    private static func change(
        _ connection: ConnectionID,
        _ place: StateKey,
        _ value: [UInt8]?,
        _ heldBytes: Int?
    ) -> StateChange {
        StateChange(connection: connection, place: place, value: value, heldBytes: heldBytes)
    }
}
