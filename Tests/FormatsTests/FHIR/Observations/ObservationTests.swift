import Formats
import Testing
import Vocabulary

/// The members that all Observations have.
struct ObservationTests {
    private static let heartRate = "HKQuantityTypeIdentifierHeartRate"

    private static func observation(
        _ more: String = "",
        start: Double = 734_940_000,
        end: Double? = nil,
        zone: String = "Europe/Vilnius",
        sources: String = #"{"name":"Apple Watch"}"#,
        devices: String? = nil
    ) throws -> Tree {
        let quantity = Fork.quantity("72", "count/min", start: start, end: end, more: more)
        let item = #""data":{"\#(heartRate)":[\#(quantity)]}"#
        let document = Fork.document("heart", zone: zone, sources: sources, devices: devices, item)
        return try #require(try Tree.resources(document).first)
    }

    @Test func `an Observation has a status, a category, codes, the sample's id and the person`() throws {
        let observation = try Self.observation()
        #expect(observation["resourceType"].text == "Observation" && observation["status"].text == "final")
        #expect(observation["category"].list.map(\.codes) == [["vital-signs"]])
        #expect(observation["code"].codes == ["8867-4", Self.heartRate])
        let systems = observation["code"]["coding"].list.map { $0["system"].text }
        #expect(systems == ["http://loinc.org", "http://developer.apple.com/documentation/healthkit"])
        #expect(observation["identifier"][0]["system"].text == "urn:ietf:rfc:3986")
        #expect(observation["identifier"][0]["value"].text == "urn:uuid:8e8bc593-e3ca-46d6-9ee0-654877c83a17")
        #expect(observation["subject"]["type"].text == "Patient")
        #expect(observation["subject"]["identifier"]["system"].text == "urn:fork-worker:connection")
        #expect(observation["subject"]["identifier"]["value"].text == "conn-7")
    }

    @Test func `the id is derived from connection, document and sample, and so is the URL`() throws {
        let quantity = Fork.quantity("72", "count/min")
        let bundle = try Tree.bundles(Fork.document("heart", Self.heartRate, [quantity]))[0]
        #expect(bundle.keys == ["entry", "identifier", "resourceType", "type"] && bundle["type"].text == "batch")
        #expect(bundle["identifier"]["system"].text == "urn:fork-worker:document")
        #expect(bundle["identifier"]["value"].text == "heart/2024-04-16")
        let entry = bundle["entry"][0]
        // uuid.uuid5 of Python of fhir/conn-7/heart/2024-04-16/8E8BC593-E3CA-46D6-9EE0-654877C83A17.
        let id = "5894dcf8-c1dc-52da-aefe-9450d34ffbfa"
        #expect(entry["fullUrl"].text == "urn:uuid:\(id)" && entry["resource"]["id"].text == id)
        #expect(entry["request"]["method"].text == "PUT" && entry["request"]["url"].text == "Observation/\(id)")
        #expect(entry["resource"]["meta"].keys == ["tag"])
        #expect(entry["resource"]["meta"]["tag"][0]["system"].text == "urn:fork-worker:document")
        #expect(entry["resource"]["meta"]["tag"][0]["code"].text == "heart/2024-04-16")
    }

    @Test(
        arguments: [
            (734_940_000, 734_940_000.0004, "Europe/Vilnius", "", "2024-04-16T09:00:00.000+03:00", nil),
            (
                734_940_000, 734_940_000.0005, "Europe/Vilnius", "", "2024-04-16T09:00:00.000+03:00",
                "2024-04-16T09:00:00.001+03:00"
            ),
            // The clock is set forward within the sample.
            (
                733_539_599, 733_539_600, "Europe/Vilnius", "", "2024-03-31T02:59:59.000+02:00",
                "2024-03-31T04:00:00.000+03:00"
            ),
            (734_940_000, 734_940_000, "UTC", "Asia/Kolkata", "2024-04-16T11:30:00.000+05:30", nil),
            (734_940_000, 734_940_000, "+17:00", "", "2024-04-16T06:00:00.000Z", nil),
            // A period does not end before it starts.
            (734_940_001, 734_940_000, "UTC", "", "2024-04-16T06:00:01.000+00:00", nil),
        ] as [(Double, Double, String, String, String, String?)]
    )
    func `the time is an instant or a period in the sample's zone`(
        start: Double,
        end: Double,
        zone: String,
        own: String,
        from: String,
        to: String?
    ) throws {
        let more = own.isEmpty ? "" : #""meta_data":{"HKTimeZone":{"quantity":0,"unit":"\#(own)"}}"#
        let observation = try Self.observation(more, start: start, end: end, zone: zone)
        if let to {
            #expect(observation["effectivePeriod"]["start"].text == from)
            #expect(observation["effectivePeriod"]["end"].text == to && !observation["effectiveDateTime"].exists)
        } else {
            #expect(observation["effectiveDateTime"].text == from && !observation["effectivePeriod"].exists)
        }
    }

