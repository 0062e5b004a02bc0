import Formats
import Testing
import Vocabulary

/// Whole bundles, byte for byte.
struct BundleTests {
    @Test func `a condensed and a plain heart rate`() {
        let document = """
            {"id":"heart/2024-04-16T06Z","connection_id":"conn-7","type":"heart","start_date":734940000,\
            "end_date":734943600,"time_zone":"Europe/Vilnius","source":[{\
            "bundleIdentifier":"com.apple.health.3F2A7C10","name":"Apple Watch","productType":"Watch6,9",\
            "version":"10.4"}],"device":[{"manufacturer":"Apple Inc.","model":"Watch","name":"Apple Watch"}],\
            "meta_data":{},"data":[{"id":"43534B1E-E3F2-57E2-B9AD-E2BC0132792D","name":"heart",\
            "start_date":734940000,"end_date":734943600,"data":{"HKQuantityTypeIdentifierHeartRate":[{\
            "id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17","start_date":734940000,"end_date":734940600,"value":{\
            "quantity":72.5,"unit":"count/min"},"type":"average","count":120},{\
            "id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17","start_date":734940000,"end_date":734940600,"value":{\
            "quantity":61,"unit":"count/min"},"type":"minimum","count":120},{\
            "id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17","start_date":734940000,"end_date":734940600,"value":{\
            "quantity":98,"unit":"count/min"},"type":"maximum","count":120},{\
            "id":"16261BE4-BF5F-422E-8D37-7A801D66BA97","start_date":734941200,"end_date":734941200,"value":{\
            "quantity":80,"unit":"count/min"}}]}}]}
            """
        let bundle = """
            {"resourceType":"Bundle","type":"batch","identifier":{"system":"urn:fork-worker:document",\
            "value":"heart/2024-04-16T06Z"},"entry":[{"fullUrl":"urn:uuid:e211b279-e3db-5e88-a37b-2a4f420e400f",\
            "resource":{"resourceType":"Observation","id":"e211b279-e3db-5e88-a37b-2a4f420e400f","meta":{"tag":[{\
            "system":"urn:fork-worker:document","code":"heart/2024-04-16T06Z"}]},"status":"final","category":[{\
            "coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs",\
            "display":"Vital Signs"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"8867-4",\
            "display":"Heart rate"},{"system":"http://developer.apple.com/documentation/healthkit",\
            "code":"HKQuantityTypeIdentifierHeartRate","display":"Heart Rate"}]},"identifier":[{\
            "system":"urn:ietf:rfc:3986","value":"urn:uuid:8e8bc593-e3ca-46d6-9ee0-654877c83a17"}],"subject":{\
            "type":"Patient","identifier":{"system":"urn:fork-worker:connection","value":"conn-7"}},\
            "effectivePeriod":{"start":"2024-04-16T09:00:00.000+03:00","end":"2024-04-16T09:10:00.000+03:00"},\
            "device":{"display":"Apple Watch, Apple Inc., Watch"},"valueQuantity":{"value":72.5,\
            "unit":"beats/minute","system":"http://unitsofmeasure.org","code":"/min"},"extension":[{\
            "url":"urn:fork-worker:source","extension":[{"url":"name","valueString":"Apple Watch"},{\
            "url":"bundleIdentifier","valueString":"com.apple.health.3F2A7C10"},{"url":"version",\
            "valueString":"10.4"},{"url":"productType","valueString":"Watch6,9"}]}],"component":[{"code":{"coding":[\
            {"system":"http://terminology.hl7.org/CodeSystem/observation-statistics","code":"minimum",\
            "display":"Minimum"}]},"valueQuantity":{"value":61,"unit":"beats/minute",\
            "system":"http://unitsofmeasure.org","code":"/min"}},{"code":{"coding":[{\
            "system":"http://terminology.hl7.org/CodeSystem/observation-statistics","code":"maximum",\
            "display":"Maximum"}]},"valueQuantity":{"value":98,"unit":"beats/minute",\
            "system":"http://unitsofmeasure.org","code":"/min"}},{"code":{"coding":[{\
            "system":"http://terminology.hl7.org/CodeSystem/observation-statistics","code":"count",\
            "display":"Count"}]},"valueQuantity":{"value":120,"unit":"count","system":"http://unitsofmeasure.org",\
            "code":"1"}}]},"request":{"method":"PUT","url":"Observation/e211b279-e3db-5e88-a37b-2a4f420e400f"}},{\
            "fullUrl":"urn:uuid:03d15d98-3f71-5fec-b13c-994e71fa8cb2","resource":{"resourceType":"Observation",\
            "id":"03d15d98-3f71-5fec-b13c-994e71fa8cb2","meta":{"tag":[{"system":"urn:fork-worker:document",\
            "code":"heart/2024-04-16T06Z"}]},"status":"final","category":[{"coding":[{\
            "system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs",\
            "display":"Vital Signs"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"8867-4",\
            "display":"Heart rate"},{"system":"http://developer.apple.com/documentation/healthkit",\
            "code":"HKQuantityTypeIdentifierHeartRate","display":"Heart Rate"}]},"identifier":[{\
            "system":"urn:ietf:rfc:3986","value":"urn:uuid:16261be4-bf5f-422e-8d37-7a801d66ba97"}],"subject":{\
            "type":"Patient","identifier":{"system":"urn:fork-worker:connection","value":"conn-7"}},\
            "effectiveDateTime":"2024-04-16T09:20:00.000+03:00","device":{\
            "display":"Apple Watch, Apple Inc., Watch"},"valueQuantity":{"value":80,"unit":"beats/minute",\
            "system":"http://unitsofmeasure.org","code":"/min"},"extension":[{"url":"urn:fork-worker:source",\
            "extension":[{"url":"name","valueString":"Apple Watch"},{"url":"bundleIdentifier",\
            "valueString":"com.apple.health.3F2A7C10"},{"url":"version","valueString":"10.4"},{"url":"productType",\
            "valueString":"Watch6,9"}]}]},"request":{"method":"PUT",\
            "url":"Observation/03d15d98-3f71-5fec-b13c-994e71fa8cb2"}}]}
            """
        expect(document, bundle)
    }

