import Glibc
import Store

/// What can be seen of a state directory by whoever only looks.
package struct FolderView: Sendable {
    /// What lies at the path.
    package enum Entry: Equatable, Sendable {
        case folder
        /// Nothing yet: it would be made, where that is possible.
        case nothing(canBeMade: Bool)
        case noFolder
        /// Another user's, by number.
        case foreign(UInt32)
        case unreadable(String)
    }

    /// Who has locked it.
    package enum Lock: Equatable, Sendable {
        case free
        /// A process of this machine.
        case held
        /// A link, which no worker follows.
        case link
    }

    /// What the store in it is laid out like.
    package enum Layout: Equatable, Sendable {
        case none
        /// As this program lays it out.
        case own
        case other(String)
    }

    package let path: String
    package let entry: Entry
    package let isWritable: Bool
    package let lock: Lock
    package let freeBytes: Int?
    /// The kind of file system, by the system's name, such as `ext4`.
    package let fileSystem: String?
    package let layout: Layout

    /// What was seen, for whoever has not looked.
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

    /// Looks; makes, locks and writes nothing.
    package init(lookingAt path: String) {
        let entry = Self.entry(path)
        // What is to be made will lie where the folder above it is.
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

    /// The nearest folder above a path that is there.
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

    /// The kind of the file system that a path without links lies on, by what `/proc/self/mountinfo` says.
    package static func fileSystem(of path: String, mounts: String) -> String? {
        var best: (length: Int, kind: String)?
        for line in mounts.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count > 4, let dash = parts.lastIndex(of: "-"), dash + 1 < parts.count else { continue }
            // A blank stands there as its number.
            let place = parts[4].split(separator: "\\040", omittingEmptySubsequences: false).joined(separator: " ")
            guard place == "/" || path == place || path.hasPrefix(place + "/") else { continue }
            // Of two mounts at one place the later one is seen.
            if place.utf8.count >= best?.length ?? 0 { best = (place.utf8.count, String(parts[dash + 1])) }
        }
        return best?.kind
    }

    /// By the system's list: whoever locked it to try would for that moment keep a worker out.
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
