import JSON
import Vocabulary

/// The name from which the id of a sample is derived.
///
/// A later export of the same phone gives the same names.
///
///     apple-health/<connection>/<type>/<start>/<end>/<value>/<unit>/<source>/<version>/<device>/<n>
///
/// Dates are milliseconds since 2001, and n counts equal samples from 0.
struct SampleName {
    private let beginning: [UInt8]
    private var writer = Writer()
    /// The number of equal samples, by the id of the first one.
    ///
    /// Quantities and categories are counted when they are sorted; only the few other samples are counted here.
    private var counts: [UUID128: Int] = [:]
    private static let mostCounts = 1 << 17

    init(connection: [UInt8]) { beginning = Array("apple-health/".utf8) + connection + Array("/".utf8) }

    /// Returns the id of the n-th equal sample.
    mutating func id(
        _ type: [UInt8],
        start: Int64,
        end: Int64,
        value: some Collection<UInt8> = [] as [UInt8],
        unit: some Collection<UInt8> = [] as [UInt8],
        origin: [UInt8],
        number: Int = 0
    ) -> UUID128 {
        writer.removeAll()
        writer.raw(beginning)
        writer.raw(type)
        append(start)
        append(end)
        append(value)
        append(unit)
        append(origin)
        append(Int64(number))
        return .v5(name: writer.bytes)
    }

    /// Returns the id of a sample, and counts equal samples in the order of the file.
    mutating func nextID(
        _ type: [UInt8],
        start: Int64,
        end: Int64,
        value: some Collection<UInt8> = [] as [UInt8],
        unit: some Collection<UInt8> = [] as [UInt8],
        origin: [UInt8]
    ) -> UUID128 {
        let first = id(type, start: start, end: end, value: value, unit: unit, origin: origin)
        let number = counts[first, default: 0]
        // Above the limit, further equal samples get the same id, because the counts would need too much memory.
        if number > 0 || counts.count < Self.mostCounts { counts[first] = number + 1 }
        if number == 0 { return first }
        return id(type, start: start, end: end, value: value, unit: unit, origin: origin, number: number)
    }

    private mutating func append(_ part: some Collection<UInt8>) {
        writer.byte(UInt8(ascii: "/"))
        writer.bytes.append(contentsOf: part)
    }

    private mutating func append(_ number: Int64) {
        writer.byte(UInt8(ascii: "/"))
        writer.number(number)
    }
}
