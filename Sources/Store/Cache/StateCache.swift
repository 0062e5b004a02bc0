import Vocabulary

/// A cache of state of recently active connections, so that a phone's next upload need not read RocksDB again.
///
/// It caches whole groups of neighboring state keys: the summary and settings of a connection, the segments of a day,
/// the published documents of a day. Committed changes are applied to the cache. Only one thread may use the cache: the
/// lane whose stores share it.
package final class StateCache {
    /// The largest number of groups of one connection.
    ///
    /// A phone needs the groups of one or two days. A backfill of years reads no group twice.
    private static let groupsMax = 12
    /// The bytes of an entry in addition to its value: key, array header and rounding by the allocator.
    private static let entryBytes = 96
    private static let connectionBytes = 256

    /// The key of a cached connection.
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
    /// The connections that were recently not admitted to the cache, with the number of commits at that time.
    private var passed: [Owner: Int] = [:]
    /// The connections that were not admitted earlier, before `passed` was emptied.
    private var passedBefore: [Owner: Int] = [:]
    private var commits = 0
    private let maxBytes: Int
    /// The approximate number of cached bytes.
    package private(set) var bytes = 0
    private var random: UInt64 = 1

    package init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Returns all entries of a connection within a range, and reads and caches the missing ones.
    ///
    /// `read` returns nil if the store cannot be read.
    ///
    /// - Returns: The entries, ascending. Nil if a read failed.
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
            // Adjacent missing groups are read at once.
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

    /// Whether a connection that is not cached may be cached.
    ///
    /// When the cache is almost full, it admits only connections that were refused recently and are back. Otherwise, if
    /// more connections upload in turn than fit, each connection would be evicted before its next upload.
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

    /// Applies the changes of a commit.
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

    /// Evicts all connections of a partition, after its store was changed without `apply`.
    func removeAll(of partition: Int32) {
        for index in connections.indices.reversed() where connections[index].owner.partition == partition {
            remove(index)
        }
    }

    /// Evicts everything of a connection, including its id.
    func remove(_ connection: ConnectionID, of partition: Int32) {
        let owner = Owner(partition: partition, connection: connection)
        if let index = indices[owner] { remove(index) }
        passed[owner] = nil
        passedBefore[owner] = nil
    }

    /// Evicts connections until the cache is small enough.
    ///
    /// The choice is random. If all connections upload in turn and do not fit, evicting the least recently used
    /// connection would always evict the connection that is needed next.
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

    /// Splits entries that were read at once into their groups.
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

    /// Evicts the groups of a connection's oldest days until at most `groupsMax` groups are left.
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
