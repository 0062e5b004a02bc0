/// A place on the tape of a parsed document: cheap to copy, and held by the compiler to the life of its parser's document.
///
/// The tape is simdjson's: 64-bit words whose first byte is a tag and whose rest is a payload. A number's value is
/// the word after its tag, a string's payload is its place in the string buffer (32-bit length, then the bytes), a
/// container's payload is the index after its end (32 bits) and its count (24 bits, saturated).
@safe package struct Value: ~Escapable {
    let tape: UnsafePointer<UInt64>
    let strings: UnsafePointer<UInt8>
    let index: Int

    /// What a value may be.
    ///
    /// `integer` is a whole number of 64 bits, signed or not, written without point or exponent.
    package enum Kind: Sendable {
        case object, array, string, integer, double, bool, null
    }

    /// The caller bounds the value's life.
    @_lifetime(immortal)
    init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int) {
        unsafe self.tape = unsafe tape
        unsafe self.strings = unsafe strings
        self.index = index
    }

    /// Another place on the same tape.
    @_lifetime(copy self)
    func at(_ index: Int) -> Value {
        let value = unsafe Value(tape: tape, strings: strings, index: index)
        return unsafe _overrideLifetime(value, copying: self)
    }

    var word: UInt64 { unsafe tape[index] }
    var tag: UInt8 { UInt8(truncatingIfNeeded: word &>> 56) }
    var numberBits: UInt64 { unsafe tape[index &+ 1] }

    /// The index after a container's end.
    var scopeEnd: Int { Int(truncatingIfNeeded: word & 0xffff_ffff) }

    /// The index of what follows this value.
    var next: Int {
        switch tag {
        case Tag.object, Tag.array: scopeEnd
        case Tag.signed, Tag.unsigned, Tag.double: index &+ 2
        default: index &+ 1
        }
    }

    /// What the value is.
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

    /// The text of a string.
    package var text: Text? {
        @_lifetime(copy self)
        get {
            guard tag == Tag.string else { return nil }
            return Text(self, word: word)
        }
    }

    /// Any number, as the nearest double.
    package var double: Double? {
        switch tag {
        case Tag.double: Double(bitPattern: numberBits)
        case Tag.signed: Double(Int64(bitPattern: numberBits))
        case Tag.unsigned: Double(numberBits)
        default: nil
        }
    }

    /// A whole number that fits; one written with point or exponent counts up to 2^53, so that 3.0 is 3.
    package var integer: Int64? {
        switch tag {
        case Tag.signed: return Int64(bitPattern: numberBits)
        case Tag.double:
            let value = Double(bitPattern: numberBits)
            // The comparison is false for NaN and infinities too, which would trap below.
            guard value.magnitude <= 0x1p53 else { return nil }
            let whole = Int64(value)
            return Double(whole) == value ? whole : nil
        default: return nil
        }
    }

    /// A bool; the numbers 0 and 1 are none.
    package var bool: Bool? {
        switch tag {
        case Tag.true: true
        case Tag.false: false
        default: nil
        }
    }

    /// Whether the value is null.
    package var isNull: Bool { tag == Tag.null }

    /// The members of an object in the order of the document, repeated keys and all.
    package var members: Members? {
        @_lifetime(copy self)
        get {
            guard tag == Tag.object else { return nil }
            return Members(of: self)
        }
    }

    /// The elements of an array.
    package var elements: Elements? {
        @_lifetime(copy self)
        get {
            guard tag == Tag.array else { return nil }
            return Elements(of: self)
        }
    }

    /// The member of an object with this key, of equal keys the last; nil where there is none or this is no object.
    ///
    /// A null is returned as a null value.
    @_lifetime(copy self)
    package func member(_ name: StaticString) -> Value? {
        guard var members else { return nil }
        var found: Value?
        while let member = members.next() {
            if member.key == name { found = member.value }
        }
        return found
    }

    /// How many elements or members there are, repeated keys counted; 0 for what is no container.
    package var count: Int {
        guard tag == Tag.object || tag == Tag.array else { return 0 }
        let count = Int(truncatingIfNeeded: (word &>> 32) & 0xff_ffff)
        // The tape's count saturates: from there on it is made by walking.
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
