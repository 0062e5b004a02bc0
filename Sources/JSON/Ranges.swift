/// The place in a document's bytes of one element of the array under a key of the outermost object.
///
/// `bytes` must be a valid document. The white space around the element is not in the range. Of equal keys the last
/// counts, compared after unescaping; nil where there is no such element.
package func range(of element: Int, in array: StaticString, bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    unsafe ranges(of: [element], in: array, bytes: bytes)[0]
}

/// As `range(of:in:bytes:)` for several elements, their numbers ascending, in one pass over the bytes.
package func ranges(
    of elements: [Int],
    in array: StaticString,
    bytes: UnsafeRawBufferPointer
) -> [Range<Int>?] {
    Array(repeating: nil, count: elements.count)
}
