import Testing

/// Characteristics: a Patient, and Observations.
struct CharacteristicTests {
    private static func document(_ characteristics: [(name: String, value: String)]) -> String {
        let nested = characteristics.enumerated().map { index, characteristic in
            let identifier = "HKCharacteristicTypeIdentifier\(characteristic.name)"
            return """
                "\(identifier)":[{"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A1\(index)","name":"\(identifier)",\
                "start_date":734940000,"end_date":734940000,"data":{"value":[{"start_date":734940000,\
                "end_date":734940000,"value":\(characteristic.value)}]}}]
                """
        }
        return Fork.document(
            "characteristic",
            id: "characteristic",
            #""nested_data":{\#(nested.joined(separator: ","))}"#
        )
    }

    @Test func `sex and date of birth are a patient, and the others are observations`() throws {
        let resources = try Tree.resources(
            Self.document([
                ("BiologicalSex", #"{"quantity":1,"unit":"female"}"#), ("BloodType", #"{"quantity":7,"unit":"O+"}"#),
                ("DateOfBirth", #"{"quantity":0,"unit":"1989-05-12"}"#),
                ("WheelchairUse", #"{"quantity":0,"unit":"notSet"}"#),
            ])
        )
        #expect(resources.map { $0["resourceType"].text } == ["Observation", "Observation", "Patient"])
        let patient = resources[2]
        #expect(patient["gender"].text == "female" && patient["birthDate"].text == "1989-05-12")
        // The version 5 UUID of `fhir/conn-7/characteristic/patient`, computed by Python's uuid.uuid5.
        #expect(patient["id"].text == "3d5fc773-a8db-54da-b7c9-19e63f37fc02")
        #expect(patient["identifier"].list.count == 1)
        #expect(patient["identifier"][0]["system"].text == "urn:fork-worker:connection")
        #expect(patient["identifier"][0]["value"].text == "conn-7")
        #expect(!patient["subject"].exists && !patient["status"].exists)
        #expect(resources[0]["code"].codes == ["882-1", "HKCharacteristicTypeIdentifierBloodType"])
        let blood = resources[0]["valueCodeableConcept"]["coding"][0]
        #expect(blood["code"].text == "HKCharacteristicTypeIdentifierBloodType.7" && blood["display"].text == "O+")
        #expect(resources[0]["effectiveDateTime"].text == "2024-04-16T09:00:00.000+03:00")
        #expect(resources[1]["valueCodeableConcept"]["coding"][0]["display"].text == "notSet")
        #expect(!resources[0]["component"].exists)
    }

    @Test(
        arguments: [
            (#"{"quantity":0,"unit":"notSet"}"#, "unknown"), (#"{"quantity":1,"unit":"female"}"#, "female"),
            (#"{"quantity":2,"unit":"male"}"#, "male"), (#"{"quantity":3,"unit":"other"}"#, "other"),
            // A value that HealthKit may have later, a text, and a number that is not a value of the enumeration.
            (#"{"quantity":4,"unit":"4"}"#, nil), (#"{"quantity":0,"unit":"F"}"#, nil),
            (#"{"quantity":1,"unit":"count"}"#, nil),
        ] as [(String, String?)]
    )
    func `a sex has the code of FHIR`(value: String, gender: String?) throws {
        let resource = try #require(Tree.resources(Self.document([("BiologicalSex", value)])).first)
        #expect(resource["gender"].text == gender)
        #expect(resource["resourceType"].text == (gender == nil ? "Observation" : "Patient"))
    }

    @Test(
        arguments: [
            ("1989-05-12", "1989-05-12"), ("1989-05-12T00:00:00+02:00", "1989-05-12"), ("1989-02-30", nil),
            ("12 May 1989", nil), ("1989", nil), ("1989-5-12", nil), ("0001-01-01", "0001-01-01"), ("0000-01-01", nil),
        ] as [(String, String?)]
    )
    func `a date of birth is a day that exists`(text: String, day: String?) throws {
        let document = Self.document([("DateOfBirth", #"{"quantity":0,"unit":"\#(text)"}"#)])
        let resource = try #require(Tree.resources(document).first)
        #expect(resource["birthDate"].text == day)
        // What is no day stays as it is.
        #expect(resource["component"][0]["valueString"].text == (day == nil ? text : nil))
    }

    @Test func `without sex and date of birth there is no patient`() throws {
        let document = Self.document([("BloodType", #"{"quantity":7,"unit":"O+"}"#)])
        #expect(try Tree.resources(document).map { $0["resourceType"].text } == ["Observation"])
    }
}
