/// The elements of an array, read off the tape without allocating.
@safe @frozen package struct Elements: Sequence {
    @usableFromInline let tape: UnsafePointer<UInt64>
    @usableFromInline let strings: UnsafePointer<UInt8>
    @usableFromInline let start: Int
    @usableFromInline let end: Int

    @inlinable init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, start: Int, end: Int) {
        unsafe self.tape = unsafe tape
        unsafe self.strings = unsafe strings
        self.start = start
        self.end = end
    }

    /// Walks from the first element.
    @inlinable package func makeIterator() -> Iterator {
        unsafe Iterator(tape: tape, strings: strings, index: start, end: end)
    }

    /// A place between two elements.
    @safe @frozen package struct Iterator: IteratorProtocol {
        @usableFromInline let tape: UnsafePointer<UInt64>
        @usableFromInline let strings: UnsafePointer<UInt8>
        @usableFromInline var index: Int
        @usableFromInline let end: Int

        @inlinable init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int, end: Int) {
            unsafe self.tape = unsafe tape
            unsafe self.strings = unsafe strings
            self.index = index
            self.end = end
        }

        /// The next element.
        @inlinable package mutating func next() -> Value? {
            guard index < end else { return nil }
            let value = unsafe Value(tape: tape, strings: strings, index: index)
            index = value.next
            return value
        }
    }
}

/// The members of an object, read off the tape without allocating.
@safe @frozen package struct Members: Sequence {
    @usableFromInline let tape: UnsafePointer<UInt64>
    @usableFromInline let strings: UnsafePointer<UInt8>
    @usableFromInline let start: Int
    @usableFromInline let end: Int

    @inlinable init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, start: Int, end: Int) {
        unsafe self.tape = unsafe tape
        unsafe self.strings = unsafe strings
        self.start = start
        self.end = end
    }

    /// Walks from the first member.
    @inlinable package func makeIterator() -> Iterator {
        unsafe Iterator(tape: tape, strings: strings, index: start, end: end)
    }

    /// A place between two members.
    @safe @frozen package struct Iterator: IteratorProtocol {
        @usableFromInline let tape: UnsafePointer<UInt64>
        @usableFromInline let strings: UnsafePointer<UInt8>
        @usableFromInline var index: Int
        @usableFromInline let end: Int

        @inlinable init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int, end: Int) {
            unsafe self.tape = unsafe tape
            unsafe self.strings = unsafe strings
            self.index = index
            self.end = end
        }

        /// The next member: a key is a word of the tape, its value follows.
        @inlinable package mutating func next() -> (key: Text, value: Value)? {
            guard index < end else { return nil }
            let key = unsafe Text(strings: strings, word: tape[index])
            let value = unsafe Value(tape: tape, strings: strings, index: index &+ 1)
            index = value.next
            return (key, value)
        }
    }
}
