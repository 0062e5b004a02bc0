import CZlib

/// Unpacks gzip, piece by piece, member after member.
@safe struct Inflater: ~Copyable {
    /// How far a piece has led.
    enum Step {
        /// All of it was unpacked, and there is more to come.
        case goesOn
        /// A member has ended; what follows it is the next one, or of no account.
        case ended
        case broken(String)
    }

    /// On the heap, since the library remembers where it lies.
    private let stream: UnsafeMutablePointer<z_stream>
    private static let pieceBytes = 256 << 10
    /// The largest window, and gzip's frame about it.
    private static let gzipWindow: Int32 = 15 + 16

    /// Nil when the library finds no memory.
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

    /// Makes it ready for the next member.
    func begin() { unsafe inflateReset(stream) }

    /// Unpacks the beginning of what is given, takes it away there, and appends what came out.
    func unpack(_ packed: inout [UInt8], into plain: inout [UInt8]) -> Step {
        var step = Step.goesOn
        var left = 0
        unsafe packed.withUnsafeMutableBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = UInt32(input.count)
            repeat {
                step = fill(&plain)
                if case .goesOn = step, unsafe stream.pointee.avail_out > 0 { break }
            } while step.goesOn
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
        // No progress was possible: it needs more of the input.
        case Z_OK, Z_BUF_ERROR: return .goesOn
        case Z_STREAM_END: return .ended
        default: return .broken(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "no gzip")
        }
    }
}

extension Inflater.Step {
    fileprivate var goesOn: Bool { if case .goesOn = self { true } else { false } }
}
