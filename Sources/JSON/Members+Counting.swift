extension Value {
    /// Returns the effective members of an object, ascending by key; nil if the value is not an object.
    ///
    /// If a key occurs several times, only its last member is effective. Nulls are left out unless `keepsNulls`.
    /// Members are sorted, so the cost is n log n even for hostile documents.
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

    /// Whether a key sorts before another; equal keys keep the order of the document.
    private func isAscending(_ left: Int, _ right: Int) -> Bool {
        let (leftKey, rightKey) = (Member(at: at(left)).key, Member(at: at(right)).key)
        return leftKey == rightKey ? left < right : leftKey.precedes(rightKey)
    }

    /// Whether the value is or contains an integer from 2^63 to 2^64 − 1, which needs an unsigned 64-bit integer.
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

/// The remaining members of an object, without duplicate keys.
package struct CountingMembers: ~Escapable {
    private let object: Value
    /// The positions of the keys on the tape, because an array cannot hold members.
    private let keys: [Int]
    private var done = 0

    @_lifetime(copy object)
    fileprivate init(of object: Value, keys: [Int]) {
        self.object = object
        self.keys = keys
    }

    package var count: Int { keys.count }

    /// Returns the next member; nil at the end.
    @_lifetime(copy self)
    package mutating func next() -> Member? {
        guard done < keys.count else { return nil }
        done += 1
        return Member(at: object.at(keys[done - 1]))
    }
}
