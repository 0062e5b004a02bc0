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
            self.path = try PrivateFolder.makeTemporary("fork-worker")
        }
    }

    deinit {
        if isTemporary { PrivateFolder.remove(path) }
    }
}
