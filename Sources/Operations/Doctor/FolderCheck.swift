package import Worker

/// Checks whether a worker can use the state directory, and whether its file system is suitable.
package enum FolderCheck {
    /// File systems that are not suitable, with the reason.
    private static let faults = [
        "tmpfs": "is memory: it counts against the container's limit, and is empty after a restart",
        "overlay": "goes with its container: each start restores from the brokers",
        "nfs": "is a network's: slow, and its locks depend on a server",
        "nfs4": "is a network's: slow, and its locks depend on a server",
        "cifs": "is a network's, and keeps no permissions", "smb3": "is a network's, and keeps no permissions",
        "9p": "is another machine's, and slow",
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
        case .noFolder: return [say(.failed, "is no folder", "Name a folder as --state-directory.")]
        case .foreign(let user):
            return [say(.failed, "belongs to user \(user)", "Give the worker a folder of its own user's (chown -R).")]
        case .unreadable(let reason):
            return [say(.failed, "cannot be looked at: \(reason)", "Give the worker's user a way to it.")]
        case .nothing(canBeMade: false):
            return [
                say(.failed, "is not there and cannot be made", "Make it, or let the worker's user write above it.")
            ]
        case .nothing(canBeMade: true): break
        case .folder where !view.isWritable:
            return [say(.failed, "cannot be written to", "Give its user the right to, or mount it to be written.")]
        case .folder: break
        }
        return [access(view, say), room(view, neededBytes, say), kind(view, say)].compactMap { $0 }
    }

    private typealias Say = (Diagnosis.Verdict, String, String?) -> Diagnosis

    private static func access(_ view: FolderView, _ say: Say) -> Diagnosis {
        if view.lock == .link {
            return say(.failed, "its lock is a link", "Take the link away: nothing may lead elsewhere.")
        }
        if case .other(let reason) = view.layout {
            return say(
                .failed,
                reason,
                "Run the version that made it, or another folder: its state is restored from the brokers."
            )
        }
        if view.lock == .held { return say(.ok, "is in use by a worker that runs", nil) }
        return say(.ok, view.entry == .folder ? "is free" : "is not there yet, and can be made", nil)
    }

    private static func room(_ view: FolderView, _ needed: Int, _ say: Say) -> Diagnosis? {
        guard let free = view.freeBytes else { return nil }
        let text = "\(free >> 20) MiB are free"
        if free < needed {
            return say(
                .failed,
                "\(text), and less than \(needed >> 20) MiB end a worker",
                "Make room, or a larger disk."
            )
        }
        guard free < 4 * needed else { return say(.ok, text, nil) }
        return say(
            .warning,
            "\(text), and with less than \(needed >> 20) MiB a worker ends",
            "Make room, or a larger disk."
        )
    }

    private static func kind(_ view: FolderView, _ say: Say) -> Diagnosis? {
        guard let name = view.fileSystem else { return nil }
        guard let fault = faults[name] else { return say(.ok, "its file system is \(name)", nil) }
        return say(.warning, "its file system is \(name), which \(fault)", "Put it on a disk that stays.")
    }
}
