import Glibc

/// The folder of the store, its user's alone; a temporary one goes with its owner.
final class StoreFolder {
    let path: String
    private let isTemporary: Bool

    /// Makes the folder if it is not there.
    ///
    /// - Parameter path: Below a state directory that was closed to other users; nil: a new one among the temporary files.
    /// - Throws: A sentence when it cannot be made.
    init(_ path: String?) throws(StartError) {
        isTemporary = path == nil
        if let path {
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw StartError("the folder \(path) of the state cannot be made: \(systemReason())")
            }
            self.path = path
        } else {
            self.path = try Self.makeTemporary()
        }
    }

    deinit {
        guard isTemporary, let entries = unsafe opendir(path) else { return }
        while let entry = unsafe readdir(entries) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { unsafe unlink("\(path)/\(name)") }
        }
        unsafe closedir(entries)
        unsafe rmdir(path)
    }

    /// Under a name that nobody can have taken before, and open to nobody else.
    private static func makeTemporary() throws(StartError) -> String {
        let blank = String(repeating: "X", count: 6)
        var template = Array("/tmp/fork-worker-\(blank)".utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw StartError("no folder can be made in /tmp: \(systemReason())")
        }
        return unsafe String(cString: made)
    }
}
