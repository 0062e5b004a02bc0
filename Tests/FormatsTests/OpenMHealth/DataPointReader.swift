import Formats
import Foundation
import Testing
import Vocabulary

/// A data point of the form `omh`, as a reader of the records sees it.
struct DataPoint {
    let header: [String: Any]
    let body: [String: Any]

    var id: String? { header["id"] as? String }
    var created: String? { header["creation_date_time"] as? String }
    var source: String? { provenance?["source_name"] }
    var modality: String? { provenance?["modality"] }
    /// Namespace, name and version, joined by colons.
    var schema: String {
        let id = header["schema_id"] as? [String: String]
        return ["namespace", "name", "version"].map { id?[$0] ?? "?" }.joined(separator: ":")
    }
    /// The time: an instant, or the two ends of an interval.
    var times: [String] {
        let frame = body["effective_time_frame"] as? [String: Any]
        if let instant = frame?["date_time"] as? String { return [instant] }
        let interval = frame?["time_interval"] as? [String: String]
        return [interval?["start_date_time"] ?? "?", interval?["end_date_time"] ?? "?"]
    }

    /// A number with its unit, under a key of the body.
    func measure(_ key: String) -> Measure? {
        guard let object = body[key] as? [String: Any], let value = object["value"] as? Double,
            let unit = object["unit"] as? String
        else { return nil }
        return Measure(value: value, unit: unit)
    }

    private var provenance: [String: String]? { header["acquisition_provenance"] as? [String: String] }

    struct Measure: Equatable {
        let value: Double
        let unit: String
    }

    /// Returns the data points of all records of a document.
    static func all(_ document: String, maximum: Int = 900_000) throws -> [DataPoint] {
        let form = DocumentForm.openMHealth(TestZones.table)
        #expect(form.name == "omh")
        return try form.records(Array(document.utf8), maximum).flatMap { record in
            let list = try JSONSerialization.jsonObject(with: Data(record)) as? [[String: [String: Any]]]
            return try #require(list).map { point in
                DataPoint(header: try #require(point["header"]), body: try #require(point["body"]))
            }
        }
    }
}

/// Fork documents for tests, with one item.
enum Documents {
    static let watch = #"[{"bundleIdentifier":"a","name":"Apple Watch"}]"#
    static let sampleID = "8E8BC593-E3CA-46D6-9EE0-654877C83A17"

    /// Returns a document; `item` has members of its item after the bounds, and begins with a comma.
    static func document(
        _ type: String,
        id: String? = nil,
        zone: String = "Europe/Vilnius",
        sources: String = watch,
        item: String
    ) -> String {
        """
        {"id":"\(id ?? type + "/2024-04-16")","connection_id":"conn-7","type":"\(type)","start_date":734907600,\
        "end_date":734994000,"time_zone":"\(zone)","source":\(sources),"meta_data":{},\
        "data":[{"id":"6201756A-DE63-57DE-956D-5990056AF490","name":"\(type)","start_date":734907600,\
        "end_date":734994000\(item)}]}
        """
    }

    /// Returns a document with samples of one type.
    static func samples(_ type: SampleType, _ samples: [String]) -> String {
        document(
            type.document.name,
            item: #","data":{"\#(type.documentKey)":[\#(samples.joined(separator: ","))]}"#
        )
    }

    /// Returns a sample; `more` has further members, and begins with a comma.
    static func sample(
        id: String? = sampleID,
        _ value: String,
        _ unit: String,
        _ bounds: (Double, Double) = (734_945_400, 734_945_400),
        more: String = ""
    ) -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        return """
            {\(id)"start_date":\(bounds.0),"end_date":\(bounds.1),\
            "value":{"quantity":\(value),"unit":"\(unit)"}\(more)}
            """
    }
}

extension SampleType {
    /// Returns the type of an identifier without its prefix, such as `HeartRate`.
    static func quantity(_ name: String) throws -> SampleType {
        try #require(Catalogue.sampleType(named: "HKQuantityTypeIdentifier" + name))
    }
}
