import SimulatedSystem

/// One database folder of the simulation.
///
/// There is no log of writes: what was not flushed when a process ends is gone, from some write on. A key stays in files after
/// its row is deleted, until what lies around it is written anew.
package final class SimulatedDisk {
    nonisolated(unsafe) private static var folders: [String: SimulatedDisk] = [:]

    /// What is in files.
    private var files = OrderedValues()
    /// The same, and what was written since.
    private var values = OrderedValues()
    private var unflushed: [[WriteBatch.Write]] = []
    /// Keys of rows that were deleted, as far as older files have them.
    private var remains = OrderedValues()

    /// Forgets all folders: a new history.
    package static func wipeAll() { folders = [:] }

    static func at(_ path: String) -> SimulatedDisk {
        if let known = folders[path] { return known }
        let made = SimulatedDisk()
        folders[path] = made
        return made
    }

    /// Somebody deletes a folder.
    package static func wipe(_ path: String) { folders[path] = nil }

    /// Somebody copies what is in a folder's files over another.
    package static func copy(_ path: String, to other: String) {
        let copy = SimulatedDisk()
        copy.files = at(path).files
        copy.remains = at(path).remains
        folders[other] = copy
    }

    /// Two folders change places.
    package static func swap(_ path: String, _ other: String) {
        let (one, two) = (folders[path], folders[other])
        folders[path] = two
        folders[other] = one
    }

    /// A process begins: of what the one before had not flushed, some had been by chance, in the order of writing.
    func open() {
        if !unflushed.isEmpty {
            let kept = unflushed.prefix(World.current.below(unflushed.count + 1))
            for writes in kept {
                noteDeleted(writes, of: files)
                files.take(writes)
            }
        }
        unflushed = []
        values = files
    }

    func write(_ writes: [WriteBatch.Write]) {
        values.take(writes)
        unflushed.append(writes)
        if World.current.below(40) == 0 { flush() }
    }

    func flush() {
        var before = files
        for writes in unflushed {
            noteDeleted(writes, of: before)
            before.take(writes)
        }
        files = values
        unflushed = []
    }

    /// A row that is deleted is in an older file, or in the one that also says that it is deleted.
    private func noteDeleted(_ writes: [WriteBatch.Write], of before: OrderedValues) {
        for write in writes {
            switch write {
            case .put: break
            case .delete(let key): if before.value(key) != nil { remains.take([.put(key, [])]) }
            case .deleteRange(let from, let end):
                remains.take(before.entries(from: from, before: end).map { .put($0.key, []) })
            }
        }
    }

    /// All between two keys is written anew: nothing is left of what was deleted there.
    func compact(from: [UInt8], before end: [UInt8]) { remains.take([.deleteRange(from: from, to: end)]) }

    /// Whether a folder's files have a key for which this holds, of rows that are there or were deleted.
    package static func holds(_ path: String, where isMeant: ([UInt8]) -> Bool) -> Bool {
        guard let disk = folders[path] else { return false }
        let all: [UInt8] = [.max]
        return [disk.values, disk.files, disk.remains].contains { values in
            values.entries(from: [], before: all).contains { isMeant($0.key) }
        }
    }

    func value(_ key: [UInt8]) -> [UInt8]? { values.value(key) }

    func entries(from: [UInt8], before end: [UInt8]) -> ArraySlice<(key: [UInt8], value: [UInt8])> {
        values.entries(from: from, before: end)
    }
}

/// Keys and values, ascending.
struct OrderedValues {
    private var pairs: [(key: [UInt8], value: [UInt8])] = []

    func value(_ key: [UInt8]) -> [UInt8]? {
        let index = first(notBelow: key)
        return index < pairs.count && pairs[index].key == key ? pairs[index].value : nil
    }

    func entries(from: [UInt8], before end: [UInt8]) -> ArraySlice<(key: [UInt8], value: [UInt8])> {
        let begin = first(notBelow: from)
        return pairs[begin..<max(begin, first(notBelow: end))]
    }

    mutating func take(_ writes: [WriteBatch.Write]) {
        for write in writes {
            switch write {
            case .put(let key, let value):
                let index = first(notBelow: key)
                if index < pairs.count, pairs[index].key == key {
                    pairs[index].value = value
                } else {
                    pairs.insert((key, value), at: index)
                }
            case .delete(let key):
                let index = first(notBelow: key)
                if index < pairs.count, pairs[index].key == key { pairs.remove(at: index) }
            case .deleteRange(let from, let to):
                let begin = first(notBelow: from)
                pairs.removeSubrange(begin..<max(begin, first(notBelow: to)))
            }
        }
    }

    private func first(notBelow key: [UInt8]) -> Int {
        var low = 0
        var high = pairs.count
        while low < high {
            let middle = (low + high) / 2
            if pairs[middle].key.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
