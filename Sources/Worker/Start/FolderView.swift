import Glibc
import Store

/// A read-only view of a state directory, for `doctor`.
package struct FolderView: Sendable {
    /// What exists at the path.
    package enum Entry: Equatable, Sendable {
        case folder
        /// Nothing exists at the path; `canBeMade` is true if the folder can be created.
        case nothing(canBeMade: Bool)
        case noFolder
        /// The folder belongs to this user id.
        case foreign(UInt32)
        case unreadable(String)
    }

    /// The state of the lock file.
    package enum Lock: Equatable, Sendable {
        case free
        /// A process on this machine holds the lock.
        case held
        /// The lock file is a link, so a worker refuses to open it.
        case link
    }

    /// The layout version of the store.
    package enum Layout: Equatable, Sendable {
        case none
        /// The store has the layout of this program.
        case own
        case other(String)
    }

    package let path: String
    package let entry: Entry
    package let isWritable: Bool
    package let lock: Lock
    package let freeBytes: Int?
    /// The type of the file system, such as `ext4`.
    package let fileSystem: String?
    package let layout: Layout

    /// Creates a view from given values, for tests.
    package init(
        path: String,
        entry: Entry,
        isWritable: Bool = true,
        lock: Lock = .free,
        freeBytes: Int? = nil,
        fileSystem: String? = nil,
        layout: Layout = .none
    ) {
        self.path = path
        self.entry = entry
        self.isWritable = isWritable
        self.lock = lock
        self.freeBytes = freeBytes
        self.fileSystem = fileSystem
        self.layout = layout
    }

    /// Examines the path without creating, locking or writing anything.
    package init(lookingAt path: String) {
        let entry = Self.entry(path)
        // If the folder does not exist, it would be created on the file system of its parent.
        let place = entry == .folder ? path : Self.nearest(path)
        let lock = Self.lock("\(path)/lock")
        self.init(
            path: path,
            entry: entry,
            isWritable: unsafe access(place, W_OK | X_OK) == 0,
            lock: lock,
            freeBytes: DiskSpace().freeBytes(place),
            fileSystem: Self.fileSystem(place),
            layout: entry == .folder && lock != .held ? Self.layout("\(path)/store") : .none
        )
    }

    private static func entry(_ path: String) -> Entry {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else {
            guard errno == ENOENT else { return .unreadable(systemReason()) }
            return .nothing(canBeMade: unsafe access(nearest(path), W_OK | X_OK) == 0)
        }
        guard found.st_mode & S_IFMT == S_IFDIR else { return .noFolder }
        return found.st_uid == geteuid() ? .folder : .foreign(found.st_uid)
    }

    /// Returns the nearest existing parent folder of a path.
    private static func nearest(_ path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        while parts.count > 1 {
            parts.removeLast()
            let above = parts.joined(separator: "/")
            let folder = above.isEmpty ? "/" : above
            if unsafe access(folder, F_OK) == 0 { return folder }
        }
        return "."
    }

    private static func fileSystem(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        let mounts = FileBytes.read("/proc/self/mountinfo", longest: 16 << 20) ?? []
        return fileSystem(of: unsafe String(cString: real), mounts: String(decoding: mounts, as: UTF8.self))
    }

    /// Returns the file system type of a path without links, from the text of `/proc/self/mountinfo`.
    package static func fileSystem(of path: String, mounts: String) -> String? {
        var best: (length: Int, kind: String)?
        for line in mounts.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count > 4, let dash = parts.lastIndex(of: "-"), dash + 1 < parts.count else { continue }
            // In this file, `\040` stands for a space.
            let place = parts[4].split(separator: "\\040", omittingEmptySubsequences: false).joined(separator: " ")
            guard place == "/" || path == place || path.hasPrefix(place + "/") else { continue }
            // If two mounts have the same path, the later one is visible.
            if place.utf8.count >= best?.length ?? 0 { best = (place.utf8.count, String(parts[dash + 1])) }
        }
        return best?.kind
    }

    /// Reads the system's list of locks, because taking the lock would keep a worker from starting.
    private static func lock(_ path: String) -> Lock {
        var found = stat()
        guard unsafe lstat(path, &found) == 0 else { return .free }
        if found.st_mode & S_IFMT == S_IFLNK { return .link }
        let locks = FileBytes.read("/proc/locks", longest: 16 << 20) ?? []
        let inode = Array(":\(found.st_ino) ".utf8)
        let isHeld = locks.split(separator: UInt8(ascii: "\n")).contains { line in
            let text = String(decoding: line, as: UTF8.self)
            return text.contains("FLOCK") && text.contains(String(decoding: inode, as: UTF8.self))
        }
        return isHeld ? .held : .free
    }

    private static func layout(_ path: String) -> Layout {
        guard unsafe access("\(path)/CURRENT", F_OK) == 0 else { return .none }
        do throws(StoreError) {
            try Database.checkLayout(path: path)
            return .own
        } catch {
            return .other(error.description)
        }
    }
}
