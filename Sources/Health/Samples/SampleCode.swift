import Vocabulary

/// Flags that describe the encoding of one sample in a packed segment.
///
/// Most dates are whole milliseconds, many numbers are integers, and many fields equal those of the previous sample.
struct SampleCode: OptionSet {
    let rawValue: UInt8

    /// The start is stored as a double.
    ///
    /// Without this flag, it is the difference in milliseconds from the previous start.
    static let unevenStart = SampleCode(rawValue: 1)
    /// The end is a double.
    static let unevenEnd = SampleCode(rawValue: 2)
    /// The end is a number of milliseconds after the start.
    ///
    /// Without this flag and `unevenEnd`, the end equals the start.
    static let lasting = SampleCode(rawValue: 4)
    /// The value is a double.
    ///
    /// Otherwise it is an integer.
    static let fractional = SampleCode(rawValue: 8)
    /// Origin, type and flags follow.
    ///
    /// Otherwise they equal those of the previous sample.
    static let differing = SampleCode(rawValue: 16)
    /// The version follows.
    ///
    /// Otherwise it is 0.
    static let versioned = SampleCode(rawValue: 32)
    static let extra = SampleCode(rawValue: 64)
    /// The number of the claim follows.
    ///
    /// Otherwise it equals that of the previous sample.
    static let claimed = SampleCode(rawValue: 128)
}

/// The fields of the previous sample, relative to which the next sample is encoded or decoded.
struct SampleContext {
    /// The maximum number of bytes of an encoded sample without its extra.
    ///
    /// It allows for ten numbers of up to ten bytes, and spare room.
    static let bytesMax = 128

    private var milliseconds: Int64 = 0
    private var position: UInt64 = 0
    private var claim: UInt64 = 0
    private var type: UInt16 = 0
    private var flags = Sample.Flags(rawValue: 0)

    init() {}

    /// Encodes a sample without its id and extra.
    ///
    /// `position` is the number of the sample's origin in the list, and `claim` that of its claim.
    mutating func pack(_ row: Sample, position: UInt64, claim: UInt64, into packer: inout OutputSpan<UInt8>) {
        let start = row.startMilliseconds
        let code = code(row, start, position, claim)
        packer.append(code.rawValue)
        if code.contains(.unevenStart) {
            packer.double(row.start)
        } else {
            packer.signed(start &- milliseconds)
        }
        if code.contains(.unevenEnd) {
            packer.double(row.end)
        } else if code.contains(.lasting) {
            packer.unsigned(UInt64(Instant.milliseconds(row.end) - start))
        }
        if code.contains(.fractional) { packer.double(row.value) } else { packer.unsigned(UInt64(row.value)) }
        if code.contains(.differing) {
            packer.unsigned(position)
            packer.unsigned(UInt64(row.type))
            packer.unsigned(UInt64(row.flags.rawValue))
        }
        if code.contains(.versioned) { packer.signed(row.version) }
        if code.contains(.claimed) { packer.unsigned(claim) }
        milliseconds = start
        self.position = position
        self.claim = claim
        type = row.type
        flags = row.flags
    }

    private func code(_ row: Sample, _ start: Int64, _ position: UInt64, _ claim: UInt64) -> SampleCode {
        var code: SampleCode = []
        if Instant.seconds(milliseconds: start) != row.start { code.insert(.unevenStart) }
        if row.end != row.start {
            let end = Instant.milliseconds(row.end)
            code.insert(
                end > start && Instant.seconds(milliseconds: end) == row.end ? .lasting : .unevenEnd
            )
        }
        // Compared by bits, so that −0 is not encoded as 0.
        let whole = row.value >= 0 && row.value < 0x1p48 ? UInt64(row.value) : 0
        if Double(whole).bitPattern != row.value.bitPattern { code.insert(.fractional) }
        if position != self.position || row.type != type || row.flags != flags { code.insert(.differing) }
        if row.version != 0 { code.insert(.versioned) }
        if row.extraCount > 0 { code.insert(.extra) }
        if claim != self.claim { code.insert(.claimed) }
        return code
    }

    /// Decodes a sample without its extra; its id is given.
    ///
    /// The `origin` and the `claim` of the result are the numbers in the lists, not pool indices.
    ///
    /// - Returns: The sample; nil if the bytes are not a sample.
    @inline(__always) mutating func read(_ code: SampleCode, _ id: UUID128, from unpacker: inout Unpacker) -> Sample? {
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
            flags = Sample.Flags(rawValue: UInt16(truncatingIfNeeded: unpacker.unsigned()))
        }
        let version = code.contains(.versioned) ? unpacker.signed() : 0
        if code.contains(.claimed) { claim = unpacker.unsigned() }
        milliseconds = startMilliseconds
        guard !unpacker.isBroken, Instant.isDate(end), position < UInt64(Int32.max), claim < UInt64(Int32.max) else {
            return nil
        }
        return Sample(
            id: id,
            start: start,
            end: end,
            value: value,
            version: version,
            origin: Int32(truncatingIfNeeded: position),
            claim: Int32(truncatingIfNeeded: claim),
            extraStart: 0,
            extraCount: 0,
            type: type,
            flags: flags
        )
    }
}
