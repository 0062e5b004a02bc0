import Glibc

/// The folder of the store; a temporary one goes with its owner.
final class StoreFolder {
    let path: String
    private let isTemporary: Bool

    init(_ path: String?) {
        isTemporary = path == nil
        self.path = path ?? "/tmp/fork-worker-\(getpid())-\(UInt64.random(in: .min ... .max))"
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
}
