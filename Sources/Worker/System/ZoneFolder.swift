import Glibc
import Observation
package import Vocabulary

/// The folder of time zone files.
package struct ZoneFolder: Sendable {
    /// Usual names of time zones; a folder that has at least one of them is accepted.
    package static let usual = ["Europe/Vilnius", "America/New_York", "Australia/Lord_Howe", "Asia/Calcutta"]
    /// The largest depth of a zone name, such as `America/Argentina/Ushuaia`.
    private static let deepest = 3

    package let path: String

    /// Uses the folder in `TZDIR`, or the system's folder if the variable is unset or empty, as the C library does.
    package init(environment: [String: String]) {
        let named = environment["TZDIR"] ?? ""
        path = named.isEmpty ? "/usr/share/zoneinfo" : named
    }

    /// A function that reads a file in the folder by its name.
    package var read: @Sendable (String) -> [UInt8]? { FileBytes.zoneReader(directory: path) }

    /// Returns the time zones of the folder.
    ///
    /// - Throws: An error if no zone can be read, because every document would then be wrong.
    package func table() throws(StartError) -> ZoneTable {
        let table = ZoneTable(read: read)
        if Self.usual.contains(where: { table.zone($0) != nil }) { return table }
        guard hasZone(in: "", table, depth: 1) else {
            throw StartError(
                "no zone file can be read in \(path), so local days are unknown: install the package tzdata, or set "
                    + "TZDIR to a folder of compiled zone files",
                code: .timeZonesMissing
            )
        }
        return table
    }

    /// Whether this folder or one below it has a zone.
    private func hasZone(in folder: String, _ table: ZoneTable, depth: Int) -> Bool {
        let entries = (try? PrivateFolder.names(in: "\(path)/\(folder)")) ?? []
        return entries.sorted().contains { entry in
            let name = folder.isEmpty ? entry : "\(folder)/\(entry)"
            // `UTC` needs no file, so it proves nothing.
            if name != "UTC", table.zone(name) != nil { return true }
            return depth < Self.deepest && hasZone(in: name, table, depth: depth + 1)
        }
    }
}
