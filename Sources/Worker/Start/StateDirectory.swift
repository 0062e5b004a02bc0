import Glibc
import Observation

/// The folder of a worker's local state and name, which only one process and one user can use.
package struct StateDirectory: ~Copyable {
    /// The worker's name in the group, created once.
    package let instanceID: String
    private let lock: Int32

    /// Creates the folder if needed, makes it private, locks it, and reads or creates the name.
    ///
    /// - Parameter path: An absolute path, or a path relative to the working directory.
    /// - Throws: An error if the folder cannot be used, belongs to another process or user, or contains a link.
    package init(_ path: String) throws(StartError) {
        guard Self.makeDirectory(path) else {
            throw StartError(
                "the state directory \(path) cannot be created: \(systemReason())",
                isUsage: true,
                code: .directoryUnusable
            )
        }
        try PrivateFolder.close(path)
        let lock = unsafe open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else {
            let reason = errno == ELOOP ? "its lock is a link" : systemReason()
            throw StartError(
                "the state directory \(path) cannot be written to: \(reason)",
                isUsage: true,
                code: .directoryUnusable
            )
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let reason = systemReason()
            Glibc.close(lock)
            throw StartError(
                isTaken
                    ? "the state directory \(path) is in use by another process: give each its own --state-directory"
                    : "the state directory \(path) cannot be locked: \(reason)",
                code: isTaken ? .directoryInUse : .directoryUnusable
            )
        }
        do throws(StartError) {
            try PrivateFolder.closeContents(of: path)
            instanceID = try Self.instanceID(in: path)
            self.lock = lock
        } catch {
            Glibc.close(lock)
            throw error
        }
    }

    deinit {
        // Closing the file releases the lock.
        Glibc.close(lock)
    }

    private static func makeDirectory(_ path: String) -> Bool {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty || made == "/" ? "" : "/") + part
            if unsafe mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR { return false }
        }
        var found = stat()
        // If the path is not a folder, `PrivateFolder.close` throws the error.
        if unsafe stat(path, &found) == 0, found.st_mode & S_IFMT != S_IFDIR { return true }
        return unsafe access(path, W_OK | X_OK) == 0
    }

    private static func instanceID(in path: String) throws(StartError) -> String {
        let file = "\(path)/instance-id"
        if let bytes = FileBytes.read(file, longest: 4_096) {
            let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            guard !text.isEmpty, text.utf8.count <= 240, text.utf8.allSatisfy(isNameByte) else {
                throw StartError(
                    "\(file) does not hold an instance id: delete it, and a new one is made",
                    code: .directoryUnusable
                )
            }
            return text
        }
        let made = InstanceName.of(path)
        guard write(made + "\n", to: file, by: "\(path)/instance-id.new") else {
            throw StartError("\(file) cannot be written: \(systemReason())", isUsage: true, code: .directoryUnusable)
        }
        return made
    }

    /// Writes a file atomically.
    private static func write(_ text: String, to file: String, by temporary: String) -> Bool {
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        let bytes = Array(text.utf8)
        let count = unsafe Glibc.write(descriptor, bytes, bytes.count)
        let isSafe = count == bytes.count && fsync(descriptor) == 0
        guard Glibc.close(descriptor) == 0, isSafe else { return false }
        return unsafe rename(temporary, file) == 0
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
