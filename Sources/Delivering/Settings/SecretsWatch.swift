import Glibc
package import Observation
import Synchronization
package import Vocabulary
package import Webhooks
package import Worker

/// The current secrets, from the file of `--secrets` and the environment; a changed file is read again.
package final class SecretsWatch: Sendable {
    /// The inode, length and modification time of the file, by which a change is noticed.
    private struct FileMark: Equatable {
        let device: UInt
        let inode: UInt
        let bytes: Int
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var entry = stat()
            guard unsafe stat(path, &entry) == 0 else { return nil }
            device = UInt(entry.st_dev)
            inode = UInt(entry.st_ino)
            bytes = Int(entry.st_size)
            seconds = entry.st_mtim.tv_sec
            nanoseconds = entry.st_mtim.tv_nsec
        }
    }

    private struct Current {
        var secrets: SecretsFile
        var mark: FileMark?
        var lookedMilliseconds: Int64
    }

    /// The interval between two checks of the file.
    private static let lookMilliseconds: Int64 = 15_000

    private let path: String?
    private let environment: String?
    private let observer: DispatchObserver
    private let current: Mutex<Current>

    /// Reads the secrets.
    ///
    /// `path` is nil if there is no file. `observer` logs when the secrets are read again.
    ///
    /// - Throws: If the file cannot be read, or is wrong.
    package init(_ path: String?, environment: String?, observer: DispatchObserver, at now: Int64) throws(StartError) {
        self.path = path
        self.environment = environment
        self.observer = observer
        let mark = path.flatMap { FileMark($0) }
        let secrets = try Self.read(path, environment)
        current = Mutex(Current(secrets: secrets, mark: mark, lookedMilliseconds: now))
    }

    private static func read(_ path: String?, _ environment: String?) throws(StartError) -> SecretsFile {
        var bytes: [UInt8]?
        if let path {
            bytes = FileBytes.read(path, longest: SecretsFile.bytesMax)
            if bytes == nil {
                throw StartError(
                    "the secrets in \(path) cannot be read: give --secrets a readable file of at most "
                        + "\(SecretsFile.bytesMax >> 20) MiB",
                    isUsage: true
                )
            }
        }
        do throws(SecretsFault) {
            return try SecretsFile(file: bytes, environment: environment)
        } catch {
            let place = error.place == SecretsFault.environment ? "" : path.map { "\($0): " } ?? ""
            throw StartError("\(place)\(error)", isUsage: true)
        }
    }

    /// Whether there is no secret at all, so that no job can be sent.
    package var isEmpty: Bool { current.withLock { $0.secrets.isEmpty } }

    /// Returns the current secrets for a job; empty if there are none.
    package func secrets(app: [UInt8]?, connection: ConnectionID) -> [WebhookSecret] {
        current.withLock { $0.secrets.secrets(app: app, connection: connection) }
    }

    /// Reads the file again if it has changed; checks the file at most once per interval.
    package func look(at now: Int64) {
        guard let path else { return }
        let known = current.withLock { current -> (mark: FileMark?, isDue: Bool) in
            guard now - current.lookedMilliseconds >= Self.lookMilliseconds else { return (nil, false) }
            current.lookedMilliseconds = now
            return (current.mark, true)
        }
        if known.isDue, FileMark(path) != known.mark { reload() }
    }

    /// Reads the file again; if it is wrong, the old secrets stay.
    package func reload() {
        guard let path else { return }
        let mark = FileMark(path)
        do throws(StartError) {
            let secrets = try Self.read(path, environment)
            current.withLock { current in
                current.secrets = secrets
                current.mark = mark
            }
            observer.secretsRead()
        } catch {
            current.withLock { $0.mark = mark }
            observer.secretsWrong(reason: error.description)
        }
    }
}
