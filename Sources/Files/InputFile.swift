import Glibc

/// The reason why a file cannot be read.
package struct FileFailure: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
}

/// Reads the bytes of a file, or of standard input, as they arrive.
struct InputFile: ~Copyable {
    /// The result of a read.
    enum Piece {
        case bytes, end
        /// No bytes arrived within the time.
        case nothingYet
    }

    /// The name of the file in messages.
    let name: String
    /// The length in bytes; nil if it is unknown, for example for a pipe.
    let size: Int?
    /// The number of bytes read.
    private(set) var position = 0
    private let descriptor: Int32
    private static let pieceBytes = 256 << 10

    /// Opens a file; `-` is standard input.
    init(_ path: String) throws(FileFailure) {
        name = path == "-" ? "standard input" : path
        // Uses a duplicate, so that standard input stays open for a later `-`.
        descriptor = path == "-" ? dup(STDIN_FILENO) : unsafe open(path, O_RDONLY | O_CLOEXEC)
        var found = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &found) == 0 else {
            throw FileFailure("\(name) can't be read: \(Self.reason).")
        }
        size = found.st_mode & S_IFMT == S_IFREG ? Int(found.st_size) : nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Waits for bytes up to this time, and appends the available bytes; −1 waits forever.
    mutating func read(into buffer: inout [UInt8], waitMilliseconds: Int32) throws(FileFailure) -> Piece {
        if size == nil, waitMilliseconds >= 0 {
            var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&end, 1, waitMilliseconds) <= 0 { return .nothingYet }
        }
        let held = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: Self.pieceBytes))
        let descriptor = descriptor
        var count = -1
        repeat {
            count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(descriptor, bytes.baseAddress?.advanced(by: held), Self.pieceBytes)
            }
        } while count < 0 && errno == EINTR
        buffer.removeLast(Self.pieceBytes - max(0, count))
        if count < 0 { throw FileFailure("\(name) can't be read to its end: \(Self.reason).") }
        position += count
        return count == 0 ? .end : .bytes
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
