import Glibc
import Observation

/// Folders that only the worker's user can read, because they contain samples.
package enum PrivateFolder {
    private static let onlyOwner: mode_t = 0o700
    private static let permissions: mode_t = 0o7777

    /// Makes every file that the process and its libraries create readable only by their user.
    ///
    /// Call this before any thread starts. A file that another thread is just creating would not be covered.
    package static func becomeOnlyReader() { umask(0o077) }

    /// Removes the permissions of other users from a folder.
    ///
    /// - Throws: An error if the path belongs to another user, is not a folder, or is on a file system without
    ///   permissions.
    static func close(_ path: String) throws(StartError) {
        let found = try entry(path)
        if isLink(found), found.st_uid != geteuid() {
            throw StartError(
                "\(path) is a link that user \(found.st_uid) has made: name the folder itself",
                isUsage: true,
                code: .directoryUnusable
            )
        }
        var folder = stat()
        guard unsafe stat(path, &folder) == 0 else { throw unreadable(path) }
        guard folder.st_mode & S_IFMT == S_IFDIR else {
            throw StartError("\(path) is not a folder", isUsage: true, code: .directoryUnusable)
        }
        try checkOwner(folder, path)
        try narrow(folder, path)
        guard unsafe stat(path, &folder) == 0 else { throw unreadable(path) }
        guard folder.st_mode & permissions == onlyOwner else {
            throw StartError(
                "\(path) stays open to other users: its file system keeps no permissions, and other users could read "
                    + "samples; choose a folder on one that does",
                isUsage: true,
                code: .directoryUnusable
            )
        }
    }

    /// Removes the permissions of other users from everything in a folder.
    ///
    /// The folder itself must already be private, so that other users cannot change its content meanwhile.
    ///
    /// - Throws: An error if an entry belongs to another user, is a link, or is neither a file nor a folder.
    static func closeContents(of path: String) throws(StartError) {
        var open = [path]
        while let folder = open.popLast() {
            for name in try names(in: folder) {
                let path = "\(folder)/\(name)"
                let found = try entry(path)
                try checkOwner(found, path)
                switch found.st_mode & S_IFMT {
                case S_IFDIR: open.append(path)
                case S_IFREG: break
                case S_IFLNK:
                    throw StartError(
                        "\(path) is a link: nothing in the state directory may lead elsewhere; put the folder itself "
                            + "where there is room",
                        isUsage: true,
                        code: .directoryUnusable
                    )
                default:
                    throw StartError(
                        "\(path) is neither a file nor a folder: it is not the worker's",
                        isUsage: true,
                        code: .directoryUnusable
                    )
                }
                try narrow(found, path)
            }
        }
    }

    /// Creates a private folder whose name is `name` with a random ending.
    ///
    /// - Returns: The path of the new folder.
    /// - Throws: An error if the folder cannot be created.
    package static func makeTemporary(_ name: String, in parent: String = "/tmp") throws(StartError) -> String {
        let blank = String(repeating: "X", count: 6)
        var template = Array("\(parent)/\(name)-\(blank)".utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw StartError("no folder can be made in \(parent): \(systemReason())", code: .directoryUnusable)
        }
        return unsafe String(cString: made)
    }

    /// Deletes a folder and its content, but not the targets of links.
    package static func remove(_ path: String) {
        for name in (try? names(in: path)) ?? [] {
            let entry = "\(path)/\(name)"
            if unsafe unlink(entry) != 0, errno == EISDIR { remove(entry) }
        }
        unsafe rmdir(path)
    }

    /// Removes the permissions of other users from a file or folder.
    private static func narrow(_ found: stat, _ path: String) throws(StartError) {
        let isFolder = found.st_mode & S_IFMT == S_IFDIR
        let wanted = isFolder ? onlyOwner : found.st_mode & onlyOwner
        guard found.st_mode & permissions != wanted, unsafe chmod(path, wanted) != 0 else { return }
        let reason = systemReason()
        throw StartError(
            "\(path) is open to other users and cannot be closed: \(reason)",
            isUsage: true,
            code: .directoryUnusable
        )
    }

    private static func checkOwner(_ found: stat, _ path: String) throws(StartError) {
        guard found.st_uid != geteuid() else { return }
        throw StartError(
            "\(path) belongs to user \(found.st_uid), and the worker runs as user \(geteuid()): "
                + "give it a state directory of its own, or this one to its user (chown -R)",
            isUsage: true,
            code: .directoryUnusable
        )
    }

    /// Returns the status of a path, without following a link.
    private static func entry(_ path: String) throws(StartError) -> stat {
        var found = stat()
        guard unsafe lstat(path, &found) == 0 else { throw unreadable(path) }
        return found
    }

    private static func isLink(_ found: stat) -> Bool { found.st_mode & S_IFMT == S_IFLNK }

    private static func unreadable(_ path: String) -> StartError {
        StartError("\(path) cannot be looked at: \(systemReason())", isUsage: true, code: .directoryUnusable)
    }

    /// Returns the names of the entries in a folder.
    package static func names(in folder: String) throws(StartError) -> [String] {
        guard let entries = unsafe opendir(folder) else { throw unreadable(folder) }
        defer { unsafe closedir(entries) }
        var names: [String] = []
        while let entry = unsafe readdir(entries) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// Returns the system's text for the last error (`errno`).
func systemReason() -> String { unsafe String(cString: strerror(errno)) }
