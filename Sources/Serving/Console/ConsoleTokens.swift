import CCrypto
import Glibc
package import Observation
import Synchronization
package import System

/// The tokens of the console's API, read again from their file while the process runs.
package final class ConsoleTokens: Sendable {
    /// What a request's `Authorization` is worth.
    enum Verdict: Equatable {
        /// An accepted token, with the first 8 hexadecimal digits of its SHA-256.
        case known(String)
        case wrong
        case absent
    }

    /// The reason why a token file is wrong, without a token.
    package struct Fault: Error, Equatable, Sendable {
        package let reason: String
    }

    private struct State {
        var digests: [[UInt8]]
        var checkedAt: Int64
        /// Tokens that were refused since the last line of the log.
        var refused = 0
    }

    /// A change of the file takes effect within 10 s, and this interval.
    private static let intervalMilliseconds: Int64 = 5_000
    private static let mostTokens = 16
    private static let lengths = 32...200
    /// More than 16 tokens need, with their newlines.
    private static let longestFile = 8 << 10

    private let path: String
    private let clocks: Clocks
    private let observer: Observer
    private let state: Mutex<State>

    /// Reads the tokens of a file; `observer` logs later changes of it.
    package init(path: String, clocks: Clocks = Clocks(), observer: Observer) throws(Fault) {
        self.path = path
        self.clocks = clocks
        self.observer = observer
        let digests = try Self.digests(path)
        state = Mutex(State(digests: digests, checkedAt: clocks.steadyMilliseconds()))
    }

    /// Returns and resets the number of refused tokens.
    package func takeRefused() -> Int {
        state.withLock { state in
            defer { state.refused = 0 }
            return state.refused
        }
    }

    /// Judges the values of `Authorization`, in a time that does not depend on how much of a token is right.
    func verdict(_ values: [String]) -> Verdict {
        let digests = currentDigests()
        guard let value = values.first else { return .absent }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard values.count == 1, parts.count == 2, parts[0].lowercased() == "bearer",
            let given = Self.digest(parts[1].utf8)
        else { return refuse() }
        var isKnown = false
        for digest in digests where unsafe CRYPTO_memcmp(digest, given, given.count) == 0 { isKnown = true }
        return isKnown ? .known(SHA256Digest.mark(given)) : refuse()
    }

    private func refuse() -> Verdict {
        state.withLock { $0.refused += 1 }
        return .wrong
    }

    /// Returns the digests of the accepted tokens, after reading the file again if it is time.
    private func currentDigests() -> [[UInt8]] {
        let now = clocks.steadyMilliseconds()
        return state.withLock { state in
            guard now - state.checkedAt >= Self.intervalMilliseconds else { return state.digests }
            state.checkedAt = now
            let before = state.digests
            do throws(Fault) {
                state.digests = try Self.digests(path)
                if state.digests != before { observer.consoleTokensRead(tokens: state.digests.count) }
            } catch {
                // No token is accepted until the file is corrected.
                state.digests = []
                if !before.isEmpty { observer.consoleTokensWrong(reason: error.reason) }
            }
            return state.digests
        }
    }

    /// Reads the file and returns the SHA-256 of each token.
    private static func digests(_ path: String) throws(Fault) -> [[UInt8]] {
        guard let bytes = content(path) else {
            throw Fault(reason: "it cannot be read, is not a regular file, or is longer than 8 KiB")
        }
        var digests: [[UInt8]] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard lengths.contains(line.count), line.allSatisfy(isOfToken), let digest = digest(line) else {
                throw Fault(reason: "token \(index + 1) is not 32 to 200 characters of A-Z a-z 0-9 . _ ~ + / = -")
            }
            digests.append(digest)
        }
        guard 1...mostTokens ~= digests.count else {
            throw Fault(reason: "it has \(digests.count) tokens; it must have 1 to \(mostTokens), a token a line")
        }
        return digests
    }

    private static func content(_ path: String) -> [UInt8]? {
        // Opening a named pipe would wait for its writer, and the server's only thread with it.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: longestFile + 1)
        var count = 0
        while count < bytes.count {
            let more = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { return nil }
            if more == 0 { return Array(bytes.prefix(count)) }
            count += more
        }
        return nil
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "._~+/=-".utf8.contains(byte)
        }
    }

    private static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8]? { SHA256Digest.of(Array(bytes)) }
}
