import Formats
import Foundation
import Testing
import Vocabulary

/// The headers and times of data points.
struct DataPointHeaderTests {
    private static func points(_ samples: String..., sources: String = Documents.watch) throws -> [DataPoint] {
        let list = samples.joined(separator: ",")
        return try DataPoint.all(
            Documents.document(
                "heart",
                sources: sources,
                item: #","data":{"HKQuantityTypeIdentifierHeartRate":[\#(list)]}"#
            )
        )
    }

    @Test func `a header has the id, user, time, schema and origin of the sample`() throws {
        let points = try Self.points(Documents.sample("61.5", "count/min"))
        #expect(points.count == 1)
        let point = points[0]
        #expect(point.id == "8e8bc593-e3ca-46d6-9ee0-654877c83a17")
        #expect(point.header["user_id"] as? String == "conn-7")
        #expect(point.created == "2024-04-16T10:30:00.000+03:00")
        #expect(point.source == "Apple Watch" && point.modality == "sensed")
        #expect(
            Set(point.header.keys) == [
                "id", "user_id", "creation_date_time", "schema_id", "acquisition_provenance",
            ]
        )
    }

    @Test(
        arguments: [
            ((0, 0), "", ["2001-01-01T02:00:00.000+02:00"]),
            ((0, 0.0004), "", ["2001-01-01T02:00:00.000+02:00"]),
            ((0, 0.0005), "", ["2001-01-01T02:00:00.000+02:00", "2001-01-01T02:00:00.001+02:00"]),
            ((0, 60), "", ["2001-01-01T02:00:00.000+02:00", "2001-01-01T02:01:00.000+02:00"]),
            ((0, 0), "Asia/Tokyo", ["2001-01-01T09:00:00.000+09:00"]),
            ((0, 0), "Nowhere", ["2001-01-01T02:00:00.000+02:00"]),
            ((0, 0), "+14:30", ["2001-01-01T00:00:00.000Z"]),
        ] as [((Double, Double), String, [String])]
    )
    func `a time is an instant or an interval, in the sample's zone`(
        bounds: (Double, Double),
        zone: String,
        times: [String]
    ) throws {
        let metadata = #","meta_data":{"HKTimeZone":{"quantity":0,"unit":"\#(zone)"}}"#
        let points = try Self.points(Documents.sample("60", "count/min", bounds, more: zone.isEmpty ? "" : metadata))
        #expect(points.map(\.times) == [times])
        #expect(points.map(\.created) == [times.last])
    }

    @Test(
        arguments: [
            ("[]", "", "unknown"), (#"[{"name":""}]"#, "", "unknown"), (#"[{"bundleIdentifier":"a"}]"#, "", "unknown"),
            (#"[{"name":"Watch"}]"#, "", "Watch"), (#"[{"name":"Watch"},{"name":"Phone"}]"#, #","source":1"#, "Phone"),
            (#"[{"name":"Watch"},{"name":"Phone"}]"#, #","source":7"#, "unknown"),
            (#"[{"name":"A\u0007 \"B\""}]"#, "", "A\u{7} \"B\""),
        ]
    )
    func `the source is the sample's, or unknown`(sources: String, position: String, name: String) throws {
        let points = try Self.points(Documents.sample("60", "count/min", more: position), sources: sources)
        #expect(points.map(\.source) == [name])
    }

    @Test(
        arguments: [
            (#"[{"name":"Watch","version":"1"},{"name":"Watch","version":"2"}]"#, "Watch"),
            (#"[{"name":"Watch"},{"name":"Phone"}]"#, "unknown"), ("[]", "unknown"),
        ]
    )
    func `the source of a total is the name that all sources share`(sources: String, name: String) throws {
        let total = Documents.sample(id: nil, "3100", "count", (0, 86_400), more: #","type":"sum""#)
        let document = Documents.document("steps", sources: sources, item: #","data":{"steps":[\#(total)]}"#)
        #expect(try DataPoint.all(document).map(\.source) == [name])
    }

    @Test(arguments: [("1", "self-reported"), ("0", "sensed")])
    func `a sample that a person entered is self-reported`(entered: String, modality: String) throws {
        let metadata = #","meta_data":{"HKWasUserEntered":{"quantity":\#(entered),"unit":"bool"}}"#
        #expect(try Self.points(Documents.sample("60", "count/min", more: metadata)).map(\.modality) == [modality])
    }

    @Test func `samples with the same id make data points with different ids`() throws {
        let sample = Documents.sample("60", "count/min")
        let condensed = ["average", "minimum"].map {
            Documents.sample("60", "count/min", more: #","type":"\#($0)","count":2"#)
        }
        let points = try Self.points(sample, condensed[0], condensed[1], sample)
        #expect(points.count == 4 && Set(points.map(\.id)).count == 4)
        #expect(points[0].id == Documents.sampleID.lowercased())
    }

    @Test func `a list depends neither on the upload's time nor on the user`() {
        let document = Documents.samples(.heartRate, [Documents.sample("60", "count/min")])
        let other = #""user_id":"someone","collected_at":7,"meta_data":{},"data""#
        let form = DocumentForm.openMHealth(TestZones.table)
        let lists = [document, document.replacing(#""meta_data":{},"data""#, with: other)].map {
            form.records(Array($0.utf8), 900_000)
        }
        #expect(lists[0] == lists[1] && lists[0][0].count > 2)
    }

    @Test(arguments: ["", "{}", "[]", "null", #"{"id":"x","type":"unheardOf"}"#])
    func `what is no document is an empty list`(json: String) throws {
        #expect(try DataPoint.all(json).isEmpty)
    }
}
