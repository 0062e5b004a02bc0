import Glibc
package import Kafka
import Worker

/// Where tokens come from that clients log in with: a program that prints one, or a file that somebody keeps up to date.
package enum TokenOrigin: Sendable, Equatable {
    /// A program and its arguments.
    case command([String])
    case file(String)

    /// Longer ones fit into no request to log in.
    static let maxBytes = 64 << 10

    /// Gets a token; blocks for as long as a command may take.
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

    /// What is read, for the beginning of a sentence.
    private var text: String {
        switch self {
        case .command(let words): "what the token command \(words.first ?? "") has printed"
        case .file(let path): "the token file \(path)"
        }
    }

    private func bytes() throws(TokenFailure) -> [UInt8] {
        switch self {
        case .command(let words): return try TokenCommand(words).output()
        case .file(let path):
            guard let bytes = FileBytes.read(path, longest: Self.maxBytes) else {
                throw TokenFailure(
                    "the token file \(path) cannot be read, or has more than 64KiB: check its path and rights"
                )
            }
            return bytes
        }
    }
}
