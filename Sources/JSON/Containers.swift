/// The elements of an array, read off the tape without allocating.
@safe package struct Elements: Sequence {
    let tape: UnsafePointer<UInt64>
    let strings: UnsafePointer<UInt8>
    let start: Int
    let end: Int

    init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, start: Int, end: Int) {
        unsafe self.tape = unsafe tape
        unsafe self.strings = unsafe strings
        self.start = start
        self.end = end
    }

    /// Walks from the first element.
    package func makeIterator() -> Iterator {
        unsafe Iterator(tape: tape, strings: strings, index: start, end: end)
    }

    /// A place between two elements.
    @safe package struct Iterator: IteratorProtocol {
        let tape: UnsafePointer<UInt64>
        let strings: UnsafePointer<UInt8>
        var index: Int
        let end: Int

        init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int, end: Int) {
            unsafe self.tape = unsafe tape
            unsafe self.strings = unsafe strings
            self.index = index
            self.end = end
        }

        /// The next element.
        package mutating func next() -> Value? {
            guard index < end else { return nil }
            let value = unsafe Value(tape: tape, strings: strings, index: index)
            index = value.next
            return value
        }
    }
}

/// The members of an object, read off the tape without allocating.
@safe package struct Members: Sequence {
    let tape: UnsafePointer<UInt64>
    let strings: UnsafePointer<UInt8>
    let start: Int
    let end: Int

    init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, start: Int, end: Int) {
        unsafe self.tape = unsafe tape
        unsafe self.strings = unsafe strings
        self.start = start
        self.end = end
    }

    /// Walks from the first member.
    package func makeIterator() -> Iterator {
        unsafe Iterator(tape: tape, strings: strings, index: start, end: end)
    }

    /// A place between two members.
    @safe package struct Iterator: IteratorProtocol {
        let tape: UnsafePointer<UInt64>
        let strings: UnsafePointer<UInt8>
        var index: Int
        let end: Int

        init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int, end: Int) {
            unsafe self.tape = unsafe tape
            unsafe self.strings = unsafe strings
            self.index = index
            self.end = end
        }

        /// The next member: a key is a word of the tape, its value follows.
        package mutating func next() -> (key: Text, value: Value)? {
            guard index < end else { return nil }
            let key = unsafe Text(strings: strings, word: tape[index])
            let value = unsafe Value(tape: tape, strings: strings, index: index &+ 1)
            index = value.next
            return (key, value)
        }
    }
}
