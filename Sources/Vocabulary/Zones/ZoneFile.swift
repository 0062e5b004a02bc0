/// The content of a TZif file (RFC 9636): transitions, the offsets between them, and the rule for later times.
struct ZoneFile {
    /// The transitions, in seconds since 2001, ascending.
    private(set) var transitions: [Int64] = []
    /// The offsets: the first one before all transitions, then one after each.
    private(set) var offsets: [Int32] = []
    private(set) var rule: ZoneRule?

    /// The greatest offset in either direction, in seconds; the format allows 25:59:59.
    static let greatestOffset: Int64 = 93600
    private static let greatestFile = 1 << 20
    private static let secondOf2050: Int64 = 1_546_300_800

    init(_ bytes: [UInt8]) throws(ZoneError) {
        guard bytes.count <= Self.greatestFile else { throw ZoneError(message: "it is longer than a mebibyte.") }
        var reader = ZoneFileReader(bytes)
        let header = try reader.header()
        guard header.version >= UInt8(ascii: "2") else {
            try read(header, timeSize: 4, &reader)
            return
        }
        // The first block has 32-bit times for old programs. The second block is complete.
        try reader.skip(header.size(timeSize: 4))
        try read(reader.header(), timeSize: 8, &reader)
        rule = try ZoneRule(footer: reader.footer())
        writeOutRule()
    }

    /// Expands the rule into transitions until 2050: finding a transition is eight times faster than computing it.
    ///
    /// Some distributions ship files whose transitions end in 2007 or earlier and leave the rest to the rule.
    private mutating func writeOutRule() {
        guard let rule, rule.saving != nil, let last = transitions.last else { return }
        var segment = rule.segment(at: last)
        offsets[offsets.count - 1] = segment.offset
        while segment.end < Self.secondOf2050, transitions.count < 4000 {
            let next = rule.segment(at: segment.end)
            transitions.append(segment.end)
            offsets.append(next.offset)
            segment = next
        }
    }

    private mutating func read(
        _ header: ZoneFileReader.Header,
        timeSize: Int,
        _ reader: inout ZoneFileReader
    ) throws(ZoneError) {
        guard header.leapCount == 0 else {
            throw ZoneError(message: "it counts leap seconds, which Unix time does not.")
        }
        for _ in 0..<header.timeCount {
            let unixTime = try timeSize == 8 ? reader.integer64() : Int64(reader.integer32())
            guard abs(unixTime / 2) < 1 << 58 else { throw ZoneError(message: "a transition lies beyond all time.") }
            let time = unixTime - 978_307_200
            if let last = transitions.last, last >= time {
                throw ZoneError(message: "its transitions are out of order.")
            }
            transitions.append(time)
        }
        var types: [Int] = [0]
        for _ in 0..<header.timeCount { types.append(Int(try reader.byte())) }
        var typeOffsets: [Int32] = []
        for _ in 0..<header.typeCount {
            let offset = try reader.integer32()
            guard abs(Int64(offset)) < Self.greatestOffset else {
                throw ZoneError(message: "an offset is beyond 26 hours.")
            }
            typeOffsets.append(offset)
            try reader.skip(2)
        }
        guard let greatest = types.max(), greatest < typeOffsets.count else {
            throw ZoneError(message: "a transition leads to a type that is not there.")
        }
        offsets = types.map { typeOffsets[$0] }
        try reader.skip(header.characterCount + header.standardCount + header.utcCount)
    }
}
