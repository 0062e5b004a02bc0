import JSON
import Vocabulary

/// Samples in the native form of uploads.
enum SampleJSON {
    /// Appends `{"id":…,"type":…,"start_date":…,"end_date":…,`; further members must follow.
    static func begin(_ id: UUID128, _ type: [UInt8], start: Int64, end: Int64, into writer: inout Writer) {
        writer.raw("{\"id\":\"")
        id.append(to: &writer.bytes)
        writer.raw("\",")
        head(type, start: start, end: end, into: &writer)
    }

    /// Appends `"type":…,"start_date":…,"end_date":…,`.
    static func head(_ type: [UInt8], start: Int64, end: Int64, into writer: inout Writer) {
        writer.raw("\"type\":\"")
        writer.raw(type)
        writer.raw("\",\"start_date\":")
        date(start, into: &writer)
        writer.raw(",\"end_date\":")
        date(end, into: &writer)
        writer.raw(",")
    }

    /// Appends a date as seconds since 2001.
    static func date(_ milliseconds: Int64, into writer: inout Writer) {
        if milliseconds % 1_000 == 0 {
            writer.number(milliseconds / 1_000)
        } else {
            writer.number(Double(milliseconds) / 1_000)
        }
    }

    /// Appends the value of a quantity or category sample, and its unit.
    static func value(
        _ value: ArraySlice<UInt8>,
        unit: ArraySlice<UInt8>,
        of type: SampleType,
        into writer: inout Writer
    ) {
        writer.raw("\"value\":")
        if type.kind == .category {
            writer.number(category(value, type) ?? 0)
            return
        }
        if NumberText.isJSON(value) { writer.raw(value) } else { writer.number(NumberText.double(value) ?? 0) }
        writer.raw(",\"unit\":")
        writer.string(Array(unit))
    }

    /// Returns the code of a category value, which is an integer or Apple's name for it; nil for any other text.
    ///
    /// Old phones left out the value of types that have only one value.
    static func category(_ value: ArraySlice<UInt8>, _ type: SampleType) -> Int64? {
        if value.isEmpty { return 0 }
        if let code = NumberText.whole(value) { return code }
        return unsafe value.withUnsafeBytes { unsafe Catalogue.categoryCode(type, appleName: $0) }
    }
}
