import JSON
package import Worker

/// What a replay was asked for, and how far it goes: written once, when it is first started.
package struct ReplayRequest: Equatable, Sendable {
    /// What the names of its topics begin with.
    package let into: String
    /// What the names of the live topics begin with that it stands beside.
    package let livePrefix: String
    /// What the names of the topics that it reads begin with.
    package let inputPrefix: String
    /// Its consumer group, which is not the live one.
    package let group: String
    /// When it was first started, in milliseconds since 1970.
    package let beganMilliseconds: Int64
    /// The options that must be the same whenever it is started, by their names.
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

    /// The options that are not as they were, as `--name: was, and is now`; none when it is the same replay.
    package func differences(in other: [String: String]) -> [String] {
        Set(asked.keys).union(other.keys).sorted().compactMap { name in
            let (before, now) = (asked[name], other[name])
            return before == now ? nil : "--\(name) was \(before ?? "not given"), and is \(now ?? "not given")"
        }
    }
}

/// Its JSON: `{"into", "live_prefix", "input_prefix", "group", "began", "asked": {name: value}, "uploads": {"from": [],
/// "to": []}, "connections": {"to": []}}`, the offsets by partition, instants in Unix milliseconds.
extension ReplayRequest {
    package var json: [UInt8] {
        var writer = Writer(capacity: 1_024)
        writer.raw("{\"into\":")
        writer.string(into)
        for (name, text) in [("live_prefix", livePrefix), ("input_prefix", inputPrefix), ("group", group)] {
            writer.raw(",")
            writer.string(name)
            writer.raw(":")
            writer.string(text)
        }
        writer.raw(",\"began\":")
        writer.number(beganMilliseconds)
        writer.raw(",\"asked\":{")
        for (index, option) in asked.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(option.key)
            writer.raw(":")
            writer.string(option.value)
        }
        writer.raw("},\"uploads\":{\"from\":")
        writer.numbers(range.uploads.map(\.lowerBound))
        writer.raw(",\"to\":")
        writer.numbers(range.uploads.map(\.upperBound))
        writer.raw("},\"connections\":{\"to\":")
        writer.numbers(range.connections)
        writer.raw("}}")
        return writer.bytes
    }

    /// Reads its JSON, fields that are not known passed over; nil when something is missing.
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
        // No log is so long; sums of these stay numbers.
        let offsets = Int64(0)...1 << 48
        let numbers = elements.map { $0.integer }.map { $0.flatMap { offsets.contains($0) ? $0 : nil } }
        return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }
}

extension Writer {
    /// A list of whole numbers.
    fileprivate mutating func numbers(_ numbers: [Int64]) {
        raw("[")
        for (index, number) in numbers.enumerated() {
            if index > 0 { raw(",") }
            self.number(number)
        }
        raw("]")
    }
}
