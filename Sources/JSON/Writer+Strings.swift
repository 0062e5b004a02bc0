extension Writer {
    /// Appends a string in quotes.
    ///
    /// Escapes only what JSON requires; non-ASCII characters and `/` stay unchanged.
    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { unsafe quote(UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes as a string in quotes; the bytes must be valid UTF-8.
    package mutating func string(_ text: [UInt8]) {
        unsafe text.withUnsafeBytes { unsafe quote($0) }
    }

    /// Appends a string of a parsed document in quotes.
    package mutating func string(_ text: Text) {
        unsafe text.withBytes { unsafe quote($0) }
    }

    /// Appends a literal in quotes.
    package mutating func string(_ text: StaticString) {
        unsafe quote(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func quote(_ text: UnsafeRawBufferPointer) {
        let plain = unsafe text.firstToEscape(from: 0)
        guard plain == text.count else { return unsafe quote(text, plainUpTo: plain) }
        // Nearly all strings need no escape, and are appended at once.
        bytes.append(addingCapacity: plain &+ 2) { room in
            unsafe room.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress else { return }
                let place = unsafe start + count
                unsafe place.pointee = UInt8(ascii: "\"")
                if let source = text.baseAddress {
                    unsafe UnsafeMutableRawPointer(place + 1).copyMemory(from: source, byteCount: plain)
                }
                unsafe place[plain &+ 1] = UInt8(ascii: "\"")
                count &+= plain &+ 2
            }
        }
    }

    /// Appends a string that needs escapes; the parts between escapes are copied at once.
    private mutating func quote(_ text: UnsafeRawBufferPointer, plainUpTo first: Int) {
        bytes.append(UInt8(ascii: "\""))
        var done = 0
        var place = first
        while place < text.count {
            unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[done..<place]))
            unsafe escape(text[place])
            done = place + 1
            unsafe place = text.firstToEscape(from: done)
        }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[done...]))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case 0x08: raw("\\b")
        case 0x09: raw("\\t")
        case 0x0a: raw("\\n")
        case 0x0c: raw("\\f")
        case 0x0d: raw("\\r")
        default:
            raw("\\u00")
            bytes.append(hexadecimal(byte &>> 4))
            bytes.append(hexadecimal(byte & 0xf))
        }
    }

    private func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the first position at or after `start` whose byte must be escaped, or the end.
    ///
    /// Tests eight bytes at once: the subtraction sets the high bit of a byte that is 0, or less than 32.
    fileprivate func firstToEscape(from start: Int) -> Int {
        var place = start
        while place &+ 8 <= count {
            let word = unsafe loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let control = (word &- 0x2020_2020_2020_2020) & ~word
            let quote = word ^ 0x2222_2222_2222_2222
            let backslash = word ^ 0x5c5c_5c5c_5c5c_5c5c
            let isQuote = (quote &- 0x0101_0101_0101_0101) & ~quote
            let isBackslash = (backslash &- 0x0101_0101_0101_0101) & ~backslash
            if (control | isQuote | isBackslash) & 0x8080_8080_8080_8080 != 0 { break }
            place &+= 8
        }
        while place < count {
            let byte = unsafe self[place]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
            place &+= 1
        }
        return place
    }
}
