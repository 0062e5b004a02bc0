import CZlib

/// Decompresses gzip data piece by piece, including files with several gzip members.
@safe struct Gunzip: ~Copyable {
    /// The result of decompressing a piece.
    enum Step {
        /// The whole piece was decompressed, and the member has more data.
        case continues
        /// A member has ended; the next one may follow.
        case ended
        case broken(String)
    }

    /// The first bytes of each member.
    static let signature: [UInt8] = [0x1F, 0x8B]

    /// On the heap, because zlib stores the address of the stream.
    private let stream: UnsafeMutablePointer<z_stream>
    private static let pieceBytes = 256 << 10
    /// zlib's largest window (15) plus 16, which selects the gzip format.
    private static let gzipWindow: Int32 = 15 + 16

    /// Returns nil if zlib cannot allocate memory.
    init?() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(stream, Self.gzipWindow, ZLIB_VERSION, size) == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Resets the stream for the next member.
    func begin() { unsafe inflateReset(stream) }

    /// Decompresses from the front of `packed`, removes the consumed bytes, and appends the output to `plain`.
    func unpack(_ packed: inout [UInt8], into plain: inout [UInt8]) -> Step {
        var step = Step.continues
        var left = 0
        unsafe packed.withUnsafeMutableBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = UInt32(input.count)
            repeat {
                step = fill(&plain)
                if case .continues = step, unsafe stream.pointee.avail_out > 0 { break }
            } while step.continues
            left = unsafe Int(stream.pointee.avail_in)
        }
        packed.removeFirst(packed.count - left)
        return step
    }

    private func fill(_ plain: inout [UInt8]) -> Step {
        let held = plain.count
        plain.append(contentsOf: repeatElement(0, count: Self.pieceBytes))
        var code = Z_OK
        unsafe plain.withUnsafeMutableBufferPointer { output in
            unsafe stream.pointee.next_out = output.baseAddress?.advanced(by: held)
            unsafe stream.pointee.avail_out = UInt32(Self.pieceBytes)
            code = unsafe inflate(stream, Z_NO_FLUSH)
        }
        plain.removeLast(unsafe Int(stream.pointee.avail_out))
        switch code {
        // Z_BUF_ERROR means that zlib needs more input.
        case Z_OK, Z_BUF_ERROR: return .continues
        case Z_STREAM_END: return .ended
        default: return .broken(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "no gzip")
        }
    }
}

extension Gunzip.Step {
    fileprivate var continues: Bool { if case .continues = self { true } else { false } }
}
