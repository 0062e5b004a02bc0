import Glibc
package import Kafka
import Worker

/// The source of login tokens: a program that prints a token, or a file that another program updates.
package enum TokenOrigin: Sendable, Equatable {
    /// A program and its arguments.
    case command([String])
    case file(String)

    /// A longer token does not fit into a login request.
    static let maxBytes = 64 << 10

    /// Returns a new token; blocks as long as the command runs.
    package func token() throws(TokenFailure) -> BearerToken {
        let bytes = try bytes()
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let now = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        do throws(TokenText.Fault) {
            return try TokenText.read(bytes, atMilliseconds: now)
        } catch {
            throw TokenFailure("\(text) \(error.reason)")
        }
    }

    /// The source as the beginning of a sentence.
    private var text: String {
        switch self {
        case .command(let words): "the output of the token command \(words.first ?? "") has printed"
        case .file(let path): "the token file \(path)"
        }
    }

    private func bytes() throws(TokenFailure) -> [UInt8] {
        switch self {
        case .command(let words): return try TokenCommand(words).output()
        case .file(let path):
            guard let bytes = FileBytes.read(path, longest: Self.maxBytes) else {
                throw TokenFailure(
                    "the token file \(path) cannot be read, or is longer than 64KiB: check its path and permissions"
                )
            }
            return bytes
        }
    }
}
