import JSON
import Vocabulary

/// Functions that write fields of a dialect's sample in their native form.
extension Writer {
    /// Appends a member with an unchanged value; appends nothing if the value is missing or null.
    mutating func field(_ name: StaticString, _ value: Value?) {
        guard let value, !value.isNull else { return }
        key(name)
        value.write(into: &self)
    }

    mutating func field(_ name: StaticString, number: Double) {
        key(name)
        self.number(number)
    }

    /// Appends an object with a number and its unit.
    mutating func quantity(_ number: Double, _ unit: String) {
        raw("{\"value\":")
        self.number(number)
        raw(",\"unit\":")
        string(unit)
        raw("}")
    }

    /// Appends a member of the metadata under its own name; appends nothing if the value is null.
    ///
    /// Objects and lists become text: their JSON with sorted keys.
    mutating func unnamed(_ name: Text, _ value: Value) throws(Refusal) {
        if value.isNull { return }
        separate()
        string(name)
        raw(":")
        if value.kind == .object || value.kind == .array {
            if value.hasUnsigned { throw .beyond64Bits }
            var json = Writer()
            value.writeCanonical(into: &json, keepsNulls: false)
            string(json.bytes)
        } else {
            value.write(into: &self)
        }
    }

    /// Appends the members of an object unchanged, after a comma.
    ///
    /// If a key occurs twice, the last member counts. So these members replace members that were written earlier.
    mutating func members(of value: Value?, _ name: String) throws(Refusal) {
        guard let value, !value.isNull else { return }
        guard var members = value.members else { throw .wrongType(name, "an object") }
        while let member = members.next() {
            separate()
            string(member.key)
            raw(":")
            member.value.write(into: &self)
        }
    }

    /// Appends a member with an object, and calls `write` to append the members of the object.
    ///
    /// Appends nothing if `write` appends nothing.
    mutating func object(_ name: StaticString, _ write: (inout Writer) throws(Refusal) -> Void) throws(Refusal) {
        let before = bytes.count
        key(name)
        byte(UInt8(ascii: "{"))
        let start = bytes.count
        try write(&self)
        if bytes.count == start {
            bytes.removeLast(bytes.count - before)
        } else {
            byte(UInt8(ascii: "}"))
        }
    }

    /// Appends the version of an operating system as `10.3.1`, from text or from an object of three numbers.
    mutating func operatingSystemVersion(_ version: Value?) throws(Refusal) {
        guard let version, !version.isNull else { return }
        key("operatingSystemVersion")
        if let text = version.text { return string(text) }
        guard let major = version.field("majorVersion")?.integer else {
            var json = Writer()
            version.writeCanonical(into: &json, keepsNulls: false)
            return string(json.bytes)
        }
        let minor = version.field("minorVersion")?.integer ?? 0
        let patch = version.field("patchVersion")?.integer ?? 0
        string("\(major).\(minor).\(patch)")
    }
}
