/// What a commit writes of a connection.
extension Overlay {
    /// The changes of state, ascending by place.
    package mutating func changes(state: some State) -> [StateChange] {
        var changes = deletedIDs.changes(connection, state)
        for slot in slots where slot.isDirty {
            if slot.segment.rows.isEmpty {
                if slot.heldBytes != nil { changes.append(change(slot.place, nil, heldBytes: slot.heldBytes)) }
            } else {
                changes.append(change(slot.place, slot.segment.packed(pool), heldBytes: slot.heldBytes))
            }
        }
        if directory.isDirty { changes.append(change(Place(.workouts), directory.packed, state)) }
        for workout in dirtyNames {
            var packer = Packer()
            for place in (named[workout] ?? []).sorted() { packer.word(place.head) }
            changes.append(change(Place(.named, id: workout), packer.bytes.isEmpty ? nil : packer.bytes, state))
        }
        for (place, document) in published { changes.append(change(place, document?.packed, state)) }
        if header != storedHeader { changes.append(change(Place(.header), header.packed, state)) }
        return changes.sorted { $0.place < $1.place }
    }

    private mutating func change(_ place: Place, _ value: [UInt8]?, _ state: some State) -> StateChange {
        change(place, value, heldBytes: heldBytes(at: place, state))
    }

    private func change(_ place: Place, _ value: [UInt8]?, heldBytes: Int?) -> StateChange {
        StateChange(connection: connection, place: place, value: value, heldBytes: heldBytes)
    }
}
