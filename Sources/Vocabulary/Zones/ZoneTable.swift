import Synchronization

/// A cache of time zones by name; each file is read once.
///
/// All threads share one table. Names come from outside, so unknown names are cached too.
package final class ZoneTable: Sendable {
    private let read: @Sendable (String) -> [UInt8]?
    private let known = Mutex(Known())

    /// The zones that were looked up, and the names of all zones.
    private struct Known {
        var zones = NameCache<Zone?>()
        /// The names that `tzdata.zi` contains; nil without this file.
        var names: ZoneNames?
        var areNamesRead = false
    }

    /// Creates a table that reads files through a closure.
    ///
    /// - Parameter read: Returns the bytes of a file, given its name within the zoneinfo folder (`Europe/Vilnius`), or
    ///   nil if the file does not exist. The first lookup reads `tzdata.zi`. A zone is read when it is first needed.
    package init(read: @escaping @Sendable (String) -> [UInt8]?) { self.read = read }

    /// Returns the zone of an IANA name, including old names, or of a fixed offset; nil if unknown.
    ///
    /// Names are case-sensitive. `UTC` and offsets need no file.
    package func zone(_ name: UnsafeRawBufferPointer) -> Zone? {
        // No zone has a longer name, and caching such names would waste memory.
        guard name.count <= 64 else { return nil }
        return known.withLock { known in
            if !known.areNamesRead {
                known.names = read("tzdata.zi").flatMap(ZoneNames.init)
                known.areNamesRead = true
            }
            let names = known.names
            let index = unsafe known.zones.index(of: name) {
                load(unsafe String(decoding: name, as: UTF8.self), names)
            }
            return known.zones[index]
        }
    }

    /// Returns the zone of a name; nil if unknown.
    package func zone(_ name: String) -> Zone? {
        var name = name
        return name.withUTF8 { unsafe zone(UnsafeRawBufferPointer($0)) }
    }

    private func load(_ name: String, _ names: ZoneNames?) -> Zone? {
        if name == "UTC" { return Zone.utc }
        return named(name, names) ?? FixedOffset(name).map(Zone.init)
    }

    private func named(_ name: String, _ names: ZoneNames?) -> Zone? {
        guard ZoneNames.isWellFormed(name) else { return nil }
        let files = names?.files(name) ?? (ZoneNames.isForeign(name) ? [] : [name])
        for file in files {
            guard let bytes = read(file), let zone = try? Zone(name: name, tzif: bytes) else { continue }
            return zone
        }
        return nil
    }
}
