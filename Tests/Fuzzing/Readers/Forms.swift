import Formats
import JSON
import Vocabulary

/// A document goes out in every form as JSON, which depends on its bytes only; cutting it loses no data point.
enum Forms {
    private static let all = DocumentForm.all(World.zones)

    static func check(_ bytes: [UInt8]) throws(Fault) {
        for form in all {
            let whole = form.records(bytes, .max)
            try expect(whole.count == 1, "\(form.name) is cut although there is room")
            try expect(whole == form.records(bytes, .max), "\(form.name) differs the second time")
            let points = try points(whole, form)
            let cut = try self.points(form.records(bytes, 2_000), form)
            // A resource of FHIR that is longer than a record becomes several.
            if form.name == "omh" {
                try expect(cut == points, "the parts have other data points than the whole")
            } else {
                try expect(cut.count >= points.count, "the parts have fewer resources than the whole")
            }
        }
    }

    /// The resources or data points of records, which must be JSON.
    private static func points(_ records: [[UInt8]], _ form: DocumentForm) throws(Fault) -> [[UInt8]] {
        var parser = Parser()
        var points: [[UInt8]] = []
        for record in records {
            guard let value = try? parser.parse(record) else { throw Fault("a record of \(form.name) is no JSON") }
            points += value.elements?.map { $0.written } ?? value.member("entry")?.elements?.map { $0.written } ?? []
        }
        return points
    }
}
