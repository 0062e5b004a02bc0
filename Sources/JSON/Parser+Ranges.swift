import CSimdjson

extension Parser {
    /// Returns the byte ranges of values in the last document, without surrounding white space.
    ///
    /// Each array is read once, even for many of its elements.
    ///
    /// - Parameter pointers: The places of the values. If one value contains another, only the outer one is found.
    /// - Returns: The range of each value that the document has.
    package func ranges(of pointers: [JSONPointer]) -> [JSONPointer: Range<Int>] {
        guard let document = unsafe document else { return [:] }
        let root = unsafe Value(tape: document.tape, strings: document.strings, index: 1)
        var found: [(pointer: JSONPointer, place: Range<Int>)] = []
        for (container, pointers) in Dictionary(grouping: Set(pointers), by: \.container) {
            guard let container else {
                found.append((.root, root.index..<root.next))
                continue
            }
            guard let value = root.value(at: container) else { continue }
            value.find(pointers, &found)
        }
        found.sort { $0.place.lowerBound < $1.place.lowerBound }
        var end = 0
        found.removeAll { one in
            if one.place.lowerBound < end { return true }
            end = one.place.upperBound
            return false
        }
        return Dictionary(uniqueKeysWithValues: zip(found.map(\.pointer), self.ranges(at: found.map(\.place))))
    }

    /// Returns the byte ranges of places in the last document, in the order of the places; see `Value.place`.
    package func ranges(at places: [Range<Int>]) -> [Range<Int>] {
        guard let parser = unsafe parser, let document = unsafe document else { return places.map { _ in 0..<0 } }
        // A container ends with its closing bracket. Any other value is one token.
        let pairs = places.map { place in
            let tag = UInt8(truncatingIfNeeded: unsafe document.tape[place.lowerBound] &>> 56)
            let isContainer = tag == Tag.object || tag == Tag.array
            return (first: place.lowerBound, last: isContainer ? place.upperBound - 1 : place.lowerBound)
        }
        // simdjson_parser_locate reads the tape once, so the tokens must be in ascending order.
        let tokens = Set(pairs.flatMap { [$0.first, $0.last] }).sorted()
        var ranges = [SimdjsonRange](repeating: SimdjsonRange(), count: tokens.count)
        unsafe simdjson_parser_locate(parser, tokens, tokens.count, &ranges)
        let found = Dictionary(uniqueKeysWithValues: zip(tokens, ranges))
        return pairs.map { (found[$0.first]?.start ?? 0)..<(found[$0.last]?.end ?? 0) }
    }
}

extension Value {
    /// Finds the positions on the tape of values that this array or object contains.
    fileprivate func find(_ pointers: [JSONPointer], _ found: inout [(pointer: JSONPointer, place: Range<Int>)]) {
        guard var elements else {
            for pointer in pointers {
                guard let key = pointer.tokens.last, let value = member(named: key) else { continue }
                found.append((pointer, value.index..<value.next))
            }
            return
        }
        var wanted: [(index: Int, pointer: JSONPointer)] = []
        for pointer in pointers { if let index = pointer.index { wanted.append((index, pointer)) } }
        wanted.sort { $0.index > $1.index }
        var index = 0
        while let next = wanted.last, let element = elements.next() {
            if next.index == index {
                found.append((next.pointer, element.index..<element.next))
                wanted.removeLast()
            }
            index += 1
        }
    }

    /// Returns the value at a pointer within this one; nil if there is none.
    @_lifetime(copy self)
    fileprivate func value(at pointer: JSONPointer) -> Value? {
        var value = self
        for token in pointer.tokens {
            guard let next = value.elements == nil ? value.member(named: token) : value.element(named: token) else {
                return nil
            }
            value = next
        }
        return value
    }

    /// Returns the element whose index is the token; nil if there is none.
    @_lifetime(copy self)
    private func element(named token: String) -> Value? {
        guard let index = JSONPointer.index(token), index < count, var elements else { return nil }
        for _ in 0..<index { _ = elements.next() }
        return elements.next()
    }

    /// Returns the last member with a key; nil if there is none.
    @_lifetime(copy self)
    private func member(named key: String) -> Value? {
        guard var members else { return nil }
        var found: Value?
        while let member = members.next() {
            if unsafe member.key.withBytes({ unsafe $0.elementsEqual(key.utf8) }) { found = member.value }
        }
        return found
    }
}
