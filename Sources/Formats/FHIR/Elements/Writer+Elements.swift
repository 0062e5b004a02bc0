package import JSON

/// Elements of FHIR's data types.
extension Writer {
    /// Returns the bytes that a body writes.
    static func bytes(_ write: (inout Writer) -> Void) -> [UInt8] {
        var writer = Writer()
        write(&writer)
        return writer.bytes
    }

    /// Appends a text in quotes, with U+FFFD for each control character.
    package mutating func text(_ text: String) {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return string(text) }
        string(String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 })))
    }

    /// Appends a text in quotes as a code, which has no space at its ends, and no two spaces in a row.
    ///
    /// Other white space, and control characters, are U+FFFD.
    package mutating func code(_ code: String) {
        if code.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return string(code) }
        var scalars: [Unicode.Scalar] = []
        for scalar in code.unicodeScalars {
            let isSpace = scalar == " " && !scalars.isEmpty && scalars.last != " "
            let isOther = scalar.properties.isWhitespace || scalar.isControl
            scalars.append(isOther && !isSpace ? "\u{FFFD}" : scalar)
        }
        if scalars.last == " " { scalars[scalars.count - 1] = "\u{FFFD}" }
        string(String(String.UnicodeScalarView(scalars)))
    }

    mutating func coding(_ coding: FHIR.Coding) {
        object { writer in
            writer.key("system")
            writer.string(coding.system.url)
            writer.key("code")
            writer.code(coding.code)
            if !coding.display.isEmpty {
                writer.key("display")
                writer.text(coding.display)
            }
        }
    }

    /// Appends a CodeableConcept: codes of several systems with one meaning.
    package mutating func concept(_ codings: [FHIR.Coding]) {
        object { writer in
            writer.key("coding")
            writer.array(codings) { $1.coding($0) }
        }
    }

    /// Appends a Quantity: a number and its unit; an integer is exact if its unit needs no conversion.
    ///
    /// The number is converted from the unit of `measure` to `unit`. If it cannot be converted, or `unit` is nil, the
    /// Quantity has the unit of `measure`.
    package mutating func quantity(_ measure: ForkDocument.Measure, in unit: FHIR.Unit?) {
        let own = unit.flatMap { unit in unit.converted(measure.number, from: measure.unit).map { (unit, $0) } }
        let (shown, number) =
            own
            ?? {
                let unit = FHIR.Unit(measure.unit)
                return (unit, unit.converted(measure.number, from: measure.unit) ?? measure.number)
            }()
        object { writer in
            writer.key("value")
            if let integer = measure.integer, number == measure.number {
                writer.number(integer)
            } else {
                writer.number(number)
            }
            if !shown.name.isEmpty {
                writer.key("unit")
                writer.text(shown.name)
            }
            if !shown.code.isEmpty {
                writer.key("system")
                writer.string(FHIR.CodeSystem.ucum.url)
                writer.key("code")
                writer.string(shown.code)
            }
        }
    }

    /// Appends a component of an Observation; `value` writes further members, such as `valueQuantity`, by `key`.
    mutating func component(_ codes: FHIR.Codes, _ value: (inout Writer) -> Void) {
        object { writer in
            writer.key("code")
            writer.raw(codes.concept)
            value(&writer)
        }
    }

    /// Appends the member that says why there is no value.
    package mutating func absent(_ reason: FHIR.Coding = .unknown) {
        key("dataAbsentReason")
        concept([reason])
    }

    /// Appends a member with a text; nothing if the text is nil or empty.
    mutating func member(_ key: StaticString, nonEmpty text: String?) {
        guard let text, !text.isEmpty else { return }
        self.key(key)
        self.text(text)
    }
}

extension Unicode.Scalar {
    /// Whether the character is a control character of ASCII or Latin-1.
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
