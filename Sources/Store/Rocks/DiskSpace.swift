import Glibc

/// How much room the store's disk has left.
///
/// It is asked for before RocksDB writes: builds with assertions, as Debian's, abort the process when a disk fills up
/// under a write.
package struct DiskSpace: Sendable {
    /// Free bytes at a path, nil when nobody knows.
    package let freeBytes: @Sendable (String) -> Int?

    /// What the system says, unless a test has its own disk.
    package init(freeBytes: (@Sendable (String) -> Int?)? = nil) {
        self.freeBytes = freeBytes ?? Self.systemFreeBytes
    }

    /// Throws when less than so many bytes are left; a folder that is still to be made counts as the one that it will
    /// be in.
    func require(_ bytes: Int, at path: String) throws(StoreError) {
        guard let free = freeBytes(path) ?? freeBytes("\(path)/.."), free < bytes else { return }
        throw .diskFull(path: path, freeBytes: free, neededBytes: bytes)
    }

    @Sendable private static func systemFreeBytes(_ path: String) -> Int? {
        var found = statvfs()
        guard unsafe statvfs(path, &found) == 0 else { return nil }
        let (bytes, isTooMany) = UInt64(found.f_bavail).multipliedReportingOverflow(by: UInt64(found.f_frsize))
        return isTooMany ? .max : Int(clamping: bytes)
    }
}
