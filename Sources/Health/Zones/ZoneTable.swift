import Synchronization

/// The zones by name, each read once.
///
/// One for all lanes. Names come from outside, hence misses are remembered too.
package final class ZoneTable: Sendable {
    private let read: @Sendable (String) -> [UInt8]?
    private let database: ZoneNames?
    private let known = Mutex(NameCache<Zone?>())

    /// Makes a table over a reader of the files in the zoneinfo folder.
    ///
    /// The reader is given a name relative to that folder (`Europe/Vilnius`) and answers nil for a file that is not
    /// there; it is asked for `tzdata.zi` now, for zones when they are needed.
    package init(read: @escaping @Sendable (String) -> [UInt8]?) {
        self.read = read
        database = read("tzdata.zi").flatMap(ZoneNames.init)
    }

    /// The zone of a name of IANA's database, old ones too, or of a fixed offset; nil if there is none.
    ///
    /// Case counts. `UTC` and offsets need no file.
    package func zone(_ name: UnsafeRawBufferPointer) -> Zone? {
        // No zone has a longer name, and remembering it would cost memory.
        guard name.count <= 64 else { return nil }
        return known.withLock { known in
            let index = unsafe known.index(of: name) { load(unsafe String(decoding: name, as: UTF8.self)) }
            return known[index]
        }
    }

    /// The zone of a name given as a string.
    package func zone(_ name: String) -> Zone? {
        var name = name
        return name.withUTF8 { unsafe zone(UnsafeRawBufferPointer($0)) }
    }

    private func load(_ name: String) -> Zone? {
        if name == "UTC" { return Zone.utc }
        return named(name) ?? FixedOffset(name).map(Zone.init)
    }

    private func named(_ name: String) -> Zone? {
        guard ZoneNames.isWellFormed(name) else { return nil }
        let files = database?.files(name) ?? (ZoneNames.isForeign(name) ? [] : [name])
        for file in files {
            guard let bytes = read(file), let zone = try? Zone(name: name, tzif: bytes) else { continue }
            return zone
        }
        return nil
    }
}
