import AppleHealth
import Exports
import Foundation
import Testing
import Vocabulary

/// Exports of phones in the field, with the samples that belong to them.
struct FieldTests {
    private static let dates = #"startDate="2024-04-20 09:00:00 +0300" endDate="2024-04-20 09:30:00 +0300""#
    private static let running = "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(dates)"

    private static func effort(_ value: Int) -> String {
        """
        <Record type="HKQuantityTypeIdentifierEstimatedWorkoutEffortScore" unit="appleEffortScore" \(dates) \
        value="\(value)"/>
        """
    }

    @Test func `a record in a workout names the workout, and is one sample with its repetition outside`() throws {
        let workout = "\(Self.running)>\(Self.effort(4))</Workout>"
        let alone = Import(elements: Self.effort(4))
        for elements in [workout, workout + Self.effort(4), Self.effort(4) + workout] {
            let imported = Import(elements: elements)
            let scores = imported.samples("HKQuantityTypeIdentifierEstimatedWorkoutEffortScore")
            #expect(imported.tally.leftOut == [:] && scores.count == 1)
            #expect(scores.first?["value"] as? Int == 4)
            let id = imported.samples("HKWorkoutTypeIdentifier").first?["id"] as? String
            #expect(id != nil && scores.first?["workout_id"] as? String == id)
            #expect(scores.first?["id"] as? String == alone.ids.first)
        }
        let twice = Import(elements: workout + Self.effort(4) + Self.effort(4) + Self.effort(5))
        let scores = twice.samples("HKQuantityTypeIdentifierEstimatedWorkoutEffortScore")
        #expect(scores.count == 3 && Set(twice.ids).count == 4)
        #expect(scores.compactMap { $0["workout_id"] }.count == 1)
    }

