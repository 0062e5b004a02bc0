import AppleHealth
import Exports
import Foundation
import Testing

/// The files of an archive beside its XML.
struct FileTests {
    private static let dates = HealthExport.at("2024-04-20 09:00:00 +0300")

    /// Imports one file beside elements that may name it.
    private func imported(_ path: String, _ text: String, elements: String = "") -> Import {
        Import(HealthExport(xml: HealthExport.document(elements), files: [(path, text)]))
    }

    private func electrocardiogram(rate: String = "512 hertz", voltage: String = "-12.5") -> String {
        """
        Name,A
        Date of Birth,B
        Recorded Date,2024-04-20 09:00:00 +0300
        Classification,Sinus Rhythm
        Symptoms,"Rapid, pounding heartbeat"
        Software Version,1.90
        Device,"Watch6,2"
        Sample Rate,\(rate)

        Lead,Lead I
        Unit,µV

        \(voltage)
        7
        """
    }

    @Test(arguments: [
        ("512 hertz", "-12.5", "512"), ("512赫兹", "-12.5", "512"), ("\"511,999 Hz\"", "\"-12,5\"", "511.999"),
        ("512\u{A0}Hertz", "−12,5", "512"),
    ])
    func `an electrocardiogram is read whatever the language`(rate: String, voltage: String, frequency: String) {
        let text = electrocardiogram(rate: rate, voltage: voltage).replacing("\n", with: "\r\n")
        let wave = imported("心电图/心电图_2024.csv", text).samples.first
        #expect(AppleHealthTests.text(wave?["voltages"]) == "[-12.5,7]")
        #expect(AppleHealthTests.text(wave?["sampling_frequency"]) == "{\"unit\":\"Hz\",\"value\":\(frequency)}")
        #expect(AppleHealthTests.text(wave?["classification"]) == "1")
        #expect(AppleHealthTests.text(wave?["metadata"]) == "{\"symptoms\":\"Rapid, pounding heartbeat\"}")
    }

    @Test(arguments: [
        ("no rate", "fast", "1"), ("no voltages", "512 hertz", "none"), ("no unit of the rate", "512", "1"),
    ])
    func `a file that is not an electrocardiogram is counted`(what: String, rate: String, voltage: String) {
        var text = electrocardiogram(rate: rate, voltage: voltage)
        if what == "no voltages" { text.removeLast() }
        let imported = imported("electrocardiograms/a.csv", text)
        #expect(imported.ids.isEmpty)
        #expect(imported.tally.leftOut == ["an electrocardiogram that cannot be read": 1], "\(what)")
    }

    @Test(arguments: [
        ("57,992\n1.180,5\n-66,502\n12", "[57.992,1180.5,-66.502,12]"),
        ("57.992\n1,180.5\n−66.502", "[57.992,1180.5,-66.502]"), ("1.180\n1.5", "[1.18,1.5]"),
        ("1\u{202F}180,5\n-66,502", "[1180.5,-66.502]"), ("1’180.5\n7", "[1180.5,7]"),
        ("1.234.567\n1,5", "[1234567,1.5]"), ("5\n\n6\n \n7\nEnde", "[5,6,7]"),
    ])
    func `an electrocardiogram has one decimal mark`(lines: String, voltages: String) {
        let wave = imported("electrocardiograms/a.csv", electrocardiogram(voltage: lines + "\n").dropLast(2) + "")
            .samples
        #expect(text(wave.first?["voltages"]) == voltages)
    }

    @Test(arguments: [
        ("57,992\nabc\n12", "an electrocardiogram with a line that is not a number"),
        ("57.992\n1.2-3\n12", "an electrocardiogram with a line that is not a number"),
        ("57.992\n1,180\n12", "an electrocardiogram with numbers of two languages"),
        ("1.180,5\n1,180.5\n12", "an electrocardiogram with numbers of two languages"),
        ("1,180.500,2\n12", "an electrocardiogram with numbers of two languages"),
    ])
    func `an electrocardiogram is left out where a voltage cannot be read`(lines: String, reason: String) {
        let imported = imported("electrocardiograms/a.csv", electrocardiogram(voltage: lines))
        #expect(imported.ids.isEmpty && imported.tally.leftOut == [reason: 1])
    }

    @Test(arguments: [
        ("AllergyIntolerance", "Allergy", "{}"), ("Condition", "Condition", "{}"), ("Coverage", "Coverage", "{}"),
        ("DiagnosticReport", "LabResult", "{}"), ("DocumentReference", "ClinicalNote", "{}"),
        ("Immunization", "Immunization", "{}"), ("MedicationRequest", "Medication", "{}"),
        ("Procedure", "Procedure", "{}"),
        ("Observation", "LabResult", "{\"note\":\"no vital-signs\"}"),
        ("Observation", "VitalSign", "{\"code\":\"vital-signs\"}"),
    ])
    func `a clinical record has the type of its resource`(resource: String, name: String, json: String) {
        let element = """
            <ClinicalRecord type="\(resource)" identifier="1" sourceName="Clinic" fhirVersion="4.0.1" \
            receivedDate="2024-04-18 08:00:00 +0300" resourceFilePath="/clinical-records/a.json"/>
            """
        let imported = imported("export/clinical-records/a.json", json, elements: element)
        #expect(imported.samples.first?["type"] as? String == "HKClinicalTypeIdentifier\(name)Record")
        #expect(imported.samples.first?["fhir_resource"] as? String == json)
    }

