package import JSON

/// Reads fields that uploads and settings have in common.
package enum FieldReader {
    package static func uuid(_ field: Value?, _ name: String) throws(Refusal) -> UUID128 {
        guard let field else { throw .missing(name) }
        guard let text = field.text else { throw .wrongType(name, "a string") }
        guard let id = unsafe text.withBytes({ unsafe UUID128(parsing: $0) }) else {
            throw .noUUID(name)
        }
        return id
    }

    package static func text(_ field: Value?, _ name: String) throws(Refusal) -> [UInt8]? {
        guard let field else { return nil }
        guard let text = field.text else { throw .wrongType(name, "a string") }
        return text.bytes
    }
}

extension Value {
    /// Returns the value of a member; nil if it is missing or null.
    ///
    /// If a key occurs twice, the last member counts.
    @_lifetime(copy self)
    package func field(_ name: StaticString) -> Value? {
        guard let value = member(name), !value.isNull else { return nil }
        return value
    }

    /// Returns the value of a member, or of another member if the first one is missing or null.
    @_lifetime(copy self)
    package func field(_ name: StaticString, or other: StaticString) -> Value? {
        if let value = field(name) { return value }
        return field(other)
    }
}