    @Test func `zones of a workout become its metadata`() {
        let group = """
            <WorkoutZoneGroup type="HKQuantityTypeIdentifierHeartRate" unit="count/min"><WorkoutZone maximum="132" \
            duration="22.1"/><WorkoutZone minimum="132" duration="7.9"/></WorkoutZoneGroup>
            """
        let imported = Import(elements: "\(Self.running)>\(group)</Workout>")
        let metadata = imported.samples.first?["metadata"] as? [String: Any]
        #expect(imported.tally.leftOut == [:])
        #expect(
            metadata?["WorkoutZoneGroup.HKQuantityTypeIdentifierHeartRate"] as? String
                == #"{"type":"HKQuantityTypeIdentifierHeartRate","unit":"count/min","zones":[{"maximum":"132","duration":"22.1"},{"minimum":"132","duration":"7.9"}]}"#
        )
    }

    @Test(
        arguments: [
            ["11:00:01,50", "11:00:02,48", "11:00:03,45"], ["11.00.01,50", "11.00.02,48", "11.00.03,45"],
            ["11:00:01.50 AM", "11:00:02.48\u{202F}AM", "11:00:03.45 a. m."],
            ["١١:٠٠:٠١٫٥٠ م", "١١:٠٠:٠٢٫٤٨ م", "\u{200F}١١:٠٠:٠٣٫٤٥ م"],
            ["۱۱:۰۰:۰۱٫۵۰", "۱۱:۰۰:۰۲٫۴۸", "۱۱:۰۰:۰۳٫۴۵"], ["上午11:00:01.50", "上午11:00:02.48", "上午11:00:03.45"],
        ]
    )
    func `beats are read in the language of the phone`(times: [String]) {
        let beats = times.map { "<InstantaneousBeatsPerMinute bpm=\"60\" time=\"\($0)\"/>" }.joined()
        let imported = Import(
            elements: """
                <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" value="41" \
                startDate="2024-04-20 11:00:00 +0300" endDate="2024-04-20 11:01:00 +0300">\
                <HeartRateVariabilityMetadataList>\(beats)</HeartRateVariabilityMetadataList></Record>
                """
        )
        let series = imported.samples("HKDataTypeIdentifierHeartbeatSeries").first?["beats"] as? [[String: Any]]
        #expect(imported.tally.leftOut == [:])
        #expect(series?.compactMap { $0["time_since_start"] as? Double } == [1.5, 2.48, 3.45])
    }

    @Test(arguments: ["noon", "11:00", "11:61:00", "25:00:00", "11 00 01", "1:2:3:4:5"])
    func `a beat without a time is counted`(time: String) {
        let imported = Import(
            elements: """
                <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" value="41" \(Self.dates)>\
                <HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute time="\(time)"/>\
                </HeartRateVariabilityMetadataList></Record>
                """
        )
        #expect(imported.tally.leftOut == ["a beat without a time": 1])
    }

    @Test func `characteristics that are not set and the goal for sleep are no fault of an export`() {
        let imported = Import(
            elements: """
                <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" \
                HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" \
                HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="None"/>\
                <Record type="HKDataTypeSleepDurationGoal" unit="hr" value="8" \(Self.dates)/>
                """
        )
        #expect(imported.tally.leftOut == [:] && imported.samples.count == 1)
        #expect(imported.samples.first?["value"] as? Int == 1)
        #expect(imported.tally.skipped == ["HKDataTypeSleepDurationGoal, a goal and no sample": 1])
        let taken = Import(elements: "<Me HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=\"Some\"/>")
        let reason = "unknown type HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse"
        #expect(taken.tally.leftOut == [reason: 1])
    }

    @Test(
        arguments: [
            (
                #"<ActivitySummary dateComponents="2024-04-20" activeEnergyBurned="590,25" appleStandHours="13"/>"#,
                "a figure of an activity summary that is not a number", "apple_stand_hours"
            ),
            ("\(running) duration=\"30,5\" durationUnit=\"min\"/>", "a duration that is not a number", "end_date"),
            (
                "\(running)><WorkoutEvent type=\"HKWorkoutEventTypeLap\" date=\"2024-04-20 09:00:00 +0300\" duration=\"5,5\" "
                    + "durationUnit=\"min\"/></Workout>",
                "a duration that is not a number", "events"
            ),
            ("\(running) totalDistance=\"5,2\"/>", "a figure of a workout that is not a number", "end_date"),
            (
                "\(running)><WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" average=\"1,4\" maximum=\"171\" "
                    + "unit=\"count/min\"/></Workout>",
                "a figure of a workout's statistics that is not a number", "statistics"
            ),
        ]
    )
    func `a figure that is no number is counted, and the rest of its element is imported`(
        element: String,
        reason: String,
        field: String
    ) {
        let imported = Import(elements: element)
        #expect(imported.tally.leftOut == [reason: 1])
        #expect(imported.samples.first?[field] != nil)
        #expect(!imported.lines.joined().contains("1,4"))
    }

    private static let vilnius = "<MetadataEntry key=\"HKTimeZone\" value=\"Europe/Vilnius\"/>"
    private static let zones = ZoneTable { name in
        FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)").map { [UInt8]($0) }
    }

    private static func steps(_ day: Int, zone: String? = nil) -> String {
        let entry = zone.map { "<MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/>" } ?? ""
        let date = HealthExport.at("2024-04-\(day) 09:00:00 +0300")
        return "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"1\" \(date)>\(entry)</Record>"
    }

    @Test func `the zone is the one that most samples name, if the phone had its offset at the export`() {
        func zone(_ elements: String, date: String = "2024-04-26 10:00:00 +0300") -> String? {
            let export = HealthExport(xml: HealthExport.document(elements, date: date))
            return Import(export, zones: Self.zones).uploads.first?["time_zone"] as? String
        }
        let plain = Self.steps(10)
        let home = Self.steps(11, zone: "Europe/Vilnius") + Self.steps(12, zone: "Europe/Vilnius")
        let away = Self.steps(13, zone: "America/New_York")
        #expect(zone(plain + home + away) == "Europe/Vilnius")
        #expect(zone(plain + away) == "+03:00")
        #expect(zone(plain) == "+03:00")
        #expect(zone(plain + Self.steps(14, zone: "Europe/Nowhere")) == "+03:00")
        // In winter, the phone has another offset than the clocks of the samples' summer.
        #expect(zone(plain + home, date: "2024-12-26 10:00:00 +0200") == "Europe/Vilnius")
        #expect(zone(plain + home, date: "2024-12-26 10:00:00 +0300") == "+03:00")
    }

    @Test func `days of activity summaries and uploads have one zone`() {
        let summary = "<ActivitySummary dateComponents=\"2024-01-20\" appleStandHours=\"13\"/>"
        let home = Self.steps(11, zone: "Europe/Vilnius")
        for (elements, name, offset) in [(home + summary, "Europe/Vilnius", 2.0), (summary + home, "+03:00", 3)] {
            let imported = Import(HealthExport(xml: HealthExport.document(elements)), zones: Self.zones)
            #expect(imported.uploads.first?["time_zone"] as? String == name)
            // 2024-01-20T00:00:00Z, in seconds since 2001.
            let start = imported.samples("HKActivitySummaryTypeIdentifier").first?["start_date"] as? Double
            #expect(start == 727_401_600 - offset * 3_600)
        }
    }
}
