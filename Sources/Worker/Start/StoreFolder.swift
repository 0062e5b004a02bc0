import Glibc
import Observation

/// The private folder of the store; a temporary folder is deleted with this object.
final class StoreFolder {
    let path: String
    private let isTemporary: Bool

    /// Creates the folder if it does not exist.
    ///
    /// - Parameter path: A path in a private state directory, or nil for a new temporary folder.
    /// - Throws: An error if the folder cannot be created.
    init(_ path: String?) throws(StartError) {
        isTemporary = path == nil
        if let path {
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw StartError(
                    "the folder \(path) of the state cannot be created: \(systemReason())",
                    code: .directoryUnusable
                )
            }
            self.path = path
        } else {
            self.path = try PrivateFolder.makeTemporary("fork-worker")
        }
    }

    deinit {
        if isTemporary { PrivateFolder.remove(path) }
    }
}
