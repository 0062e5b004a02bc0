/// Finds the bytes of array elements as they stood in a document: the tape has no offsets into its source, so that the
/// rare refusal takes a second look.
package enum SourceRanges {
    /// The place in a document's bytes of one element of the array under a key of the outermost object.
    ///
    /// `bytes` must be a valid document. The white space around the element is not in the range. Of equal keys the last
    /// counts, compared after unescaping; nil where there is no such element.
    package static func range(of element: Int, in array: StaticString, bytes: RawSpan) -> Range<Int>? {
        ranges(of: [element], in: array, bytes: bytes)[0]
    }

    /// The places in a document's bytes of several elements as `range(of:in:bytes:)` finds each of them.
    ///
    /// `elements` ascend. The result has one place for each of them.
    package static func ranges(
        of elements: [Int],
        in array: StaticString,
        bytes: RawSpan
    ) -> [Range<Int>?] {
        var found = [Range<Int>?](repeating: nil, count: elements.count)
        var scanner = Scanner(bytes: bytes)
        // Only the list that counts is looked into: a key can stand there as often as there is room for it.
        var last: Scanner?
        guard scanner.enter("{") else { return found }
        while let key = scanner.string() {
            let isMeant = scanner.isKey(key, equalTo: array)
            guard scanner.enter(":") else { break }
            if isMeant { last = scanner }
            _ = scanner.value()
            guard scanner.enter(",") else { break }
        }
        last?.find(elements, into: &found)
        return found
    }
}

extension Scanner {
    /// Notes where those elements of an array lie that are asked for.
    fileprivate mutating func find(_ elements: [Int], into found: inout [Range<Int>?]) {
        guard enter("[") else { return }
        var number = 0
        var next = 0
        while !enter("]") {
            guard let range = value() else { return }
            while next < elements.count, elements[next] <= number {
                if elements[next] == number { found[next] = range }
                next += 1
            }
            number += 1
            _ = enter(",")
        }
    }
}
