extension UUID128: CustomStringConvertible {
    /// The number of bytes of the text.
    package static let textCount = 36

    /// Appends the upper-case 8-4-4-4-12 form, as HealthKit writes ids.
    package func append(to buffer: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.textCount, alignment: 8) { text in
            unsafe write(to: text)
            unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(text))
        }
    }

    /// The upper-case 8-4-4-4-12 form in ASCII.
    package var textBytes: [UInt8] {
        var buffer: [UInt8] = []
        append(to: &buffer)
        return buffer
    }

    /// Writes the upper-case 8-4-4-4-12 form into 36 bytes.
    package func write(to text: UnsafeMutableRawBufferPointer) {
        let words: [4 of UInt64] = [
            Hexadecimal.digits(of: UInt32(truncatingIfNeeded: hi >> 32)),
            Hexadecimal.digits(of: UInt32(truncatingIfNeeded: hi)),
            Hexadecimal.digits(of: UInt32(truncatingIfNeeded: lo >> 32)),
            Hexadecimal.digits(of: UInt32(truncatingIfNeeded: lo)),
        ]
        unsafe text.storeBytes(of: words[0].littleEndian, toByteOffset: 0, as: UInt64.self)
        unsafe storeQuads(words[1], in: text, 9, 14)
        unsafe storeQuads(words[2], in: text, 19, 24)
        unsafe text.storeBytes(of: words[3].littleEndian, toByteOffset: 28, as: UInt64.self)
        unsafe text[8] = UInt8(ascii: "-")
        unsafe text[13] = UInt8(ascii: "-")
        unsafe text[18] = UInt8(ascii: "-")
        unsafe text[23] = UInt8(ascii: "-")
    }

    /// The upper-case 8-4-4-4-12 form.
    package var description: String {
        String(decoding: textBytes, as: UTF8.self)
    }

    /// The 16 bytes, most significant first.
    package var bytes: [UInt8] {
        (0..<16).map { place in
            UInt8(truncatingIfNeeded: (place < 8 ? hi : lo) >> UInt64(56 - 8 * (place & 7)))
        }
    }
}

/// Writes eight digits as two groups of four.
private func storeQuads(_ word: UInt64, in text: UnsafeMutableRawBufferPointer, _ first: Int, _ second: Int) {
    unsafe text.storeBytes(of: UInt32(truncatingIfNeeded: word).littleEndian, toByteOffset: first, as: UInt32.self)
    unsafe text.storeBytes(
        of: UInt32(truncatingIfNeeded: word >> 32).littleEndian,
        toByteOffset: second,
        as: UInt32.self
    )
}
