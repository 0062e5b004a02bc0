extension Members {
    /// The members that count: of equal keys the last, null ones not at all, ascending by key.
    ///
    /// The work grows with their number times its logarithm: an object can have as many keys as a document has room for.
    package var counting: [(key: Text, value: Value)] {
        var all: [(key: Text, value: Value)] = []
        for member in self { all.append(member) }
        all.sort { $0.key == $1.key ? $0.value.index < $1.value.index : $0.key.precedes($1.key) }
        var kept = 0
        for index in all.indices {
            if index + 1 < all.count, all[index + 1].key == all[index].key { continue }
            if all[index].value.isNull { continue }
            all[kept] = all[index]
            kept += 1
        }
        all.removeSubrange(kept...)
        return all
    }
}

extension Value {
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
