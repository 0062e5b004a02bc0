import JSON
import Vocabulary

/// A path at which two documents differ, with both values.
package struct PathDifference: Equatable, Sendable {
    /// A JSON pointer (RFC 6901); empty for the whole document.
    package let path: [UInt8]
    /// The JSON value in the live document; nil if it has none.
    package let live: [UInt8]?
    /// The JSON value in the other document; nil if it has none.
    package let other: [UInt8]?

    package init(path: [UInt8], live: [UInt8]?, other: [UInt8]?) {
        self.path = path
        self.live = live
        self.other = other
    }
}

/// Compares documents by their values, not by their JSON text.
///
/// The order of members, white space and number formats (`1` and `1.0`) are ignored. The top-level members
/// `collected_at` and `user_id` are ignored too, because they describe only the last upload. List elements are compared
/// by index, so an inserted element makes all later elements differ.
package enum DocumentComparison {
    private static func isAside(_ key: Text) -> Bool { key == "collected_at" || key == "user_id" }

    /// Returns the paths at which two documents differ, in the order of their keys.
    ///
    /// If one of the values is not JSON, the result is one difference for the whole document.
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

    /// Hashes the compared members of a document; returns nil if the value is not a JSON object.
    ///
    /// `buffer` is scratch space.
    ///
    /// Equal documents have equal hashes. Different documents have equal hashes with a probability of 2^-64.
    static func hash(_ document: Value, seed: UInt64, _ buffer: inout Writer) -> UInt64? {
        guard var members = document.countingMembers(keepsNulls: true) else { return nil }
        buffer.removeAll(keepingCapacity: true)
        while let member = members.next() {
            if isAside(member.key) { continue }
            buffer.string(member.key)
            member.value.writeCanonical(into: &buffer)
        }
        return hash(buffer, seed: seed)
    }

    /// Hashes a document in another form than the Fork schema, which can be any JSON.
    static func hash(whole document: Value, seed: UInt64, _ buffer: inout Writer) -> UInt64 {
        buffer.removeAll(keepingCapacity: true)
        document.writeCanonical(into: &buffer)
        return hash(buffer, seed: seed)
    }

    private static func hash(_ buffer: Writer, seed: UInt64) -> UInt64 {
        var hash = ContentHash()
        hash.add(seed)
        hash.add(buffer.bytes)
        return hash.value
    }

    /// Appends the differences between two values; the parser limits the depth of the recursion.
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

    /// Compares two keys: negative if the left key comes first, positive if the right key does, 0 if equal.
    ///
    /// A missing key comes last.
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

    /// Encodes a key as one segment of a JSON pointer.
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