    @Test func `a blood pressure`() {
        let document = """
            {"id":"vitalSigns/2024-04-16","connection_id":"conn-7","type":"vitalSigns","start_date":734907600,\
            "end_date":734994000,"time_zone":"Europe/Vilnius","source":[{\
            "bundleIdentifier":"com.apple.health.9C1B44E2","name":"iPhone","productType":"iPhone15,2",\
            "version":"17.4"}],"meta_data":{},"data":[{"id":"6201756A-DE63-57DE-956D-5990056AF490",\
            "name":"vitalSigns","start_date":734907600,"end_date":734994000,"nested_data":{\
            "HKCorrelationTypeIdentifierBloodPressure":[{"id":"EF0E5883-1ACD-43D5-BFEE-167FE83E21DC",\
            "name":"HKCorrelationTypeIdentifierBloodPressure","start_date":734945400,"end_date":734945400,"data":{\
            "HKQuantityTypeIdentifierBloodPressureDiastolic":[{"id":"16D100EA-4773-4C9B-8D9B-EF2BFDAC5DA6",\
            "start_date":734945400,"end_date":734945400,"value":{"quantity":78.00640388794825,"unit":"mmHg"}}],\
            "HKQuantityTypeIdentifierBloodPressureSystolic":[{"id":"55DB9785-8D4F-4CD0-AD3A-CB0D14F1C371",\
            "start_date":734945400,"end_date":734945400,"value":{"quantity":121,"unit":"mmHg"}}]},"meta_data":{\
            "HKWasUserEntered":{"quantity":1,"unit":"bool"}},"source":{\
            "bundleIdentifier":"com.apple.health.9C1B44E2","name":"iPhone","productType":"iPhone15,2",\
            "version":"17.4"}}]}}]}
            """
        let bundle = """
            {"resourceType":"Bundle","type":"batch","identifier":{"system":"urn:fork-worker:document",\
            "value":"vitalSigns/2024-04-16"},"entry":[{"fullUrl":"urn:uuid:ef8b2764-1653-5ff8-b4f2-093b76425f0a",\
            "resource":{"resourceType":"Observation","id":"ef8b2764-1653-5ff8-b4f2-093b76425f0a","meta":{"tag":[{\
            "system":"urn:fork-worker:document","code":"vitalSigns/2024-04-16"}]},"status":"final","category":[{\
            "coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs",\
            "display":"Vital Signs"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"85354-9",\
            "display":"Blood pressure panel with all children optional"},{\
            "system":"http://developer.apple.com/documentation/healthkit",\
            "code":"HKCorrelationTypeIdentifierBloodPressure","display":"Blood Pressure"}]},"identifier":[{\
            "system":"urn:ietf:rfc:3986","value":"urn:uuid:ef0e5883-1acd-43d5-bfee-167fe83e21dc"}],"subject":{\
            "type":"Patient","identifier":{"system":"urn:fork-worker:connection","value":"conn-7"}},\
            "effectiveDateTime":"2024-04-16T10:30:00.000+03:00","extension":[{"url":"urn:fork-worker:source",\
            "extension":[{"url":"name","valueString":"iPhone"},{"url":"bundleIdentifier",\
            "valueString":"com.apple.health.9C1B44E2"},{"url":"version","valueString":"17.4"},{"url":"productType",\
            "valueString":"iPhone15,2"}]},{"url":"urn:fork-worker:metadata","extension":[{"url":"key",\
            "valueString":"HKWasUserEntered"},{"url":"value","valueBoolean":true}]}],"component":[{"code":{\
            "coding":[{"system":"http://loinc.org","code":"8480-6","display":"Systolic blood pressure"},{\
            "system":"http://developer.apple.com/documentation/healthkit",\
            "code":"HKQuantityTypeIdentifierBloodPressureSystolic","display":"Blood Pressure Systolic"}]},\
            "valueQuantity":{"value":121,"unit":"mmHg","system":"http://unitsofmeasure.org","code":"mm[Hg]"}},{\
            "code":{"coding":[{"system":"http://loinc.org","code":"8462-4","display":"Diastolic blood pressure"},{\
            "system":"http://developer.apple.com/documentation/healthkit",\
            "code":"HKQuantityTypeIdentifierBloodPressureDiastolic","display":"Blood Pressure Diastolic"}]},\
            "valueQuantity":{"value":78.00640388794825,"unit":"mmHg","system":"http://unitsofmeasure.org",\
            "code":"mm[Hg]"}}]},"request":{"method":"PUT",\
            "url":"Observation/ef8b2764-1653-5ff8-b4f2-093b76425f0a"}}]}
            """
        expect(document, bundle)
    }