    @Test(
        arguments: [
            (#"{"name":"Apple Watch","manufacturer":"Apple Inc.","model":"Watch"}"#, "Apple Watch, Apple Inc., Watch"),
            (#"{"name":null,"manufacturer":"Apple Inc.","model":""}"#, "Apple Inc."),
            (#"{"name":"","manufacturer":null,"hardwareVersion":"1"}"#, nil),
            (#"{"name":"a\u0007\n\u007f\u0085\u00e9"}"#, "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{E9}"),
        ] as [(String, String?)]
    )
    func `the device is its name, manufacturer and model`(device: String, display: String?) throws {
        let observation = try Self.observation(devices: device)
        #expect(observation["device"]["display"].text == display && observation["device"].exists == (display != nil))
    }

    @Test(
        arguments: [
            (
                #"{"name":"A","bundleIdentifier":"b","version":"1","productType":"Watch6,9"}"#,
                ["name A", "bundleIdentifier b", "version 1", "productType Watch6,9"]
            ),
            (#"{"version":"1","name":""}"#, ["version 1"]), (#"{"name":""}"#, []), ("{}", []),
        ]
    )
    func `the source is an extension`(source: String, parts: [String]) throws {
        let observation = try Self.observation(sources: source)
        #expect(observation["extension"].exists == !parts.isEmpty)
        let shown = observation["extension"].all("url", "urn:fork-worker:source").first
        let texts = shown?["extension"].list.map { "\($0["url"].text ?? "?") \($0["valueString"].text ?? "?")" }
        #expect(texts ?? [] == parts)
    }

    @Test func `a sample has the source and device to which it points`() throws {
        let list = #"{"name":"A"},{"name":"B"}"#
        let observation = try Self.observation(#""source":1,"device":0"#, sources: list, devices: list)
        #expect(observation["extension"][0]["extension"][0]["valueString"].text == "B")
        #expect(observation["device"]["display"].text == "A")
        let other = try Self.observation("", sources: list, devices: list)
        #expect(!other["extension"].exists && !other["device"].exists)
        let wrong = try Self.observation(#""source":2,"device":-1"#, sources: list, devices: list)
        #expect(!wrong["extension"].exists && !wrong["device"].exists)
    }

    @Test(
        arguments: [
            ("HKWasUserEntered", "1", "bool", "valueBoolean", "1"),
            ("HKFoodType", "0", "Porridge", "valueString", "Porridge"),
            ("HKFoodType", "0", "g", "valueString", "g"), ("x", "0", "a\\u0000b", "valueString", "a\u{FFFD}b"),
            ("HKWeatherTemperature", "61", "degF", "valueQuantity", "61 degF [degF]"),
            ("HKWeatherHumidity", "57", "%", "valueQuantity", "57 % %"),
            ("HKBarometricPressure", "0.29", "%", "valueQuantity", "29 % %"),
            ("HKMetadataKeySyncVersion", "9007199254740993", "count", "valueQuantity", "9007199254740993 count 1"),
            ("x", "5", "flames", "valueQuantity", "5 flames"), ("x", "5", "", "valueQuantity", "5"),
        ]
    )
    func `metadata is an extension each`(key: String, number: String, unit: String, member: String, shown: String)
        throws
    {
        let more = #""meta_data":{"\#(key)":{"quantity":\#(number),"unit":"\#(unit)"}}"#
        let observation = try Self.observation(more, sources: "")
        #expect(observation["extension"].list.count == 1)
        let parts = observation["extension"][0]["extension"]
        #expect(observation["extension"][0]["url"].text == "urn:fork-worker:metadata" && parts.list.count == 2)
        #expect(parts[0]["url"].text == "key" && parts[0]["valueString"].text == key)
        #expect(parts[1]["url"].text == "value" && parts[1].keys == ["url", member].sorted())
        let value = parts[1][member]
        let quantity = [value["value"], value["unit"], value["code"]].filter(\.exists).map(\.description)
        #expect(member == "valueQuantity" ? quantity.joined(separator: " ") == shown : value.description == shown)
    }

    @Test func `empty texts make no element`() throws {
        let more = #""meta_data":{"":{"quantity":1,"unit":"count"},"a":{"quantity":0,"unit":""}}"#
        #expect(try !Self.observation(more, sources: "")["extension"].exists)
    }

    @Test func `neither the upload nor the person's name shows`() throws {
        let heads = ["", #","user_id":"u","collected_at":1"#, #","collected_at":2,"user_id":"v""#]
        let texts = heads.map { head in
            let document = Fork.document("heart", Self.heartRate, [Fork.quantity("72", "count/min")], head: head)
            return DocumentForm.fhir(TestZones.table).records(Array(document.utf8), 900_000)
        }
        #expect(texts[0] == texts[1] && texts[0] == texts[2] && texts[0].count == 1)
    }
}
