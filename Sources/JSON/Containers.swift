/// The remaining elements of an array, read from the tape without allocating.
///
/// It is not a `Sequence`, because it must not outlive its document. Iterate with `while let element =
/// elements.next()`.
package struct Elements: ~Escapable {
    private var place: Value
    private let end: Int

    @_lifetime(copy array)
    init(of array: Value) {
        place = array.at(array.index &+ 1)
        end = array.scopeEnd &- 1
    }

    /// Returns the next element; nil at the end.
    @_lifetime(copy self)
    package mutating func next() -> Value? {
        guard place.index < end else { return nil }
        let value = place
        place = value.at(value.next)
        return value
    }

    package func map<Result>(_ body: (Value) -> Result) -> [Result] {
        var rest = self
        var results: [Result] = []
        while let value = rest.next() { results.append(body(value)) }
        return results
    }
}

/// The remaining members of an object, read from the tape without allocating.
package struct Members: ~Escapable {
    /// The position of the next key, which is one word of the tape and is followed by its value.
    private var place: Value
    private let end: Int

    @_lifetime(copy object)
    init(of object: Value) {
        place = object.at(object.index &+ 1)
        end = object.scopeEnd &- 1
    }

    /// Returns the next member; nil at the end.
    @_lifetime(copy self)
    package mutating func next() -> Member? {
        guard place.index < end else { return nil }
        let member = Member(at: place)
        place = place.at(member.value.next)
        return member
    }

    package func map<Result>(_ body: (Text, Value) -> Result) -> [Result] {
        var rest = self
        var results: [Result] = []
        while let member = rest.next() { results.append(body(member.key, member.value)) }
        return results
    }
}

/// A key and value of an object.
package struct Member: ~Escapable {
    package let key: Text
    package let value: Value

    /// The place of the key in the document, for `Parser.ranges(at:)`.
    package var keyPlace: Range<Int> { value.index &- 1..<value.index }

    /// Creates the member whose key is at a position of the tape.
    @_lifetime(copy place)
    init(at place: Value) {
        key = Text(place, word: place.word)
        value = place.at(place.index &+ 1)
    }
}
