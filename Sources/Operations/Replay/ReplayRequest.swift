import JSON
package import Worker

/// The options and the input range of a replay, written at its first start.
package struct ReplayRequest: Equatable, Sendable {
    /// The prefix of the replay's topics.
    package let into: String
    /// The prefix of the live topics.
    package let livePrefix: String
    /// The prefix of the input topics.
    package let inputPrefix: String
    /// The replay's own consumer group.
    package let group: String
    /// When the replay was first started, in Unix milliseconds.
    package let beganMilliseconds: Int64
    /// The options that must be equal at each start, by name.
    package let asked: [String: String]
    package let range: ReplayRange

    package init(
        into: String,
        livePrefix: String,
        inputPrefix: String,
        group: String,
        beganMilliseconds: Int64,
        asked: [String: String],
        range: ReplayRange
    ) {
        self.into = into
        self.livePrefix = livePrefix
        self.inputPrefix = inputPrefix
        self.group = group
        self.beganMilliseconds = beganMilliseconds
        self.asked = asked
        self.range = range
    }

    /// Returns a text for each option that differs; empty if all options are equal.
    package func differences(in other: [String: String]) -> [String] {
        Set(asked.keys).union(other.keys).sorted().compactMap { name in
            let (before, now) = (asked[name], other[name])
            return before == now ? nil : "--\(name) was \(before ?? "not given"), and is \(now ?? "not given")"
        }
    }
}

/// The JSON of a request.
///
/// `{"into", "live_prefix", "input_prefix", "group", "began", "asked": {name: value}, "uploads": {"from": [], "to":
/// []}, "connections": {"to": []}}`, with offsets by partition and times in Unix milliseconds.
extension ReplayRequest {
    package var json: [UInt8] {
        Writer.object {
            $0.member("into", into)
            $0.member("live_prefix", livePrefix)
            $0.member("input_prefix", inputPrefix)
            $0.member("group", group)
            $0.member("began", beganMilliseconds)
            $0.member("asked") {
                $0.object { for (name, value) in asked.sorted(by: { $0.key < $1.key }) { $0.member(name, value) } }
            }
            $0.member("uploads") {
                $0.object {
                    $0.member("from", range.uploads.map(\.lowerBound))
                    $0.member("to", range.uploads.map(\.upperBound))
                }
            }
            $0.member("connections") { $0.object { $0.member("to", range.connections) } }
        }
    }

    /// Parses the JSON; ignores unknown fields, and returns nil if a field is missing.
    package init?(_ json: [UInt8]) {
        var parser = Parser()
        guard let root = try? parser.parse(json), let into = root.member("into")?.text?.string,
            let livePrefix = root.member("live_prefix")?.text?.string,
            let inputPrefix = root.member("input_prefix")?.text?.string,
            let group = root.member("group")?.text?.string,
            let began = root.member("began")?.integer,
            let from = Self.numbers(root.member("uploads")?.member("from")),
            let to = Self.numbers(root.member("uploads")?.member("to")),
            let connections = Self.numbers(root.member("connections")?.member("to")),
            from.count == to.count, from.count == connections.count
        else { return nil }
        var asked: [String: String] = [:]
        var options = root.member("asked")?.members
        while let option = options?.next() { asked[option.key.string] = option.value.text?.string }
        self.init(
            into: into,
            livePrefix: livePrefix,
            inputPrefix: inputPrefix,
            group: group,
            beganMilliseconds: began,
            asked: asked,
            range: ReplayRange(uploads: zip(from, to).map { min($0, $1)..<$1 }, connections: connections)
        )
    }

    private static func numbers(_ value: consuming Value?) -> [Int64]? {
        guard let elements = value?.elements else { return nil }
        // The limit is higher than any real offset, and keeps sums of offsets from overflowing.
        let offsets = Int64(0)...1 << 48
        let numbers = elements.map { $0.integer }.map { $0.flatMap { offsets.contains($0) ? $0 : nil } }
        return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }
}
