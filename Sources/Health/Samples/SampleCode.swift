/// How one sample of a packed segment is written: most dates are whole milliseconds, many numbers are whole, and much
/// is as it was in the sample before.
struct SampleCode: OptionSet {
    let rawValue: UInt8

    /// The start is a double; else it is milliseconds, as their difference from the start before.
    static let unevenStart = SampleCode(rawValue: 1)
    /// The end is a double.
    static let unevenEnd = SampleCode(rawValue: 2)
    /// The end is milliseconds after the start; else, when it is no double either, it is the start.
    static let lasting = SampleCode(rawValue: 4)
    /// The value is a double; else it is a whole number.
    static let fractional = SampleCode(rawValue: 8)
    /// Origin, type and flags follow; else they are those of the sample before.
    static let differing = SampleCode(rawValue: 16)
    /// The version follows; else it is 0.
    static let versioned = SampleCode(rawValue: 32)
    static let extra = SampleCode(rawValue: 64)
}

/// What the next sample of a segment is written against.
struct SampleContext {
    /// Enough for a packed sample without its extra: nine integers and doubles of up to ten bytes, and its id.
    static let bytesMax = 128

    private var milliseconds: Int64 = 0
    private var position: UInt64 = 0
    private var type: UInt16 = 0
    private var flags = Sample.Flags(rawValue: 0)

    init() {}

    /// Writes a sample whose origin has this position in the segment's list; its extra is the caller's.
    mutating func pack(_ row: Sample, position: UInt64, into packer: inout OutputSpan<UInt8>) {
        let code = code(row, position)
        packer.append(code.rawValue)
        packer.word(row.id.hi)
        packer.word(row.id.lo)
        if code.contains(.unevenStart) {
            packer.double(row.start)
        } else {
            packer.signed(row.startMilliseconds &- milliseconds)
        }
        if code.contains(.unevenEnd) {
            packer.double(row.end)
        } else if code.contains(.lasting) {
            packer.unsigned(UInt64(Instant.milliseconds(row.end) - row.startMilliseconds))
        }
        if code.contains(.fractional) { packer.double(row.value) } else { packer.unsigned(UInt64(row.value)) }
        if code.contains(.differing) {
            packer.unsigned(position)
            packer.unsigned(UInt64(row.type))
            packer.append(row.flags.rawValue)
        }
        if code.contains(.versioned) { packer.signed(row.version) }
        note(row, position)
    }

    private func code(_ row: Sample, _ position: UInt64) -> SampleCode {
        var code: SampleCode = []
        if Instant.seconds(milliseconds: row.startMilliseconds) != row.start { code.insert(.unevenStart) }
        if row.end != row.start {
            let end = Instant.milliseconds(row.end)
            code.insert(
                end > row.startMilliseconds && Instant.seconds(milliseconds: end) == row.end ? .lasting : .unevenEnd
            )
        }
        // By bits, so that no zero loses its sign.
        let whole = row.value >= 0 && row.value < 0x1p48 ? UInt64(row.value) : 0
        if Double(whole).bitPattern != row.value.bitPattern { code.insert(.fractional) }
        if position != self.position || row.type != type || row.flags != flags { code.insert(.differing) }
        if row.version != 0 { code.insert(.versioned) }
        if row.extraCount > 0 { code.insert(.extra) }
        return code
    }

    /// Reads a sample: it has the position of its origin instead of the origin, and no extra yet.
    ///
    /// nil when it can't be one.
    @inline(__always) mutating func read(_ code: SampleCode, from unpacker: inout Unpacker) -> Sample? {
        let id = UUID128(hi: unpacker.word(), lo: unpacker.word())
        let start: Double
        let startMilliseconds: Int64
        if code.contains(.unevenStart) {
            start = Double(bitPattern: unpacker.word())
            guard Instant.isDate(start) else { return nil }
            startMilliseconds = Instant.milliseconds(start)
        } else {
            startMilliseconds = milliseconds &+ unpacker.signed()
            start = Instant.seconds(milliseconds: startMilliseconds)
            guard Instant.isDate(start) else { return nil }
        }
        var end = start
        if code.contains(.unevenEnd) {
            end = Double(bitPattern: unpacker.word())
        } else if code.contains(.lasting) {
            end = Instant.seconds(milliseconds: startMilliseconds &+ Int64(truncatingIfNeeded: unpacker.unsigned()))
        }
        let value = code.contains(.fractional) ? Double(bitPattern: unpacker.word()) : Double(unpacker.unsigned())
        if code.contains(.differing) {
            position = unpacker.unsigned()
            type = UInt16(truncatingIfNeeded: unpacker.unsigned())
            flags = Sample.Flags(rawValue: unpacker.byte())
        }
        let version = code.contains(.versioned) ? unpacker.signed() : 0
        milliseconds = startMilliseconds
        guard !unpacker.isBroken, Instant.isDate(end), position < UInt64(Int32.max) else { return nil }
        return Sample(
            id: id,
            start: start,
            end: end,
            value: value,
            startMilliseconds: startMilliseconds,
            version: version,
            origin: Int32(truncatingIfNeeded: position),
            extraStart: 0,
            extraCount: 0,
            type: type,
            flags: flags
        )
    }

    private mutating func note(_ row: Sample, _ position: UInt64) {
        milliseconds = row.startMilliseconds
        self.position = position
        type = row.type
        flags = row.flags
    }
}