    @Test func `a headache that a person entered`() {
        let document = """
            {"id":"symptoms/2024-04-16","connection_id":"conn-7","type":"symptoms","start_date":734907600,\
            "end_date":734994000,"time_zone":"Europe/Vilnius","source":[{\
            "bundleIdentifier":"com.apple.health.9C1B44E2","name":"iPhone","productType":"iPhone15,2",\
            "version":"17.4"}],"meta_data":{},"data":[{"id":"B18BBA78-F450-5E61-86AE-AD8C5B0B45A3",\
            "name":"symptoms","start_date":734907600,"end_date":734994000,"data":{\
            "HKCategoryTypeIdentifierHeadache":[{"id":"8376C23F-7D66-4889-8C29-26721127E33E","start_date":734950800,\
            "end_date":734959800,"value":{"quantity":3,"unit":"moderate"},"meta_data":{"HKWasUserEntered":{\
            "quantity":1,"unit":"bool"}}}]}}]}
            """
        let bundle = """
            {"resourceType":"Bundle","type":"batch","identifier":{"system":"urn:fork-worker:document",\
            "value":"symptoms/2024-04-16"},"entry":[{"fullUrl":"urn:uuid:5aebed59-73de-55b6-af84-a69c1bc3daeb",\
            "resource":{"resourceType":"Observation","id":"5aebed59-73de-55b6-af84-a69c1bc3daeb","meta":{"tag":[{\
            "system":"urn:fork-worker:document","code":"symptoms/2024-04-16"}]},"status":"final","category":[{\
            "coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"survey",\
            "display":"Survey"}]}],"code":{"coding":[{"system":"http://developer.apple.com/documentation/healthkit",\
            "code":"HKCategoryTypeIdentifierHeadache","display":"Headache"}]},"identifier":[{\
            "system":"urn:ietf:rfc:3986","value":"urn:uuid:8376c23f-7d66-4889-8c29-26721127e33e"}],"subject":{\
            "type":"Patient","identifier":{"system":"urn:fork-worker:connection","value":"conn-7"}},\
            "effectivePeriod":{"start":"2024-04-16T12:00:00.000+03:00","end":"2024-04-16T14:30:00.000+03:00"},\
            "valueCodeableConcept":{"coding":[{"system":"http://developer.apple.com/documentation/healthkit",\
            "code":"HKCategoryTypeIdentifierHeadache.3","display":"moderate"}]},"extension":[{\
            "url":"urn:fork-worker:source","extension":[{"url":"name","valueString":"iPhone"},{\
            "url":"bundleIdentifier","valueString":"com.apple.health.9C1B44E2"},{"url":"version",\
            "valueString":"17.4"},{"url":"productType","valueString":"iPhone15,2"}]},{\
            "url":"urn:fork-worker:metadata","extension":[{"url":"key","valueString":"HKWasUserEntered"},{\
            "url":"value","valueBoolean":true}]}]},"request":{"method":"PUT",\
            "url":"Observation/5aebed59-73de-55b6-af84-a69c1bc3daeb"}}]}
            """
        expect(document, bundle)
    }

