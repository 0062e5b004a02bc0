import Health

/// What the state has of connections that uploaded lately, as their last commits left it: what a phone's next upload needs
/// need not be searched in RocksDB again.
///
/// It keeps whole groups of state keys, as they are asked for: what is known of a connection as a whole, the segments of a
/// day, the published documents of a day. Used by one thread, the lane whose partitions' stores share it.
package final class StateCache {
    /// Of one connection so many groups at most: a phone needs those of a day or two, a backfill of years none twice.
    private static let groupsMax = 12
    /// What an entry takes beside its value: its key, the header of an array, and what an allocator rounds up.
    private static let entryBytes = 96
    private static let connectionBytes = 256

    /// Whose state it is.
    private struct Owner: Hashable {
        let partition: Int32
        let connection: ConnectionID
    }

    private struct Group {
        let id: StateGroup
        var entries: StateEntries
        var bytes: Int
    }

    private struct Connection {
        let owner: Owner
        var groups: [Group] = []
    }

    private var connections: [Connection] = []
    private var indices: [Owner: Int] = [:]
    /// Whom it had no room for lately, and in which commit.
    private var passed: [Owner: Int] = [:]
    /// The same of those before them.
    private var passedBefore: [Owner: Int] = [:]
    /// How many commits there were.
    private var commits = 0
    private let maxBytes: Int
    /// About how many bytes it takes.
    package private(set) var bytes = 0
    private var random: UInt64 = 1

    /// An empty cache that takes so many bytes at most.
    package init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// All that a connection holds within a range; what of it is not here is read, and kept.
    ///
    /// - Parameters:
    ///   - range: From which state key to which.
    ///   - connection: Whose.
    ///   - partition: Of which partition.
    ///   - read: What the store has in a range; nil where that can't be relied on.
    /// - Returns: The entries, ascending; nil where the store can't be relied on.
    func entries(
        in range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ partition: Int32,
        read: (ClosedRange<StateKey>) -> StateEntries?
    ) -> StateEntries? {
        guard let asked = StateGroup.groups(in: range) else { return read(range) }
        let owner = Owner(partition: partition, connection: connection)
        let index = indices[owner]
        if asked.count == 1, let index, let place = find(asked[0], index) {
            return connections[index].groups[place].entries
        }
        let isKept = index != nil || admits(owner)
        var all = StateEntries()
        var found: [Group] = []
        var rest = asked[...]
        while let next = rest.first {
            if let index, let place = find(next, index) {
                all.append(connections[index].groups[place].entries.entries)
                rest.removeFirst()
                continue
            }
            // What is missing side by side is one look into the store.
            let missing = rest.prefix { id in index.flatMap { find(id, $0) } == nil }
            guard let read = read(next.range.lowerBound...missing[missing.endIndex - 1].range.upperBound) else {
                return nil
            }
            all.append(read.entries)
            if isKept { found += Self.parted(read, missing) }
            rest = rest.dropFirst(missing.count)
        }
        if isKept { keep(found, of: owner) }
        return all
    }

    /// Whether what a connection has is to be kept, of which nothing is.
    ///
    /// Once there is no room left, only that of those who come again soon: after fewer others than it has connections. Where more
    /// upload in turn than there is room for, whoever is let in would be gone when he comes again; so those who are here stay,
    /// and the others cost nothing.
    private func admits(_ owner: Owner) -> Bool {
        guard bytes > maxBytes - maxBytes / 8 else { return true }
        if let commit = passed[owner] ?? passedBefore[owner] { return commit != commits }
        if passed.count > connections.count / 2 {
            passedBefore = passed
            passed.removeAll(keepingCapacity: true)
        }
        passed[owner] = commits
        return false
    }

    /// Takes over what a commit has changed.
    func apply(_ changes: [StateChange], _ partition: Int32) {
        commits += 1
        for change in changes {
            let owner = Owner(partition: partition, connection: change.connection)
            guard let index = indices[owner], let place = find(StateGroup(change.stateKey), index) else { continue }
            let before = connections[index].groups[place].entries.entry(at: change.stateKey)
            connections[index].groups[place].entries.put(change.value, at: change.stateKey)
            let after = connections[index].groups[place].entries.entry(at: change.stateKey)
            let grown = (after.map(Self.bytes) ?? 0) - (before.map(Self.bytes) ?? 0)
            connections[index].groups[place].bytes += grown
            bytes += grown
        }
        shrink()
    }

    /// Lets go of all that it has of a partition, whose store has been changed by others.
    func removeAll(of partition: Int32) {
        for index in connections.indices.reversed() where connections[index].owner.partition == partition {
            remove(index)
        }
    }

    /// Lets go of all that it has of a connection, its id included.
    func remove(_ connection: ConnectionID, of partition: Int32) {
        let owner = Owner(partition: partition, connection: connection)
        if let index = indices[owner] { remove(index) }
        passed[owner] = nil
        passedBefore[owner] = nil
    }

    /// Lets go of connections until it is small enough.
    ///
    /// By chance: where all connections upload in turn, and are too many, whoever is let go for having waited longest would
    /// always be the next to come.
    private func shrink() {
        while bytes > maxBytes, !connections.isEmpty {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            remove(Int(random % UInt64(connections.count)))
        }
    }

    private func remove(_ index: Int) {
        let connection = connections[index]
        bytes -= Self.connectionBytes + connection.groups.reduce(0) { $0 + $1.bytes }
        indices[connection.owner] = nil
        let last = connections.removeLast()
        if index < connections.count {
            connections[index] = last
            indices[last.owner] = index
        }
    }

    private func find(_ id: StateGroup, _ index: Int) -> Int? {
        connections[index].groups.firstIndex { $0.id == id }
    }

    /// What was read of some groups that follow each other, each by itself.
    private static func parted(_ read: StateEntries, _ ids: ArraySlice<StateGroup>) -> [Group] {
        var rest = read.entries[...]
        return ids.map { id in
            let own = rest.prefix { StateGroup($0.stateKey) == id }
            rest = rest.dropFirst(own.count)
            var entries = StateEntries()
            entries.append(own)
            return Group(id: id, entries: entries, bytes: own.reduce(entryBytes) { $0 + bytes($1) })
        }
    }

    private func keep(_ groups: [Group], of owner: Owner) {
        let index = indices[owner] ?? connections.count
        if index == connections.count {
            indices[owner] = index
            connections.append(Connection(owner: owner))
            bytes += Self.connectionBytes
        }
        connections[index].groups += groups
        bytes += groups.reduce(0) { $0 + $1.bytes }
        forgetOldest(index)
        shrink()
    }

    /// Of many days a connection keeps the newest.
    private func forgetOldest(_ index: Int) {
        while connections[index].groups.count > Self.groupsMax,
            let place = connections[index].groups.indices.min(by: {
                connections[index].groups[$0].id.day < connections[index].groups[$1].id.day
            })
        {
            bytes -= connections[index].groups.remove(at: place).bytes
        }
    }

    private static func bytes(_ entry: StateEntries.Entry) -> Int { entryBytes + (entry.value?.count ?? 0) }
}
