package import JSON

extension Parser {
    /// Parses the value of an input record.
    ///
    /// - Throws: A refusal if there is no value, or if it is too long or not JSON.
    @_lifetime(&self)
    package mutating func record(_ bytes: RawSpan?, maxBytes: Int) throws(Refusal) -> Value {
        guard let bytes, bytes.byteCount > 0 else {
            throw Refusal(.noData, "The record has no value.")
        }
        if bytes.byteCount > maxBytes {
            throw Refusal(.tooLarge, "The record is longer than \(maxBytes) bytes.")
        }
        do throws(ParseError) {
            return try parse(bytes)
        } catch {
            throw Refusal(.decodingError, error.description)
        }
    }
}

extension ConnectionID {
    /// Throws a refusal if a record's key differs from the connection id.
    package func check(key: [UInt8]?) throws(Refusal) {
        guard key == bytes else {
            throw Refusal(.invalidIdentifier, "The record's key must equal its connection id.")
        }
    }
}