    @Test func `a clinical record of an unknown resource, or of a long one, is counted`() {
        func element(_ type: String) -> String {
            "<ClinicalRecord type=\"\(type)\" receivedDate=\"2024-04-18 08:00:00 +0300\" resourceFilePath=\"/c/a.json\"/>"
        }
        let unknown = imported("c/a.json", "{}", elements: element("Spaceship"))
        #expect(unknown.tally.leftOut == ["unknown clinical record Spaceship": 1])
        // Each quotation mark becomes two bytes of JSON.
        let long = imported("c/a.json", String(repeating: "\"", count: 120 << 10), elements: element("Condition"))
        #expect(long.tally.leftOut == ["a clinical record of more than 200 KiB": 1])
    }

    @Test func `a route of two workouts belongs to both, and a second file of its name to none`() {
        let point = "<trkpt lat=\"1\" lon=\"2\"><time>2024-04-20T06:00:00Z</time></trkpt>"
        let gpx = "<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>"
        let workout = """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(Self.dates)><WorkoutRoute \(Self.dates)>\
            <FileReference path="/workout-routes/a.gpx"/></WorkoutRoute></Workout>
            """
        let files = [("workout-routes/a.gpx", gpx), ("workout-routes/a.gpx", gpx)]
        let imported = Import(HealthExport(xml: HealthExport.document(workout + workout), files: files))
        let routes = imported.samples("HKWorkoutRouteTypeIdentifier")
        #expect(Set(routes.compactMap { $0["workout_id"] as? String }).count == 2 && routes.count == 2)
        #expect(imported.tally.leftOut == ["a file that no element names": 1])
    }

    @Test func `points of a route in the XML become what those of a file do`() {
        func locations(_ content: String, _ files: [(String, String)] = []) -> NSArray? {
            let workout = """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(Self.dates)><WorkoutRoute \(Self.dates)>\
                \(content)</WorkoutRoute></Workout>
                """
            let imported = Import(HealthExport(xml: HealthExport.document(workout), files: files))
            #expect(imported.tally.leftOut == ["a point of a route without time or place": 1])
            return imported.samples("HKWorkoutRouteTypeIdentifier").first?["locations"] as? NSArray
        }
        let inXML = locations(
            """
            <Location date="2024-04-20 09:00:00 +0300" latitude="54.5" longitude="25.25" altitude="112" course="41" \
            horizontalAccuracy="4" verticalAccuracy="3" speed="2.5"/>\
            <Location date="2024-04-20 09:00:01 +0300" latitude="54.5"/>\
            <Location date="2024-04-20 09:00:02 +0300" latitude="54.75" longitude="25.5"/>
            """
        )
        let gpx = """
            <gpx><trk><trkseg><trkpt lat="54.5" lon="25.25"><ele>112</ele><time>2024-04-20T06:00:00Z</time><extensions>\
            <speed>2.5</speed><course>41</course><hAcc>4</hAcc><vAcc>3</vAcc></extensions></trkpt>\
            <trkpt lat="54.5"><time>2024-04-20T06:00:01Z</time></trkpt>\
            <trkpt lat="54.75" lon="25.5"><time>2024-04-20T06:00:02Z</time></trkpt></trkseg></trk></gpx>
            """
        let inFile = locations("<FileReference path=\"/workout-routes/a.gpx\"/>", [("workout-routes/a.gpx", gpx)])
        #expect(inXML?.count == 2 && inXML == inFile)
    }

    @Test func `a route that a worker would refuse is left out, its workout is not`() {
        let route = """
            <WorkoutRoute startDate="1820-04-20 09:00:00 +0300" endDate="2024-04-20 09:00:00 +0300">\
            <FileReference path="/workout-routes/a.gpx"/></WorkoutRoute>
            """
        let workout = """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(Self.dates)>\(route)</Workout>
            """
        let files = [("workout-routes/a.gpx", "<gpx></gpx>")]
        let imported = Import(HealthExport(xml: HealthExport.document(workout), files: files))
        #expect(imported.samples.compactMap { $0["type"] as? String } == ["HKWorkoutTypeIdentifier"])
        #expect(imported.tally.leftOut == ["a start before 1900": 1])
    }

    @Test func `metadata of any length leaves one sample out, and takes no memory`() {
        let value = String(repeating: "x", count: 900)
        let entries = String(repeating: "<MetadataEntry key=\"a\" value=\"\(value)\"/>", count: 100)
        let record = "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"1\" \(Self.dates)>"
        let imported = Import(elements: record + entries + "</Record>" + record + "</Record>")
        #expect(imported.ids.count == 1 && imported.tally.leftOut == ["metadata of more than 60 KiB": 1])
    }

    @Test func `statistics that this version does not know are kept`() {
        let imported = Import(
            elements: """
                <Workout workoutActivityType="HKWorkoutActivityTypeYoga" \(Self.dates)>\
                <WorkoutStatistics type="HKQuantityTypeIdentifierFuture" sum="7" unit="furlong"/></Workout>
                """
        )
        #expect(
            text(imported.samples.first?["statistics"])
                == "{\"HKQuantityTypeIdentifierFuture\":{\"sum\":7,\"unit\":\"furlong\"}}"
        )
    }
}
