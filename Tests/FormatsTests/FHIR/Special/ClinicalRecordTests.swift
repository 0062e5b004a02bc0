import Foundation
import Testing

/// Clinical records, as resources of the hospital or as binaries.
struct ClinicalRecordTests {
    private static func text(_ text: String) throws -> String {
        let json = try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
        return #"[{"start_date":1,"end_date":1,"value":{"quantity":0,"unit":\#(json)}}]"#
    }

    /// Returns the resource of a record; `others` are the JSON of further fields.
    private static func record(
        _ fields: [String: String],
        _ type: String = "HKClinicalTypeIdentifierConditionRecord",
        others: [String] = []
    ) throws -> Tree {
        let fields = try fields.sorted { $0.key < $1.key }.map { try "\"\($0)\":\(text($1))" } + others
        let document = Fork.document(
            "clinical",
            """
            "nested_data":{"\(type)":[{"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17","name":"\(type)",\
            "start_date":734940000,"end_date":734940000,"data":{\(fields.joined(separator: ","))}}]}
            """
        )
        let entry = try #require(Tree.bundles(document).first)["entry"][0]
        let (resource, request) = (entry["resource"], entry["request"])
        #expect(request["url"].text == "\(resource["resourceType"])/\(resource["id"])")
        #expect(entry["fullUrl"].text == "urn:uuid:\(resource["id"])")
        // The version 5 UUID of `fhir/conn-7/clinical/2024-04-16/8E8BC593-…`, computed by Python's uuid.uuid5.
        #expect(resource["id"].text == "2d4e58f2-dba9-5e4d-bc5e-b25c0d41d12c")
        #expect(resource["meta"]["tag"].list.map { $0["code"].text } == ["clinical/2024-04-16"])
        return resource
    }

    @Test func `a resource of the hospital stays as it is, but for its id, tags and relative references`() throws {
        let resource = try Self.record([
            "fhir_resource": """
            {"resourceType": "Condition", "id": "17", "meta": {"tag": [{"code": "x"}], "versionId": "3"},
             "subject": {"reference": "Patient/7"}, "code": {"text": "Asthma \\u0041"}}
            """,
            "fhir_version": "4.0.1", "display_name": "Asthma",
        ])
        #expect(resource["resourceType"].text == "Condition" && resource["meta"]["versionId"].text == "3")
        #expect(resource["subject"]["identifier"]["value"].text == "Patient/7")
        #expect(resource["code"]["text"].text == "Asthma A")
        #expect(resource.keys == ["code", "id", "meta", "resourceType", "subject"])
    }

    @Test(
        arguments: [
            (#"{"resourceType":"MedicationOrder","id":"1"}"#, "1.0.2"), (#"{"resourceType":"Condition"}"#, "1.0.2"),
            ("{not JSON", "4.0.1"), ("\u{0}\u{1F600}", "4.0.1"),
        ]
    )
    func `what is not a resource of R4 is a binary with its bytes`(content: String, version: String) throws {
        let binary = try Self.record(["fhir_resource": content, "fhir_version": version])
        #expect(binary["resourceType"].text == "Binary" && binary["contentType"].text == "application/fhir+json")
        #expect(binary["data"].text.flatMap { Data(base64Encoded: $0) } == Data(content.utf8))
        #expect(binary.keys == ["contentType", "data", "id", "meta", "resourceType"])
    }

    @Test(
        arguments: [
            (#""value":{"quantity":1,"unit":"count"}"#, "Binary"),
            (#""type":"major_version","value":{"quantity":1,"unit":"count"}"#, "Binary"),
            (#""value":{"quantity":0,"unit":""}"#, "Condition"),
            (#""value":{"quantity":0,"unit":"4.0.1"}"#, "Condition"),
            (#""value":{"quantity":0,"unit":"R4"}"#, "Condition"),
            (#""value":{"quantity":0,"unit":"R4B"}"#, "Binary"), (#""value":{"quantity":0,"unit":"DSTU2"}"#, "Binary"),
        ]
    )
    func `a version that is a text and names R4 is R4, and no other is`(version: String, type: String) throws {
        let resource = try Self.record(
            ["fhir_resource": #"{"resourceType":"Condition"}"#],
            others: [#""fhir_version":[{"start_date":1,"end_date":1,\#(version)}]"#]
        )
        #expect(resource["resourceType"].text == type)
    }

    @Test func `a clinical document in CDA is a binary of XML`() throws {
        let content = #"<?xml version="1.0"?><ClinicalDocument/>"#
        let binary = try Self.record(["document": content, "title": "Visit"], "HKDocumentTypeIdentifierCDA")
        #expect(binary["resourceType"].text == "Binary" && binary["contentType"].text == "text/xml")
        #expect(binary["data"].text.flatMap { Data(base64Encoded: $0) } == Data(content.utf8))
    }

    @Test(arguments: [["display_name": "Asthma"], ["display_name": "Asthma", "fhir_resource": ""]])
    func `a record without a resource is an observation of its fields`(fields: [String: String]) throws {
        let resource = try Self.record(fields)
        #expect(resource["resourceType"].text == "Observation")
        #expect(resource["code"].codes == ["HKClinicalTypeIdentifierConditionRecord"])
        let components = resource["component"].list
        #expect(components.map { $0["code"].codes } == [["HKClinicalTypeIdentifierConditionRecord.display_name"]])
        #expect(components.map { $0["valueString"].text } == ["Asthma"])
    }
}
