import JSON

extension FHIR {
    /// A FHIR resource that a clinical record carries.
    ///
    /// It stays as it is, also the digits of its decimals, except for its id, its tags and its relative references.
    package struct HospitalResource {
        /// The type of the resource, such as `Condition`.
        package let type: String
        /// The JSON of the members of `meta` other than `tag`, each followed by a comma.
        package let meta: [UInt8]
        /// The JSON of the members other than `resourceType`, `id` and `meta`, separated by commas.
        package let members: [UInt8]

        /// Reads the JSON of a resource; nil if it is not a resource of R4.
        ///
        /// `version` is the version or the release of FHIR that the record names, such as `4.0.1` or HealthKit's `R4`; nil
        /// if the record names none.
        package init?(_ json: [UInt8], version: String?) {
            if let version, !["R4", "4.0"].contains(version), !version.hasPrefix("4.0.") { return nil }
            var parser = Parser()
            guard let (type, places) = Self.survey(json, &parser), ResourceTypes.contains(type) else { return nil }
            let copy = ResourceCopy(json, decimals: parser.ranges(at: places))
            guard let root = parser.lastValue() else { return nil }
            self.type = type
            let meta = copy.meta(of: root)
            self.meta = meta.isEmpty ? [] : meta + [UInt8(ascii: ",")]
            members = copy.members(of: root)
        }

        /// Returns the type of a resource and the places of its decimals; nil if the text is not a resource.
        private static func survey(_ json: [UInt8], _ parser: inout Parser) -> (type: String, decimals: [Range<Int>])? {
            guard let root = try? parser.parse(json), let type = root.member("resourceType")?.text?.string else {
                return nil
            }
            var places: [Range<Int>] = []
            root.decimals(&places)
            return (type, places)
        }
    }
}

/// A copy of the members of a resource in their order.
private struct ResourceCopy {
    private let json: [UInt8]
    /// The bytes of the decimals, in the order of the text.
    private let decimals: [Range<Int>]
    /// The number of decimals that are copied or skipped.
    private var next = 0

    init(_ json: [UInt8], decimals: [Range<Int>]) {
        self.json = json
        self.decimals = decimals
    }

    /// Copies the members of `meta` other than `tag`.
    func meta(of root: Value) -> [UInt8] {
        var copy = self
        var writer = Writer()
        guard var members = root.members else { return [] }
        while let member = members.next() {
            if member.key == "meta", var inner = member.value.members {
                writer.removeAll()
                while let member = inner.next() {
                    if member.key == "tag" { copy.skip(member.value) } else { copy.write(member, into: &writer) }
                }
            } else {
                copy.skip(member.value)
            }
        }
        return writer.bytes
    }

    /// Copies the members other than `resourceType`, `id` and `meta`.
    func members(of root: Value) -> [UInt8] {
        var copy = self
        var writer = Writer()
        guard var members = root.members else { return [] }
        while let member = members.next() {
            if member.key == "resourceType" || member.key == "id" || member.key == "meta" {
                copy.skip(member.value)
            } else {
                copy.write(member, into: &writer)
            }
        }
        return writer.bytes
    }

    private mutating func skip(_ value: Value) {
        var places: [Range<Int>] = []
        value.decimals(&places)
        next += places.count
    }

    private mutating func write(_ member: Member, into writer: inout Writer) {
        if !writer.bytes.isEmpty { writer.separate() }
        writer.string(member.key)
        writer.raw(":")
        write(member.value, into: &writer)
    }

    private mutating func write(_ value: Value, into writer: inout Writer) {
        if value.members != nil {
            writer.raw("{")
            writeMembers(of: value, into: &writer)
            writer.raw("}")
        } else if var elements = value.elements {
            writer.raw("[")
            while let element = elements.next() {
                writer.separate()
                write(element, into: &writer)
            }
            writer.raw("]")
        } else if value.kind == .double {
            writer.raw(json[decimals[next]])
            next += 1
        } else {
            value.write(into: &writer)
        }
    }

    /// Copies the members of an element; a relative reference becomes an identifier.
    ///
    /// The reference would lead into the server of the reader, and not to the hospital. If the hospital gives an
    /// identifier too, that one stays.
    private mutating func writeMembers(of value: Value, into writer: inout Writer) {
        let isRelative = value.isRelativeReference
        let hasIdentifier = value.member("identifier") != nil
        guard var members = value.members else { return }
        while let member = members.next() {
            if isRelative, member.key == "reference" {
                guard !hasIdentifier, let text = member.value.text else { continue }
                writer.key("identifier")
                writer.raw("{\"value\":")
                writer.string(text)
                writer.raw("}")
            } else {
                writer.separate()
                writer.string(member.key)
                writer.raw(":")
                write(member.value, into: &writer)
            }
        }
    }
}

extension Value {
    /// Appends the places of all decimals, in the order of the text.
    fileprivate func decimals(_ places: inout [Range<Int>]) {
        if var members {
            while let member = members.next() { member.value.decimals(&places) }
        } else if var elements {
            while let element = elements.next() { element.decimals(&places) }
        } else if kind == .double {
            places.append(place)
        }
    }

    /// Whether the value is a Reference to a resource on the server of the hospital, such as `Patient/7`.
    ///
    /// Other elements of FHIR with a member `reference` have members that a Reference does not have.
    fileprivate var isRelativeReference: Bool {
        guard var members else { return false }
        var isRelative = false
        while let member = members.next() {
            if member.key == "reference" {
                guard let text = member.value.text else { return false }
                isRelative = !text.string.isAbsoluteReference
            } else if !(member.key == "type" || member.key == "identifier" || member.key == "display"
                || member.key == "id" || member.key == "extension" || member.key == "_reference")
            {
                return false
            }
        }
        return isRelative
    }
}

extension String {
    /// Whether a reference leads to a contained resource (`#a`), or begins with a scheme (`https:`, `urn:`).
    fileprivate var isAbsoluteReference: Bool {
        if utf8.first == UInt8(ascii: "#") { return true }
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return colon > utf8.startIndex
            && utf8[..<colon].allSatisfy { byte in
                byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                    || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                    || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }
}
