package import Worker

/// Checks whether a worker can use the state directory, and whether its file system is suitable.
package enum FolderCheck {
    /// File systems that are not suitable, with the reason.
    private static let faults = [
        "tmpfs": "is in memory: it counts towards the container's limit, and is empty after a restart",
        "overlay": "is deleted with its container: each start restores the state from the brokers",
        "nfs": "is a network file system: slow, and its locks depend on a server",
        "nfs4": "is a network file system: slow, and its locks depend on a server",
        "cifs": "is a network file system without permissions", "smb3": "is a network file system without permissions",
        "9p": "is on another machine, and slow",
    ]

    /// - Parameters:
    ///   - view: The state directory as it was found.
    ///   - neededBytes: The free space below which a worker stops.
    /// - Returns: One diagnosis for each aspect, or a single one if the directory cannot be used.
    package static func diagnoses(_ view: FolderView, neededBytes: Int) -> [Diagnosis] {
        func say(_ verdict: Diagnosis.Verdict, _ message: String, _ advice: String? = nil) -> Diagnosis {
            Diagnosis(.stateDirectory, view.path, verdict, message, advice: advice)
        }
        switch view.entry {
        case .noFolder: return [say(.failed, "is not a folder", "Name a folder as --state-directory.")]
        case .foreign(let user):
            return [say(.failed, "belongs to user \(user)", "Give the worker a folder that its user owns (chown -R).")]
        case .unreadable(let reason):
            return [say(.failed, "cannot be accessed: \(reason)", "Give the worker's user access to it.")]
        case .nothing(canBeMade: false):
            return [
                say(
                    .failed,
                    "does not exist and cannot be created",
                    "Create it, or let the worker's user write to its parent folder."
                )
            ]
        case .nothing(canBeMade: true): break
        case .folder where !view.isWritable:
            return [say(.failed, "cannot be written to", "Give the worker's user write access, or mount it writable.")]
        case .folder: break
        }
        return [access(view, say), room(view, neededBytes, say), kind(view, say)].compactMap { $0 }
    }

    private typealias Say = (Diagnosis.Verdict, String, String?) -> Diagnosis

    private static func access(_ view: FolderView, _ say: Say) -> Diagnosis {
        if view.lock == .link {
            return say(.failed, "its lock file is a link", "Remove the link: the lock must be in the folder itself.")
        }
        if case .other(let reason) = view.layout {
            return say(
                .failed,
                reason,
                "Run the version that created it, or name another folder: its state is restored from the brokers."
            )
        }
        if view.lock == .held { return say(.ok, "is in use by a running worker", nil) }
        return say(.ok, view.entry == .folder ? "is free" : "does not exist yet, and can be created", nil)
    }

    private static func room(_ view: FolderView, _ needed: Int, _ say: Say) -> Diagnosis? {
        guard let free = view.freeBytes else { return nil }
        let text = "\(free >> 20) MiB are free"
        if free < needed {
            return say(
                .failed,
                "\(text), but a worker stops below \(needed >> 20) MiB",
                "Free some space, or use a larger disk."
            )
        }
        guard free < 4 * needed else { return say(.ok, text, nil) }
        return say(
            .warning,
            "\(text), and a worker stops below \(needed >> 20) MiB",
            "Free some space, or use a larger disk."
        )
    }

    private static func kind(_ view: FolderView, _ say: Say) -> Diagnosis? {
        guard let name = view.fileSystem else { return nil }
        guard let fault = faults[name] else { return say(.ok, "its file system is \(name)", nil) }
        return say(.warning, "its file system is \(name), which \(fault)", "Put it on a persistent disk.")
    }
}
