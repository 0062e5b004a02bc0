import CZlib
import Glibc
package import JSON

/// Writes results to standard output or to a file, which is compressed if its name ends with `.gz`.
///
/// Only the owner can read a new file, because it contains health data. An existing file keeps its permissions.
package struct OutputFile: ~Copyable {
    private let descriptor: Int32
    private let name: String
    private var gzip: Gzip?

    /// Creates or truncates a file; nil is standard output.
    package init(_ path: String?) throws(FileFailure) {
        name = path ?? "standard output"
        if let path {
            descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failure(path) }
            if path.hasSuffix(".gz") {
                gzip = Gzip()
                if gzip == nil { throw FileFailure("no memory is left to compress \(path)") }
            }
        } else {
            descriptor = STDOUT_FILENO
        }
    }

    deinit {
        if descriptor != STDOUT_FILENO, descriptor >= 0 { close(descriptor) }
    }

    private static func failure(_ name: String) -> FileFailure {
        let reason = unsafe String(cString: strerror(errno))
        return FileFailure(errno == EPIPE ? "\(name) is closed" : "\(name) can't be written: \(reason)")
    }

    /// Writes the content of `writer`, and empties `writer`.
    package mutating func write(_ writer: inout Writer) throws(FileFailure) {
        defer { writer.removeAll() }
        if gzip == nil { return try writeAll(writer.bytes) }
        var packed: [UInt8] = []
        gzip?.pack(writer.bytes, isLast: false, into: &packed)
        try writeAll(packed)
    }

    /// Writes the end of a compressed file.
    package mutating func finish() throws(FileFailure) {
        guard gzip != nil else { return }
        var packed: [UInt8] = []
        gzip?.pack([], isLast: true, into: &packed)
        try writeAll(packed)
    }

    private func writeAll(_ bytes: borrowing [UInt8]) throws(FileFailure) {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if written > 0 { done += written } else if errno != EINTR { throw Self.failure(name) }
        }
    }
}

/// Compresses bytes into one gzip member.
@safe private struct Gzip: ~Copyable {
    /// On the heap, because zlib stores the address of the stream.
    private let stream: UnsafeMutablePointer<z_stream>
    private static let pieceBytes = 256 << 10

    /// Returns nil if zlib cannot allocate memory.
    init?() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        // Random ids compress badly: with zlib's default level, the file is only an eighth smaller, for twice the time.
        // 15 is zlib's largest window, 16 selects the gzip format, and 8 is zlib's default memory level.
        let code = unsafe deflateInit2_(
            stream,
            Z_BEST_SPEED,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        guard code == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Appends the compressed bytes.
    mutating func pack(_ bytes: [UInt8], isLast: Bool, into packed: inout [UInt8]) {
        var bytes = bytes
        unsafe bytes.withUnsafeMutableBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = UInt32(input.count)
            repeat {
                let held = packed.count
                packed.append(contentsOf: repeatElement(0, count: Self.pieceBytes))
                unsafe packed.withUnsafeMutableBufferPointer { output in
                    unsafe stream.pointee.next_out = output.baseAddress?.advanced(by: held)
                    unsafe stream.pointee.avail_out = UInt32(Self.pieceBytes)
                    _ = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                }
                packed.removeLast(unsafe Int(stream.pointee.avail_out))
            } while unsafe stream.pointee.avail_out == 0
        }
    }
}
