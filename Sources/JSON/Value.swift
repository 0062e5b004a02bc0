/// A value of a parsed document, as a position on simdjson's tape.
///
/// A value is cheap to copy, and the compiler ensures that it does not outlive its document. The tape consists of
/// 64-bit words: one byte is a tag, the rest a payload.
///
/// - number: the value is the next word
/// - string: the payload is a position in the string buffer (32-bit length, then the bytes)
/// - container: the payload is the index after its end (32 bits) and its number of elements (24 bits, saturated)
@safe package struct Value: ~Escapable {
    let tape: UnsafePointer<UInt64>
    let strings: UnsafePointer<UInt8>
    let index: Int

    /// The kind of a value.
    ///
    /// `integer` is a 64-bit integer, signed or unsigned, written without decimal point and exponent.
    package enum Kind: Sendable {
        case object, array, string, integer, double, bool, null
    }

    /// The lifetime is declared immortal; the caller must limit it.
    @_lifetime(immortal)
    init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int) {
        unsafe self.tape = unsafe tape
        unsafe self.strings = unsafe strings
        self.index = index
    }

    /// Returns the value at another position of the same tape.
    @_lifetime(copy self)
    func at(_ index: Int) -> Value {
        let value = unsafe Value(tape: tape, strings: strings, index: index)
        return unsafe _overrideLifetime(value, copying: self)
    }

    var word: UInt64 { unsafe tape[index] }
    var tag: UInt8 { UInt8(truncatingIfNeeded: word &>> 56) }
    var numberBits: UInt64 { unsafe tape[index &+ 1] }

    /// The index after the end of a container.
    var scopeEnd: Int { Int(truncatingIfNeeded: word & 0xffff_ffff) }

    /// The index after this value.
    var next: Int {
        switch tag {
        case Tag.object, Tag.array: scopeEnd
        case Tag.signed, Tag.unsigned, Tag.double: index &+ 2
        default: index &+ 1
        }
    }

    /// The place of the value in its document, for `Parser.ranges(at:)`.
    package var place: Range<Int> { index..<next }

    package var kind: Kind {
        switch tag {
        case Tag.object: .object
        case Tag.array: .array
        case Tag.string: .string
        case Tag.signed, Tag.unsigned: .integer
        case Tag.double: .double
        case Tag.true, Tag.false: .bool
        default: .null
        }
    }

    /// The text of a string; nil for other values.
    package var text: Text? {
        @_lifetime(copy self)
        get {
            guard tag == Tag.string else { return nil }
            return Text(self, word: word)
        }
    }

    /// The nearest double of any number; nil for other values.
    package var double: Double? {
        switch tag {
        case Tag.double: Double(bitPattern: numberBits)
        case Tag.signed: Double(Int64(bitPattern: numberBits))
        case Tag.unsigned: Double(numberBits)
        default: nil
        }
    }

    /// The value as a signed 64-bit integer; nil if it is not an integer or does not fit.
    ///
    /// A number with decimal point or exponent is an integer if it is whole and at most 2^53: 3.0 is 3.
    package var integer: Int64? {
        switch tag {
        case Tag.signed: return Int64(bitPattern: numberBits)
        case Tag.double:
            let value = Double(bitPattern: numberBits)
            // False for NaN and infinities too, which would trap below.
            guard value.magnitude <= 0x1p53 else { return nil }
            let whole = Int64(value)
            return Double(whole) == value ? whole : nil
        default: return nil
        }
    }

    /// The bool; nil for other values, including the numbers 0 and 1.
    package var bool: Bool? {
        switch tag {
        case Tag.true: true
        case Tag.false: false
        default: nil
        }
    }

    package var isNull: Bool { tag == Tag.null }

    /// The members of an object in the order of the document, including duplicate keys; nil for other values.
    package var members: Members? {
        @_lifetime(copy self)
        get {
            guard tag == Tag.object else { return nil }
            return Members(of: self)
        }
    }

    /// The elements of an array; nil for other values.
    package var elements: Elements? {
        @_lifetime(copy self)
        get {
            guard tag == Tag.array else { return nil }
            return Elements(of: self)
        }
    }

    /// Returns the last member with a key, which may be null; nil if there is none, or if the value is not an object.
    @_lifetime(copy self)
    package func member(_ name: StaticString) -> Value? {
        guard var members else { return nil }
        var found: Value?
        while let member = members.next() {
            if member.key == name { found = member.value }
        }
        return found
    }

    /// The number of elements or members, including duplicate keys; 0 for other values.
    package var count: Int {
        guard tag == Tag.object || tag == Tag.array else { return 0 }
        let count = Int(truncatingIfNeeded: (word &>> 32) & 0xff_ffff)
        // The tape's number saturates, so longer containers are counted one by one.
        if count < 0xff_ffff { return count }
        var walked = 0
        if var elements {
            while elements.next() != nil { walked += 1 }
        } else if var members {
            while members.next() != nil { walked += 1 }
        }
        return walked
    }
}

/// The tags of the tape's words.
enum Tag {
    static var object: UInt8 { UInt8(ascii: "{") }
    static var array: UInt8 { UInt8(ascii: "[") }
    static var string: UInt8 { UInt8(ascii: "\"") }
    static var signed: UInt8 { UInt8(ascii: "l") }
    static var unsigned: UInt8 { UInt8(ascii: "u") }
    static var double: UInt8 { UInt8(ascii: "d") }
    static var `true`: UInt8 { UInt8(ascii: "t") }
    static var `false`: UInt8 { UInt8(ascii: "f") }
    static var null: UInt8 { UInt8(ascii: "n") }
}
