import AppleHealth
import Exports
import Testing
import Vocabulary

/// Each kind of element becomes the sample that HealthKit had.
struct KindTests {
    private let sample: Import

    init() throws { sample = Import(try HealthExport.sample()) }

    @Test(arguments: [
        ("HKQuantityTypeIdentifierStepCount", 1), ("HKQuantityTypeIdentifierHeartRate", 1),
        ("HKQuantityTypeIdentifierBloodPressureSystolic", 1), ("HKQuantityTypeIdentifierBloodPressureDiastolic", 1),
        ("HKCategoryTypeIdentifierSleepAnalysis", 2), ("HKCategoryTypeIdentifierMenstrualFlow", 1),
        ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", 1), ("HKDataTypeIdentifierHeartbeatSeries", 1),
        ("HKCorrelationTypeIdentifierBloodPressure", 1), ("HKWorkoutTypeIdentifier", 1),
        ("HKWorkoutRouteTypeIdentifier", 1), ("HKActivitySummaryTypeIdentifier", 1),
        ("HKClinicalTypeIdentifierVitalSignRecord", 1), ("HKDataTypeIdentifierAudiogram", 1),
        ("HKVisionPrescriptionTypeIdentifier", 1), ("HKDataTypeIdentifierElectrocardiogram", 1),
        ("HKCharacteristicTypeIdentifierDateOfBirth", 1), ("HKCharacteristicTypeIdentifierBiologicalSex", 1),
        ("HKCharacteristicTypeIdentifierFitzpatrickSkinType", 1), ("HKCharacteristicTypeIdentifierBloodType", 0),
    ])
    func `a kind is imported`(type: String, count: Int) {
        #expect(sample.samples(type).count == count)
    }

    @Test func `what is unknown is counted by its name`() {
        #expect(
            sample.tally.leftOut == [
                "unknown element FutureThing": 1, "a point of a route without time or place": 1,
            ]
        )
    }

    @Test func `a category value is a code, by its old name too`() {
        let codes = sample.samples("HKCategoryTypeIdentifierSleepAnalysis").map { text($0["value"]) }
        #expect(codes == ["3", "1"])
        #expect(text(sample.samples("HKCategoryTypeIdentifierMenstrualFlow").first?["value"]) == "2")
    }

    @Test func `the device is taken apart, commas in a value included, without address and creation date`() {
        let device = sample.samples("HKQuantityTypeIdentifierStepCount").first?["device"]
        #expect(
            text(device)
                == #"{"hardwareVersion":"Watch6,2","manufacturer":"Apple, Inc.","model":"Watch","name":"Apple Watch","softwareVersion":"9.4"}"#
        )
    }

    @Test func `members of a correlation have the ids of the records that repeat them`() {
        let objects = sample.samples("HKCorrelationTypeIdentifierBloodPressure").first?["objects"] as? [[String: Any]]
        let outside = sample.samples.filter { ($0["type"] as? String ?? "").contains("BloodPressureS") }
        #expect(objects?.count == 2)
        #expect(outside.first?["id"] as? String == objects?.first?["id"] as? String)
    }

    @Test func `metadata has units, and text under unknown keys stays text`() {
        let workout = sample.samples("HKWorkoutTypeIdentifier").first
        #expect(
            text(workout?["metadata"])
                == #"{"HKAverageMETs":{"unit":"kcal/hr·kg","value":9.3},"HKIndoorWorkout":false,"HKWeatherHumidity":{"unit":"%","value":57},"HKWeatherTemperature":{"unit":"degF","value":54.5},"MyApp":"12 km"}"#
        )
    }

    @Test func `a workout has events, activities, statistics and a route that names it`() {
        let workout = sample.samples("HKWorkoutTypeIdentifier").first
        #expect(text(workout?["duration"]) == "1830")
        #expect((workout?["events"] as? [Any])?.count == 3)
        #expect(
            (workout?["activities"] as? [[String: Any]])?.first?["id"] as? String
                == "5A7B6C3D-0C6B-4E2A-9D57-0A4C2F6C1B11"
        )
        #expect(
            text(workout?["statistics"])
                == #"{"HKQuantityTypeIdentifierDistanceWalkingRunning":{"sum":5.2,"unit":"km"}}"#
        )
        let route = sample.samples("HKWorkoutRouteTypeIdentifier").first
        #expect(route?["workout_id"] as? String == workout?["id"] as? String)
        #expect((route?["locations"] as? [Any])?.count == 2)
    }

    @Test func `beats are counted from the start, and a long step is a gap`() {
        let beats = sample.samples("HKDataTypeIdentifierHeartbeatSeries").first?["beats"]
        #expect(
            text(beats)
                == #"[{"preceded_by_gap":false,"time_since_start":0.31},{"preceded_by_gap":false,"time_since_start":1.16},{"preceded_by_gap":true,"time_since_start":4}]"#
        )
    }

    @Test func `an electrocardiogram is read in the language of the phone`() {
        let wave = sample.samples("HKDataTypeIdentifierElectrocardiogram").first
        #expect(wave?["classification"] as? String == "Sinusinis ritmas")
        #expect(text(wave?["sampling_frequency"]) == #"{"unit":"Hz","value":512}"#)
        #expect((wave?["voltages"] as? [Any])?.count == 256)
        #expect((wave?["device"] as? [String: Any])?["hardwareVersion"] as? String == "Watch6,2")
        // The heading has the name of the person.
        #expect(!sample.lines.joined().contains("Vardas"))
    }

    @Test func `a clinical record is the whole resource as one text`() {
        let record = sample.samples("HKClinicalTypeIdentifierVitalSignRecord").first
        #expect((record?["fhir_resource"] as? String)?.hasPrefix(#"{"resourceType":"Observation""#) == true)
    }

    @Test func `the distance of an old workout is of the type of its activity`() {
        let cases = [
            ("Cycling", "Cycling"), ("Swimming", "Swimming"), ("Snowboarding", "DownhillSnowSports"),
            ("Rowing", "Rowing"), ("Hiking", "WalkingRunning"), ("WheelchairRunPace", "Wheelchair"),
        ]
        for (activity, distance) in cases {
            let old = Import(
                elements: """
                    <Workout workoutActivityType="HKWorkoutActivityType\(activity)" duration="1" durationUnit="hr" \
                    totalDistance="7" totalDistanceUnit="km" totalEnergyBurned="0" totalEnergyBurnedUnit="kcal" \
                    sourceName="s" \(HealthExport.at("2020-04-20 09:00:00 +0300"))/>
                    """
            )
            let workout = old.samples.first
            #expect(
                text(workout?["statistics"])
                    == "{\"HKQuantityTypeIdentifierDistance\(distance)\":{\"sum\":7,\"unit\":\"km\"}}"
            )
            #expect(text(workout?["duration"]) == "3600")
        }
    }
}