    @Test func `the steps of a day`() {
        let document = """
            {"id":"steps/2024-04-16","connection_id":"conn-7","type":"steps","start_date":734907600,\
            "end_date":734994000,"time_zone":"Europe/Vilnius","source":[{\
            "bundleIdentifier":"com.apple.health.3F2A7C10","name":"Apple Watch","productType":"Watch6,9",\
            "version":"10.4"}],"meta_data":{},"data":[{"id":"F0D4702B-E8E8-5EB9-97DB-1DA41EBB8A89","name":"steps",\
            "start_date":734907600,"end_date":734994000,"data":{"steps":[{"start_date":734907600,\
            "end_date":734994000,"value":{"quantity":3100,"unit":"count"},"type":"sum"}]}}]}
            """
        let bundle = """
            {"resourceType":"Bundle","type":"batch","identifier":{"system":"urn:fork-worker:document",\
            "value":"steps/2024-04-16"},"entry":[{"fullUrl":"urn:uuid:ed67c717-9b36-5b7b-b03c-3f4e1a37d83f",\
            "resource":{"resourceType":"Observation","id":"ed67c717-9b36-5b7b-b03c-3f4e1a37d83f","meta":{"tag":[{\
            "system":"urn:fork-worker:document","code":"steps/2024-04-16"}]},"status":"final","category":[{\
            "coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"activity",\
            "display":"Activity"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"55423-8",\
            "display":"Number of steps in unspecified time Pedometer"},{\
            "system":"http://developer.apple.com/documentation/healthkit",\
            "code":"HKQuantityTypeIdentifierStepCount","display":"Step Count"}]},"subject":{"type":"Patient",\
            "identifier":{"system":"urn:fork-worker:connection","value":"conn-7"}},"effectivePeriod":{\
            "start":"2024-04-16T00:00:00.000+03:00","end":"2024-04-17T00:00:00.000+03:00"},"valueQuantity":{\
            "value":3100,"unit":"steps","system":"http://unitsofmeasure.org","code":"{steps}"},"extension":[{\
            "url":"urn:fork-worker:source","extension":[{"url":"name","valueString":"Apple Watch"},{\
            "url":"bundleIdentifier","valueString":"com.apple.health.3F2A7C10"},{"url":"version",\
            "valueString":"10.4"},{"url":"productType","valueString":"Watch6,9"}]}]},"request":{"method":"PUT",\
            "url":"Observation/ed67c717-9b36-5b7b-b03c-3f4e1a37d83f"}}]}
            """
        expect(document, bundle)
    }

    private func expect(_ document: String, _ bundle: String) {
        let records = DocumentForm.fhir(TestZones.table).records(Array(document.utf8), 900_000)
        #expect(records.map { String(decoding: $0, as: UTF8.self) } == [bundle])
    }
}
