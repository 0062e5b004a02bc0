package import Health
package import Vocabulary

/// What one commit of a partition changed, for readers.
package struct CommittedChanges: Sendable {
    /// The time of the commit, in milliseconds since 1970.
    package let timeMilliseconds: Int64
    package private(set) var changes: [(connection: ConnectionID, change: DocumentChange)] = []
    /// The forgotten connections, whose earlier changes must be dropped.
    package let forgotten: [ConnectionID]
    /// The markers of connections whose documents begin (true) or stop (false) to wait for a topic.
    package let owed: [(stateKey: StateKey, isOwed: Bool)]

    private struct Group: Hashable {
        let connection: ConnectionID
        let cause: DocumentChange.Cause
    }

    /// Lists the changes of an outcome by connection and cause; `topics` tell whose documents a topic has.
    package init(_ outcome: Outcome, topics: TopicNames, atMilliseconds time: Int64) {
        timeMilliseconds = time
        forgotten = outcome.forgotten
        // Markers of connections are rare, and belong to the partition.
        owed = outcome.changes.lazy.filter { $0.connection == .ofPartition && $0.stateKey.kind == .owed }
            .map { (stateKey: $0.stateKey, isOwed: $0.value != nil) }
        let gone = Set(outcome.forgotten)
        var indices: [Group: Int] = [:]
        var last: [ConnectionID: Int] = [:]
        var topic: (name: String, purpose: TopicPurpose?) = ("", nil)
        for record in outcome.records {
            guard let key = record.key else { continue }
            switch record.kind {
            case .document:
                if topic.name != record.topic { topic = (record.topic, topics.purpose(of: record.topic)) }
                guard case .documents(nil, let owner) = topic.purpose, let place = Self.place(key, owner) else {
                    continue
                }
                // Of a forgotten connection, only what it sent after its erasure is kept.
                if record.value == nil, gone.contains(place.connection) { continue }
                let index = index(Group(connection: place.connection, cause: Self.cause(record)), &indices)
                changes[index].change.add(place.id, isDeletion: record.value == nil)
                last[place.connection] = index
            case .job:
                guard let connection = ConnectionID(key) else { continue }
                // The jobs of an erasure are forgotten too.
                if last[connection] == nil, gone.contains(connection) { continue }
                let index = last[connection] ?? index(Group(connection: connection, cause: .unknown), &indices)
                changes[index].change.jobs += 1
                last[connection] = index
            case .deadLetter: continue
            }
        }
    }

    private mutating func index(_ group: Group, _ indices: inout [Group: Int]) -> Int {
        if let known = indices[group] { return known }
        indices[group] = changes.count
        changes.append((group.connection, DocumentChange(group.cause, atMilliseconds: timeMilliseconds)))
        return changes.count - 1
    }

    /// Returns the connection and the document id in the key of a document's record.
    private static func place(
        _ key: [UInt8],
        _ owner: DocumentOwner
    ) -> (connection: ConnectionID, id: ArraySlice<UInt8>)? {
        // Later parts have a number sign after the id.
        let id = key.prefix { $0 != UInt8(ascii: "#") }
        if case .connection(let name) = owner { return ConnectionID(Array(name.utf8)).map { ($0, id) } }
        guard let slash = id.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return ConnectionID(Array(id[..<slash])).map { ($0, id[(slash + 1)...]) }
    }

    private static func cause(_ record: OutputRecord) -> DocumentChange.Cause {
        for header in record.headers where header.name == "fork-upload" { return .upload(header.value) }
        return .rules
    }
}
