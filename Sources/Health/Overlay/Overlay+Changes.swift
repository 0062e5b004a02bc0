/// What a commit writes of a connection.
extension Overlay {
    /// The changes of state, ascending by place.
    package mutating func changes(state: some State) -> [StateChange] {
        var changes = deletedIDs.changes(connection, state)
        for slot in slots where slot.isDirty {
            if slot.segment.rows.isEmpty {
                if slot.isStored { changes.append(change(slot.place, nil)) }
            } else {
                changes.append(change(slot.place, slot.segment.packed(pool)))
            }
        }
        if directory.isDirty { changes.append(change(Place(.workouts), directory.packed)) }
        for workout in dirtyNames {
            var packer = Packer()
            for place in (named[workout] ?? []).sorted() { packer.word(place.head) }
            changes.append(change(Place(.named, id: workout), packer.bytes.isEmpty ? nil : packer.bytes))
        }
        for (place, document) in published { changes.append(change(place, document?.packed)) }
        if header != storedHeader { changes.append(change(Place(.header), header.packed)) }
        return changes.sorted { $0.place < $1.place }
    }

    private func change(_ place: Place, _ value: [UInt8]?) -> StateChange {
        StateChange(connection: connection, place: place, value: value)
    }
}
