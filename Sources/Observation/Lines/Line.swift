import JSON

/// Builds one log line: time, level, event and message first, then fields, written directly into the buffer.
///
/// Names, events and messages are literals. Values are escaped, so that the line stays one line and valid JSON.
struct Line {
    private let format: LineFormat
    private var writer: Writer

    init(format: LineFormat, writer: consuming Writer) {
        self.format = format
        self.writer = writer
    }

    mutating func begin(unixMilliseconds: Int64, level: Level, event: StaticString, message: StaticString) {
        writer.removeAll()
        let time = Timestamp.bytes(unixMilliseconds: unixMilliseconds)
        switch format {
        case .text:
            writer.raw(time)
            writer.byte(space)
            writer.raw(Array(level.rawValue.utf8))
            for _ in level.rawValue.utf8.count..<8 { writer.byte(space) }
            writer.raw(event)
            writer.raw("  ")
            writer.raw(message)
        case .json:
            writer.raw("{\"time\":\"")
            writer.raw(time)
            writer.raw("\",\"level\":\"")
            writer.raw(Array(level.rawValue.utf8))
            writer.raw("\",\"event\":")
            writer.string(event)
            writer.raw(",\"message\":")
            writer.string(message)
        }
    }

    mutating func number(_ name: StaticString, _ value: Int) {
        key(name)
        writer.number(value)
    }

    /// Writes a duration with at most six decimal places.
    mutating func seconds(_ name: StaticString, _ value: Double) {
        key(name)
        let isSane = value.isFinite && abs(value) < 1e9
        writer.number(isSane ? (value * 1e6).rounded() / 1e6 : 0)
    }

    /// Writes a rate per second with one decimal place.
    mutating func rate(_ name: StaticString, _ value: Double) {
        seconds(name, (value * 10).rounded() / 10)
    }

    mutating func text(_ name: StaticString, _ value: String) {
        key(name)
        if format == .text, EscapedText.isPlain(value) {
            writer.raw(Array(value.utf8))
        } else {
            EscapedText.quote(value, into: &writer)
        }
    }

    /// Writes the code and the sentence of a reason.
    mutating func reason(_ reason: Reason) {
        text("code", reason.code.rawValue)
        text("reason", reason.sentence)
    }

    mutating func texts(_ name: StaticString, _ values: [String]) {
        guard format == .json else {
            text(name, values.joined(separator: " "))
            return
        }
        key(name)
        writer.raw("[")
        for (index, value) in values.prefix(100).enumerated() {
            if index > 0 { writer.raw(",") }
            EscapedText.quote(value, into: &writer)
        }
        writer.raw("]")
    }

    /// Writes numbers by name: in JSON as an object, in text as one value.
    mutating func numbers(_ name: StaticString, _ values: [(name: String, value: Int)]) {
        guard format == .json else {
            text(name, values.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
            return
        }
        key(name)
        writer.raw("{")
        for (index, value) in values.enumerated() {
            if index > 0 { writer.raw(",") }
            EscapedText.quote(value.name, into: &writer)
            writer.raw(":")
            writer.number(value.value)
        }
        writer.raw("}")
    }

    /// Writes partitions as ranges such as `0-5,9`, which are short even for many partitions.
    mutating func partitions(_ values: [Int32]) {
        text("partitions", EscapedText.ranges(values))
    }

    /// Writes a lane and one of its partitions.
    mutating func place(_ lane: Int, _ partition: Int32) {
        number("lane", lane)
        number("partition", Int(partition))
    }

    /// Writes a lane and some of its partitions.
    mutating func place(_ lane: Int, _ partitions: [Int32]) {
        number("lane", lane)
        self.partitions(partitions)
    }

    /// Passes the complete line to `output`; the buffer is valid only during the call.
    mutating func end(_ output: (borrowing [UInt8]) -> Void) {
        writer.raw(format == .json ? "}\n" : "\n")
        output(writer.bytes)
    }

    private mutating func key(_ name: StaticString) {
        switch format {
        case .text:
            writer.byte(space)
            writer.raw(name)
            writer.raw("=")
        case .json:
            writer.raw(",")
            writer.string(name)
            writer.raw(":")
        }
    }

    private var space: UInt8 { UInt8(ascii: " ") }
}
