import Formats
import Vocabulary

/// Lines become records of every form: always JSON, the same each time, and in proportion to the line.
enum Forms {
    private static let forms = DocumentForm.all(World.zones)
    private static let maxima = [1_000, 900_000]
    /// A resource has about a thousand bytes around a sample, which takes some forty in a document at least.
    private static let timesMax = 64
    private static let bytesMax = 16_384

    static func check(_ bytes: [UInt8]) throws(Fault) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            for form in forms { for maximum in maxima { try check(Array(line), form, maximum) } }
        }
    }

    private static func check(_ line: [UInt8], _ form: DocumentForm, _ maximum: Int) throws(Fault) {
        let records = form.records(line, maximum)
        try expect(!records.isEmpty, "\(form.name) has no record")
        try expect(records == form.records(line, maximum), "\(form.name) makes something else each time")
        for record in records { try expect(Documents.canonical(record) != nil, "a record of \(form.name) is no JSON") }
        let length = records.reduce(0) { $0 + $1.count }
        let limit = timesMax * line.count + bytesMax
        try expect(length <= limit, "\(form.name) makes \(length) bytes of \(line.count)")
    }
}
