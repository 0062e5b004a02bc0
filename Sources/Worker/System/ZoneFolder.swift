import Glibc
package import Health

/// The folder of zone files, without which no local day can be told.
package struct ZoneFolder: Sendable {
    /// Zones of both halves of the year and an old name: a folder that has these has all.
    package static let usual = ["Europe/Vilnius", "America/New_York", "Australia/Lord_Howe", "Asia/Calcutta"]
    /// Names are at most so deep, as `America/Argentina/Ushuaia` is.
    private static let deepest = 3

    package let path: String

    /// The folder that the environment names, or the system's; an empty variable counts as none, as for the C library.
    package init(environment: [String: String]) {
        let named = environment["TZDIR"] ?? ""
        path = named.isEmpty ? "/usr/share/zoneinfo" : named
    }

    /// The bytes of a file in the folder, by its name in there.
    package var read: @Sendable (String) -> [UInt8]? { FileBytes.zoneReader(directory: path) }

    /// The zones of the folder.
    ///
    /// - Throws: A sentence when not a single zone can be read, since every document would then be a wrong one.
    package func table() throws(StartError) -> ZoneTable {
        let table = ZoneTable(read: read)
        if Self.usual.contains(where: { table.zone($0) != nil }) { return table }
        guard hasZone(in: "", table, depth: 1) else {
            throw StartError(
                "no zone file can be read in \(path), so local days are unknown: install the package tzdata, or set "
                    + "TZDIR to a folder of compiled zone files"
            )
        }
        return table
    }

    /// Whether a folder below this one has any zone at all.
    private func hasZone(in folder: String, _ table: ZoneTable, depth: Int) -> Bool {
        let entries = (try? PrivateFolder.names(in: "\(path)/\(folder)")) ?? []
        return entries.sorted().contains { entry in
            let name = folder.isEmpty ? entry : "\(folder)/\(entry)"
            // `UTC` needs no file, so its file shows nothing.
            if name != "UTC", table.zone(name) != nil { return true }
            return depth < Self.deepest && hasZone(in: name, table, depth: depth + 1)
        }
    }
}
