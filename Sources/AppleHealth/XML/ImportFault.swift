/// A place in a file.
package struct XMLPlace: Equatable, Sendable {
    /// The number of bytes before the place.
    package let byte: Int
    /// The line, from 1.
    package let line: Int

    package init(byte: Int, line: Int) {
        self.byte = byte
        self.line = line
    }
}

/// The reason why a file cannot be read further, and its place.
package struct ImportFault: Error, Equatable, CustomStringConvertible {
    package let reason: String
    package let place: XMLPlace

    package init(_ reason: String, at place: XMLPlace) {
        self.reason = reason
        self.place = place
    }

    package var description: String { "\(reason) (line \(place.line), byte \(place.byte))" }
}

/// The number of malformed places that were repaired, and the first of them.
package struct XMLRepairs: Sendable {
    package private(set) var count = 0
    package private(set) var first: (what: String, place: XMLPlace)?

    /// Adds `count` repairs; `place` is the place of the first one.
    mutating func add(_ what: String, count: Int = 1, at place: @autoclosure () -> XMLPlace) {
        self.count += count
        if first == nil { first = (what, place()) }
    }
}
