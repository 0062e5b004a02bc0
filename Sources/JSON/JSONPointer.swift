/// A JSON pointer (RFC 6901): the place of a value in a document.
///
/// ```swift
/// JSONPointer.root.member("samples").element(3).description  // "/samples/3"
/// ```
package struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// The pointer to the whole document.
    package static let root = JSONPointer(unchecked: "")

    /// The pointer as text; empty for the whole document.
    package let description: String

    private init(unchecked text: String) { description = text }

    /// Creates a pointer from its text; nil if the text is not a pointer.
    package init?(_ text: String) {
        guard text.isEmpty || text.hasPrefix("/") else { return nil }
        self.init(unchecked: text)
    }

    /// Returns the pointer to a member of the object at this pointer.
    package func member(_ key: String) -> JSONPointer {
        let token = key.replacing("~", with: "~0").replacing("/", with: "~1")
        return JSONPointer(unchecked: "\(description)/\(token)")
    }

    /// Returns the pointer to an element of the array at this pointer.
    package func element(_ index: Int) -> JSONPointer { JSONPointer(unchecked: "\(description)/\(index)") }

    /// The pointer to the array or object that contains the value; nil for the whole document.
    package var container: JSONPointer? {
        description.lastIndex(of: "/").map { JSONPointer(unchecked: String(description[..<$0])) }
    }

    /// The position in the array that contains the value; nil if the last token is not an index.
    package var index: Int? { tokens.last.flatMap { Self.index($0) } }

    /// The keys and indices on the way to the value, without escapes.
    var tokens: [String] {
        let tokens = description.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return tokens.map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
    }

    /// Reads a token as the index of an array; nil if it has a sign, a leading zero, or other characters than digits.
    static func index(_ token: String) -> Int? {
        let isWritten = token.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isWritten && (token == "0" || !token.hasPrefix("0")) ? Int(token) : nil
    }
}
