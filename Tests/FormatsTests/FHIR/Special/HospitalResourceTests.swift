import Formats
import Testing

/// FHIR resources of clinical records.
struct HospitalResourceTests {
    private static func read(_ json: String, _ version: String? = "4.0.1") -> FHIR.HospitalResource? {
        FHIR.HospitalResource(Array(json.utf8), version: version)
    }

    private static func members(_ json: String) throws -> String {
        let resource = try #require(read(#"{"resourceType":"Observation",\#(json)}"#))
        return String(decoding: resource.members, as: UTF8.self)
    }

    @Test func `type, id and meta are apart from the other members`() throws {
        let resource = try #require(
            Self.read(
                """
                {"id": "7", "resourceType": "Condition", "meta": {"tag": [{"code": "a", "userSelected": false}],
                 "versionId": "1.0", "profile": ["http://b"]}, "code": {"text": "Asthma"},
                 "note": [{"text": "a \\"b\\"\\n"}]}
                """
            )
        )
        #expect(resource.type == "Condition")
        #expect(
            String(decoding: resource.meta, as: UTF8.self) == #""versionId":"1.0","profile":["http://b"],"#
        )
        #expect(
            String(decoding: resource.members, as: UTF8.self)
                == #""code":{"text":"Asthma"},"note":[{"text":"a \"b\"\n"}]"#
        )
    }

    @Test func `a resource with nothing but its type has no members`() throws {
        let resource = try #require(Self.read(#"{"resourceType":"Basic","meta":{"tag":[]}}"#))
        #expect(resource.meta.isEmpty && resource.members.isEmpty)
    }

    @Test(
        arguments: [
            "72.50", "5.0", "-0.10", "1E2", "1.0e-7", "9007199254740993", "0.1000000000000000055511151231257827",
        ]
    )
    func `a decimal keeps its digits`(number: String) throws {
        // The decimals that are left out, before and behind it, do not move it.
        let json = """
            "id":1.5,"meta":{"tag":[2.5],"a":3.25},"valueQuantity":{"value":\(number)},"b":[4.50,{"c":6.00}]
            """
        #expect(try Self.members(json) == #""valueQuantity":{"value":\#(number)},"b":[4.50,{"c":6.00}]"#)
    }

    @Test(
        arguments: [
            (#"{"reference":"Patient/7"}"#, #"{"identifier":{"value":"Patient/7"}}"#),
            (
                #"{"reference":"Patient/7/_history/2","type":"Patient","display":"A"}"#,
                #"{"identifier":{"value":"Patient/7/_history/2"},"type":"Patient","display":"A"}"#
            ),
            // The identifier that the hospital gives.
            (
                #"{"reference":"Patient/7","identifier":{"system":"urn:mrn","value":"12"}}"#,
                #"{"identifier":{"system":"urn:mrn","value":"12"}}"#
            ),
            // Nothing that leads into the server of the reader.
            (##"{"reference":"#a"}"##, ##"{"reference":"#a"}"##), (##"{"reference":"#"}"##, ##"{"reference":"#"}"##),
            (#"{"reference":"https://a.example/Patient/7"}"#, #"{"reference":"https://a.example/Patient/7"}"#),
            (#"{"reference":"urn:uuid:a"}"#, #"{"reference":"urn:uuid:a"}"#),
            // A colon without a scheme before it.
            (#"{"reference":"Patient/a:7"}"#, #"{"identifier":{"value":"Patient/a:7"}}"#),
            (#"{"reference":":7"}"#, #"{"identifier":{"value":":7"}}"#),
            // An Expression, whose reference is a URI, and a Consent, whose reference is a Reference.
            (
                #"{"language":"text/cql","reference":"Library/7"}"#,
                #"{"language":"text/cql","reference":"Library/7"}"#
            ),
            (
                #"{"meaning":"instance","reference":{"reference":"Patient/7"}}"#,
                #"{"meaning":"instance","reference":{"identifier":{"value":"Patient/7"}}}"#
            ),
            (
                #"[[{"reference":"A/1"}],{"a":{"reference":"A/2"}}]"#,
                #"[[{"identifier":{"value":"A/1"}}],{"a":{"identifier":{"value":"A/2"}}}]"#
            ),
        ]
    )
    func `a relative reference becomes an identifier`(given: String, shown: String) throws {
        #expect(try Self.members(#""subject":\#(given)"#) == #""subject":\#(shown)"#)
    }

    @Test(
        arguments: [
            ("{", "4.0.1"), ("[]", "4.0.1"), ("{}", "4.0.1"), (#"{"resourceType":7}"#, "4.0.1"),
            // Types that R4 does not have.
            (#"{"resourceType":"MedicationOrder"}"#, "4.0.1"), (#"{"resourceType":""}"#, "4.0.1"),
            (#"{"resourceType":"Resource"}"#, nil),
            // Versions other than R4.
            (#"{"resourceType":"Condition"}"#, "1.0.2"), (#"{"resourceType":"Condition"}"#, "4.3.0"),
            (#"{"resourceType":"Condition"}"#, "40.0"), (#"{"resourceType":"Condition"}"#, ""),
        ] as [(String, String?)]
    )
    func `what is not a resource of R4 is not read`(json: String, version: String?) {
        #expect(Self.read(json, version) == nil)
    }

    @Test(arguments: ["4.0.1", "4.0.0", "4.0", nil] as [String?])
    func `a resource of R4 is read`(version: String?) {
        #expect(Self.read(#"{"resourceType":"Condition"}"#, version)?.type == "Condition")
    }
}
