/// A parser of HealthKit's unit strings.
///
///     unit    = product [ "/" product ]
///     product = factor *( ("·" / "*" / ".") factor )
///     factor  = ( name / "mol<" grams ">" / "(" unit ")" ) [ "^" [ "-" ] digits ]
///
/// Everything after `/` belongs to the denominator: `kcal/hr·kg` is kilocalories per hour and kilogram.
struct UnitParser {
    /// The meaning of a part of the string.
    struct Value {
        var dimension = Dimension.none
        var factor = Ratio.one
        /// The zero point, which products, powers and quotients drop, because a degree is then a difference.
        var zero = Ratio.zero
    }

    private let text: [UInt8]
    private var position = 0

    /// The most bytes of a unit string; real units are far shorter.
    static let longest = 200
    private static let deepest = 32
    private static let greatestPower = 20

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func parse() throws(UnitError) -> Value {
        guard !text.isEmpty else { throw malformed("The unit is empty.") }
        guard text.count <= Self.longest else {
            throw .tooLong(text.count)
        }
        let value = try unit(depth: 0)
        if position < text.count {
            throw unexpected(peek == UInt8(ascii: ")") ? "a ) that nothing opens" : "something that is no unit")
        }
        guard value.factor.isUsable else {
            throw malformed("The unit \(shown) is too large or too small for a double.")
        }
        return value
    }

    private mutating func unit(depth: Int) throws(UnitError) -> Value {
        guard depth <= Self.deepest else { throw unexpected("more than \(Self.deepest) nested parentheses") }
        let upper = try product(depth: depth)
        guard skip("/") else { return upper }
        let lower = try product(depth: depth)
        if peek == UInt8(ascii: "/") { throw unexpected("a second /; put what belongs together into parentheses") }
        return try combine(upper, lower, power: -1)
    }

    private mutating func product(depth: Int) throws(UnitError) -> Value {
        var value = try factor(depth: depth)
        while skip("\u{B7}") || skip("*") || skip(".") {
            value = try combine(value, factor(depth: depth), power: 1)
        }
        return value
    }

    private mutating func factor(depth: Int) throws(UnitError) -> Value {
        var value: Value
        if skip("(") {
            value = try unit(depth: depth + 1)
            guard skip(")") else { throw unexpected("no ) for a ( before it") }
        } else {
            value = try name()
        }
        guard skip("^") else { return value }
        let power = try power()
        return power == 1 ? value : try combine(Value(), value, power: power)
    }

    private mutating func power() throws(UnitError) -> Int {
        let isNegative = skip("-")
        var power = 0
        let start = position
        while let digit = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
            power = power * 10 + Int(digit - UInt8(ascii: "0"))
            guard power <= Self.greatestPower else { throw unexpected("a power beyond \(Self.greatestPower)") }
            position += 1
        }
        guard position > start else { throw unexpected("no whole number after ^") }
        return isNegative ? -power : power
    }

    private mutating func name() throws(UnitError) -> Value {
        let start = position
        while let byte = peek, Self.isNameByte(byte), !startsWith("\u{B7}") { position += 1 }
        let name = text[start..<position]
        guard !name.isEmpty else { throw unexpected("no unit") }
        guard let (symbol, prefix) = UnitSymbol.resolve(name) else {
            throw UnitError(code: .unknown, message: "The unit \(shown) has no known unit in \"\(Self.show(name))\".")
        }
        var value = Value(dimension: symbol.dimension, factor: prefix.factor * symbol.factor, zero: symbol.zero)
        if symbol.name == "mol", skip("<") {
            value.dimension = .mass
            value.factor = value.factor * (try molarMass())
        }
        return value
    }

    /// Parses the grams of one mole, up to `>`.
    private mutating func molarMass() throws(UnitError) -> Ratio {
        guard let end = text[position...].firstIndex(of: UInt8(ascii: ">")) else { throw unexpected("no > for a <") }
        let digits = text[position..<end]
        guard let mass = Ratio(decimal: digits), mass.isUsable else {
            throw unexpected("a molar mass that is no positive number of grams")
        }
        position = end + 1
        return mass
    }

    private func combine(_ left: Value, _ right: Value, power: Int) throws(UnitError) -> Value {
        let factor = left.factor * right.factor.power(power)
        guard let dimension = left.dimension.multiplied(by: right.dimension, power: power), factor.isUsable else {
            throw malformed("The unit \(shown) has powers that mean nothing.")
        }
        return Value(dimension: dimension, factor: factor)
    }
}

extension UnitParser {
    private var peek: UInt8? { position < text.count ? text[position] : nil }

    private func startsWith(_ token: StaticString) -> Bool {
        token.withUTF8Buffer { unsafe text[position...].starts(with: $0) }
    }

    private mutating func skip(_ token: StaticString) -> Bool {
        guard startsWith(token) else { return false }
        position += token.utf8CodeUnitCount
        return true
    }

    /// Whether a byte can be part of a name: a letter, `_`, `%`, or a byte of a micro sign.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "_"), UInt8(ascii: "%"), 0x80...: true
        default: false
        }
    }

    private var shown: String { Self.show(text[...]) }

    /// Returns the beginning of the text, made printable for an error message.
    private static func show(_ bytes: ArraySlice<UInt8>) -> String {
        let printable = bytes.prefix(40).map { $0 < 0x20 || $0 == 0x7f ? UInt8(ascii: "?") : $0 }
        let text = String(decoding: printable, as: UTF8.self)
        return bytes.count > 40 ? text + "…" : text
    }

    private func malformed(_ message: String) -> UnitError {
        UnitError(code: .malformed, message: message)
    }

    private func unexpected(_ what: String) -> UnitError {
        malformed("The unit \(shown) has \(what) at byte \(position).")
    }
}
