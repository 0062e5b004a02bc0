import Synchronization

/// The zones by name, each read once.
///
/// One for all lanes. Names come from outside, hence misses are remembered too and the table is bounded: when full it
/// forgets everything.
package final class ZoneTable: Sendable {
    /// How many names are remembered, found or not.
    package static let capacity = 4096

    private let read: @Sendable (String) -> [UInt8]?
    private let database: ZoneNames?
    private let known = Mutex(Known())

    private struct Known {
        var names = NameTable(capacity: 64)
        var zones: [Zone?] = []
    }

    /// Makes a table over a reader of the files in the zoneinfo folder.
    ///
    /// The reader is given a name relative to that folder (`Europe/Vilnius`) and answers nil for a file that is not
    /// there; it is asked for `tzdata.zi` now, for zones when they are needed.
    package init(read: @escaping @Sendable (String) -> [UInt8]?) {
        self.read = read
        database = read("tzdata.zi").flatMap(ZoneNames.init)
    }

    /// How many names are remembered.
    package var count: Int { known.withLock { $0.zones.count } }

    /// The zone of a name of IANA's database, old ones too; nil if there is none.
    ///
    /// Case counts. `UTC` needs no file.
    package func zone(_ name: UnsafeRawBufferPointer) -> Zone? {
        known.withLock { known in
            if let index = unsafe known.names.index(of: name) { return known.zones[index] }
            // No zone has such a name, and remembering it would cost memory.
            guard name.count <= 64 else { return nil }
            if known.zones.count >= Self.capacity {
                known.names.removeAll()
                known.zones.removeAll(keepingCapacity: true)
            }
            let zone = load(unsafe String(decoding: name, as: UTF8.self))
            known.zones.append(zone)
            unsafe known.names.insert(name)
            return zone
        }
    }

    /// The zone of a name given as a string.
    package func zone(_ name: String) -> Zone? {
        var name = name
        return name.withUTF8 { unsafe zone(UnsafeRawBufferPointer($0)) }
    }

    private func load(_ name: String) -> Zone? {
        if name == "UTC" { return Zone.utc }
        guard ZoneNames.isWellFormed(name) else { return nil }
        let files = database?.files(name) ?? (ZoneNames.isForeign(name) ? [] : [name])
        for file in files {
            guard let bytes = read(file), let zone = try? Zone(name: name, tzif: bytes) else { continue }
            return zone
        }
        return nil
    }
}
