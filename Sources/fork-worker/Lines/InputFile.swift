import Glibc

/// Why a file can't be read.
struct FileFailure: Error {
    let message: String
}

/// The bytes of a file, or of standard input, as they come.
struct InputFile: ~Copyable {
    /// What a read has come to.
    enum Piece {
        case bytes, end
        /// Whoever writes has written nothing more within the time.
        case nothingYet
    }

    /// As messages call it.
    let name: String
    /// How long it is; nil for what is no file of a known length, such as a pipe.
    let size: Int?
    /// How many bytes were read.
    private(set) var position = 0
    private let descriptor: Int32
    private static let pieceBytes = 256 << 10

    /// Opens a file; `-` is standard input.
    init(_ path: String) throws(FileFailure) {
        name = path == "-" ? "standard input" : path
        // Standard input stays open for whoever comes next.
        descriptor = path == "-" ? dup(STDIN_FILENO) : unsafe open(path, O_RDONLY | O_CLOEXEC)
        var found = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &found) == 0 else {
            throw FileFailure(message: "\(name) can't be read: \(Self.reason).")
        }
        size = found.st_mode & S_IFMT == S_IFREG ? Int(found.st_size) : nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends what is there, waiting for it as long as said; −1 is for ever.
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
        if count < 0 { throw FileFailure(message: "\(name) can't be read to its end: \(Self.reason).") }
        position += count
        return count == 0 ? .end : .bytes
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
