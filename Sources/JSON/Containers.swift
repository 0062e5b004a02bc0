/// The elements of an array that were not walked yet, read off the tape without allocating.
///
/// What is on a tape is in no `Sequence`, since it does not outlive its document: a walk is `while let` over `next()`.
package struct Elements: ~Escapable {
    private var place: Value
    private let end: Int

    @_lifetime(copy array)
    init(of array: Value) {
        place = array.at(array.index &+ 1)
        end = array.scopeEnd &- 1
    }

    /// Passes the next element.
    @_lifetime(copy self)
    package mutating func next() -> Value? {
        guard place.index < end else { return nil }
        let value = place
        place = value.at(value.next)
        return value
    }

    /// What a body makes of each element that was not walked yet.
    package func map<Result>(_ body: (Value) -> Result) -> [Result] {
        var rest = self
        var results: [Result] = []
        while let value = rest.next() { results.append(body(value)) }
        return results
    }
}

/// The members of an object that were not walked yet, read off the tape without allocating.
package struct Members: ~Escapable {
    /// Where the next key is: a key is a word of the tape, its value follows.
    private var place: Value
    private let end: Int

    @_lifetime(copy object)
    init(of object: Value) {
        place = object.at(object.index &+ 1)
        end = object.scopeEnd &- 1
    }

    /// Passes the next member.
    @_lifetime(copy self)
    package mutating func next() -> Member? {
        guard place.index < end else { return nil }
        let member = Member(at: place)
        place = place.at(member.value.next)
        return member
    }

    /// What a body makes of the key and the value of each member that was not walked yet.
    package func map<Result>(_ body: (Text, Value) -> Result) -> [Result] {
        var rest = self
        var results: [Result] = []
        while let member = rest.next() { results.append(body(member.key, member.value)) }
        return results
    }
}

/// A member of an object.
package struct Member: ~Escapable {
    package let key: Text
    /// What stands under the key.
    package let value: Value

    /// The member whose key is at a place of the tape.
    @_lifetime(copy place)
    init(at place: Value) {
        key = Text(place, word: place.word)
        value = place.at(place.index &+ 1)
    }
}
