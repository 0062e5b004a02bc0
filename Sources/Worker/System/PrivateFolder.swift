import Glibc

/// A folder that only the worker's user may look into, since samples lie there as they came.
package enum PrivateFolder {
    private static let onlyOwner: mode_t = 0o700
    private static let permissions: mode_t = 0o7777

    /// Has every file that the process makes from now on be its user's alone, those that libraries make too.
    ///
    /// Call it before there is any thread: files that one is just making would not be covered.
    package static func becomeOnlyReader() { umask(0o077) }

    /// Takes the folder for this user alone, also where it was open to others.
    ///
    /// - Throws: A sentence when it is another user's, no folder, or lies on a file system that keeps no permissions.
    static func close(_ path: String) throws(StartError) {
        let found = try entry(path)
        if isLink(found), found.st_uid != geteuid() {
            throw StartError(
                "\(path) is a link that user \(found.st_uid) has made: name the folder itself",
                isUsage: true
            )
        }
        var folder = stat()
        guard unsafe stat(path, &folder) == 0 else { throw unreadable(path) }
        guard folder.st_mode & S_IFMT == S_IFDIR else { throw StartError("\(path) is not a folder", isUsage: true) }
        try checkOwner(folder, path)
        try narrow(folder, path)
        guard unsafe stat(path, &folder) == 0 else { throw unreadable(path) }
        guard folder.st_mode & permissions == onlyOwner else {
            throw StartError(
                "\(path) stays open to other users: its file system keeps no permissions, and samples would lie open "
                    + "there; choose a folder on one that does",
                isUsage: true
            )
        }
    }

    /// The same for all that is in a folder which is closed already, so that nobody else changes it meanwhile.
    ///
    /// - Throws: A sentence that names what is another user's, a link, or neither file nor folder.
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
                        isUsage: true
                    )
                default:
                    throw StartError(
                        "\(path) is neither a file nor a folder: it is not the worker's",
                        isUsage: true
                    )
                }
                try narrow(found, path)
            }
        }
    }

    /// A new folder under a name that nobody can have taken before, and open to nobody else.
    ///
    /// - Parameters:
    ///   - name: what the name begins with.
    ///   - parent: where temporary files are.
    /// - Returns: its path.
    /// - Throws: A sentence when it cannot be made.
    package static func makeTemporary(_ name: String, in parent: String = "/tmp") throws(StartError) -> String {
        let blank = String(repeating: "X", count: 6)
        var template = Array("\(parent)/\(name)-\(blank)".utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw StartError("no folder can be made in \(parent): \(systemReason())")
        }
        return unsafe String(cString: made)
    }

    /// Deletes a folder with all that is in it; links themselves, not what they lead to.
    package static func remove(_ path: String) {
        for name in (try? names(in: path)) ?? [] {
            let entry = "\(path)/\(name)"
            if unsafe unlink(entry) != 0, errno == EISDIR { remove(entry) }
        }
        unsafe rmdir(path)
    }

    /// Takes from a file or folder what others may do with it; its own user's rights stay.
    private static func narrow(_ found: stat, _ path: String) throws(StartError) {
        let isFolder = found.st_mode & S_IFMT == S_IFDIR
        let wanted = isFolder ? onlyOwner : found.st_mode & onlyOwner
        guard found.st_mode & permissions != wanted, unsafe chmod(path, wanted) != 0 else { return }
        let reason = systemReason()
        throw StartError("\(path) is open to other users and cannot be closed: \(reason)", isUsage: true)
    }

    private static func checkOwner(_ found: stat, _ path: String) throws(StartError) {
        guard found.st_uid != geteuid() else { return }
        throw StartError(
            "\(path) belongs to user \(found.st_uid), and the worker runs as user \(geteuid()): "
                + "give it a state directory of its own, or this one to its user (chown -R)",
            isUsage: true
        )
    }

    /// What lies there, be it a link.
    private static func entry(_ path: String) throws(StartError) -> stat {
        var found = stat()
        guard unsafe lstat(path, &found) == 0 else { throw unreadable(path) }
        return found
    }

    private static func isLink(_ found: stat) -> Bool { found.st_mode & S_IFMT == S_IFLNK }

    private static func unreadable(_ path: String) -> StartError {
        StartError("\(path) cannot be looked at: \(systemReason())", isUsage: true)
    }

    /// What is in a folder, by name.
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

/// The system's words for what just went wrong.
func systemReason() -> String { unsafe String(cString: strerror(errno)) }
