extension Value {
    /// The members of an object that count: of equal keys the last, null ones not at all if they are not kept, ascending
    /// by key; nil where this is no object.
    ///
    /// The work grows with their number times its logarithm: an object can have as many keys as a document has room for.
    @_lifetime(copy self)
    package func countingMembers(keepsNulls: Bool = false) -> CountingMembers? {
        guard var members else { return nil }
        var keys: [Int] = []
        while let member = members.next() { keys.append(member.value.index &- 1) }
        keys.sort { isAscending($0, $1) }
        var kept = 0
        for index in keys.indices {
            let (key, next) = (keys[index], index + 1)
            if next < keys.count, Member(at: at(keys[next])).key == Member(at: at(key)).key { continue }
            if !keepsNulls, at(key &+ 1).isNull { continue }
            keys[kept] = key
            kept += 1
        }
        keys.removeSubrange(kept...)
        return CountingMembers(of: self, keys: keys)
    }

    /// Whether a member sorts before another, told by the places of their keys: of equal keys the one that stands last is
    /// also sorted last.
    private func isAscending(_ left: Int, _ right: Int) -> Bool {
        let (leftKey, rightKey) = (Member(at: at(left)).key, Member(at: at(right)).key)
        return leftKey == rightKey ? left < right : leftKey.precedes(rightKey)
    }

    /// Whether it is, or holds, an integer beyond 64 bits with a sign: one that only a number without a sign can say.
    package var hasUnsigned: Bool {
        var place = index
        while place < next {
            switch UInt8(truncatingIfNeeded: unsafe tape[place] &>> 56) {
            case Tag.unsigned: return true
            case Tag.signed, Tag.double: place &+= 2
            default: place &+= 1
            }
        }
        return false
    }
}

/// The members of an object that count and were not walked yet.
package struct CountingMembers: ~Escapable {
    private let object: Value
    /// Where the keys stand on the tape: an array can hold no members.
    private let keys: [Int]
    private var done = 0

    @_lifetime(copy object)
    fileprivate init(of object: Value, keys: [Int]) {
        self.object = object
        self.keys = keys
    }

    /// How many there are, walked or not.
    package var count: Int { keys.count }

    /// Passes the next member.
    @_lifetime(copy self)
    package mutating func next() -> Member? {
        guard done < keys.count else { return nil }
        done += 1
        return Member(at: object.at(keys[done - 1]))
    }
}
