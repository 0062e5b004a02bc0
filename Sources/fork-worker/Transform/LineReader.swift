import CZlib
import Glibc

/// Reads the lines of a file, plain or gzip, or of standard input.
///
/// A last line without an end counts, an empty one that is only what follows the last end does not.
@safe struct LineReader: ~Copyable {
    /// Why a file can't be read.
    struct Failure: Error {
        let message: String
    }

    private let file: gzFile
    private let name: String
    private var buffer: [UInt8] = []
    private var at = 0
    private var isAtEnd = false

    /// Opens a file; `-` is standard input.
    init(_ name: String) throws(Failure) {
        self.name = name == "-" ? "standard input" : name
        // zlib closes what it was given: standard input keeps a descriptor of its own.
        let opened = unsafe name == "-" ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(name, "rb")
        guard let opened = unsafe opened else {
            throw Failure(message: "\(self.name) can't be read: \(unsafe String(cString: strerror(errno))).")
        }
        unsafe file = opened
        unsafe gzbuffer(file, 256 << 10)
    }

    deinit {
        unsafe gzclose(file)
    }

    /// The next line without its end, nil after the last.
    mutating func next() throws(Failure) -> [UInt8]? {
        var searched = at
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { at = end + 1 }
                return Array(buffer[at..<end])
            }
            if isAtEnd {
                if at >= buffer.count { return nil }
                defer { at = buffer.count }
                return Array(buffer[at...])
            }
            buffer.removeSubrange(..<at)
            at = 0
            searched = buffer.count
            try fill()
        }
    }

    private mutating func fill() throws(Failure) {
        let held = buffer.count
        let wanted = 256 << 10
        var count: Int32 = 0
        buffer.append(contentsOf: repeatElement(0, count: wanted))
        unsafe buffer.withUnsafeMutableBytes { bytes in
            let start = unsafe bytes.baseAddress?.advanced(by: held)
            count = unsafe gzread(file, start, UInt32(wanted))
        }
        buffer.removeLast(wanted - max(0, Int(count)))
        var code: Int32 = 0
        let reason = unsafe gzerror(file, &code).map { unsafe String(cString: $0) } ?? "unknown"
        // Of a compressed file that was cut, zlib first gives what there is.
        if count < 0 || (count == 0 && code == Z_BUF_ERROR) {
            throw Failure(message: "\(name) can't be read to its end: \(reason).")
        }
        if count == 0 { isAtEnd = true }
    }
}
