import Glibc

/// Measures the free space of the store's disk.
///
/// The free space is checked before every write. If a disk fills up during a write, a RocksDB that was built with
/// assertions, such as Debian's, aborts the process.
package struct DiskSpace: Sendable {
    /// Returns the free bytes at a path; nil if unknown.
    package let freeBytes: @Sendable (String) -> Int?

    /// Creates a measurement by the system, or by the given function in tests.
    package init(freeBytes: (@Sendable (String) -> Int?)? = nil) {
        self.freeBytes = freeBytes ?? Self.systemFreeBytes
    }

    /// Throws if fewer than `bytes` bytes are free.
    ///
    /// If the directory does not exist yet, its parent directory is measured.
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
