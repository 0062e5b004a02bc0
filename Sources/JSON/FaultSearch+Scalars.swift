extension FaultSearch {
    /// Skips a string whose encoding is already checked, and checks its escapes and control characters.
    mutating func string() throws(ParseError) {
        place += 1
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return
            case UInt8(ascii: "\\"): try escape()
            case 0..<0x20: throw fault(.badString)
            default: place += 1
            }
        }
        throw fault(.notJSON)
    }

    /// Skips an escape; a surrogate is valid only as half of a pair.
    private mutating func escape() throws(ParseError) {
        let start = place
        guard let unit = try escapedUnit() else { return }
        switch unit {
        case 0xd800..<0xdc00:
            guard byte == UInt8(ascii: "\\"), let low = try escapedUnit(), low & 0xfc00 == 0xdc00 else {
                throw ParseError(reason: .badString, offset: start)
            }
        case 0xdc00..<0xe000: throw ParseError(reason: .badString, offset: start)
        default: return
        }
    }

    /// Skips one escape, and returns its UTF-16 unit if it has four hexadecimal digits.
    private mutating func escapedUnit() throws(ParseError) -> UInt16? {
        let start = place
        place += 1
        guard let kind = byte else { throw fault(.notJSON) }
        place += 1
        guard kind == UInt8(ascii: "u") else {
            if "\"\\/bfnrt".utf8.contains(kind) { return nil }
            throw ParseError(reason: .badString, offset: start)
        }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = byte.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw ParseError(reason: .badString, offset: start)
            }
            unit = unit << 4 | UInt16(digit)
            place += 1
        }
        return unit
    }

    /// Skips a number; throws if the bytes do not begin a JSON value.
    mutating func number() throws(ParseError) {
        let start = place
        if byte == UInt8(ascii: "-") { place += 1 }
        if byte == UInt8(ascii: "0") { place += 1 } else { try digits() }
        var isInteger = true
        if byte == UInt8(ascii: ".") {
            isInteger = false
            place += 1
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isInteger = false
            place += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
            try digits()
        }
        let text = unsafe bytes.extracting(start..<place).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
        let isInRange =
            isInteger ? Int64(text) != nil || UInt64(text) != nil : Double(text)?.isFinite == true
        guard isInRange else { throw ParseError(reason: .numberOutOfRange, offset: start) }
    }

    private mutating func digits() throws(ParseError) {
        let start = place
        while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
        guard place > start else { throw fault(.notJSON) }
    }
}
