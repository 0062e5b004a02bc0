import Health
import JSON

/// A place where two documents differ, and what stands there in each.
package struct PathDifference: Equatable, Sendable {
    /// The place as a JSON pointer (RFC 6901); empty for the document as a whole.
    package let path: [UInt8]
    /// JSON; nil where the live document has nothing.
    package let live: [UInt8]?
    /// JSON; nil where the other document has nothing.
    package let other: [UInt8]?

    package init(path: [UInt8], live: [UInt8]?, other: [UInt8]?) {
        self.path = path
        self.live = live
        self.other = other
    }
}

/// What makes two documents the same: their values, not how these are written.
///
/// The order of members, white space and the way to write a number (`1` and `1.0`) make no difference, and neither do
/// `collected_at` and `user_id` at the top, which only tell of the upload that came last. What is below is compared by
/// its place: an element that was put into a list differs from the one that was there, and so do all that follow.
package enum DocumentComparison {
    private static func isAside(_ key: Text) -> Bool { key == "collected_at" || key == "user_id" }

    /// Where two documents differ, in the order of their keys; what is no JSON differs as a whole.
    package static func differences(live: [UInt8], other: [UInt8]) -> [PathDifference] {
        var liveParser = Parser()
        var otherParser = Parser()
        guard let liveRoot = try? liveParser.parse(live), let otherRoot = try? otherParser.parse(other) else {
            return live == other ? [] : [PathDifference(path: [], live: nil, other: nil)]
        }
        var found: [PathDifference] = []
        compare(liveRoot, otherRoot, at: [], into: &found)
        return found
    }

    /// A hash of what counts of a document, for which the buffer is used; nil for what is no JSON object.
    ///
    /// Documents hash alike if they do not differ, and else, but for one chance in 2^64, not.
    static func hash(_ document: Value, seed: UInt64, _ buffer: inout Writer) -> UInt64? {
        guard var members = document.countingMembers(keepsNulls: true) else { return nil }
        buffer.removeAll(keepingCapacity: true)
        while let member = members.next() {
            if isAside(member.key) { continue }
            buffer.string(member.key)
            member.value.writeCanonical(into: &buffer)
        }
        var hash = ContentHash()
        hash.add(seed)
        hash.add(buffer.bytes)
        return hash.value
    }

    /// It recurses, as deep as the parser has let the documents be.
    private static func compare(_ live: Value, _ other: Value, at path: [UInt8], into found: inout [PathDifference]) {
        if let liveMembers = live.countingMembers(keepsNulls: true),
            let otherMembers = other.countingMembers(keepsNulls: true)
        {
            compare(liveMembers, otherMembers, at: path, into: &found)
        } else if let liveElements = live.elements, let otherElements = other.elements {
            compare(liveElements, otherElements, at: path, into: &found)
        } else {
            let texts = (live.canonical, other.canonical)
            if texts.0 != texts.1 { found.append(PathDifference(path: path, live: live.written, other: other.written)) }
        }
    }

    private static func compare(
        _ live: CountingMembers,
        _ other: CountingMembers,
        at path: [UInt8],
        into found: inout [PathDifference]
    ) {
        var (liveRest, otherRest) = (live, other)
        var (left, right) = (liveRest.next(), otherRest.next())
        while true {
            let order = order(left?.key.bytes, right?.key.bytes)
            guard let key = order <= 0 ? left?.key : right?.key else { return }
            let isCompared = !path.isEmpty || !isAside(key)
            let place = path + pointer(key.bytes)
            if isCompared {
                if order == 0, let left, let right {
                    compare(left.value, right.value, at: place, into: &found)
                } else {
                    found.append(
                        PathDifference(
                            path: place,
                            live: order < 0 ? left?.value.written : nil,
                            other: order > 0 ? right?.value.written : nil
                        )
                    )
                }
            }
            if order <= 0 { left = liveRest.next() }
            if order >= 0 { right = otherRest.next() }
        }
    }

    /// Below zero where the left key comes first or is alone, above where the right one does, and zero for the same.
    private static func order(_ left: [UInt8]?, _ right: [UInt8]?) -> Int {
        guard let left else { return right == nil ? 0 : 1 }
        guard let right else { return -1 }
        if left == right { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func compare(
        _ live: Elements,
        _ other: Elements,
        at path: [UInt8],
        into found: inout [PathDifference]
    ) {
        var (liveRest, otherRest) = (live, other)
        var index = 0
        while true {
            let (left, right) = (liveRest.next(), otherRest.next())
            if left == nil, right == nil { return }
            let place = path + pointer(Array(String(index).utf8))
            if let left, let right {
                compare(left, right, at: place, into: &found)
            } else {
                found.append(PathDifference(path: place, live: left?.written, other: right?.written))
            }
            index += 1
        }
    }

    /// A slash and a key as a JSON pointer has it.
    private static func pointer(_ key: [UInt8]) -> [UInt8] {
        var pointer = [UInt8(ascii: "/")]
        for byte in key {
            switch byte {
            case UInt8(ascii: "~"): pointer += Array("~0".utf8)
            case UInt8(ascii: "/"): pointer += Array("~1".utf8)
            default: pointer.append(byte)
            }
        }
        return pointer
    }
}

extension Value {
    fileprivate var canonical: [UInt8] {
        var writer = Writer()
        writeCanonical(into: &writer)
        return writer.bytes
    }
}
