import Formats
import Testing
import Vocabulary

/// Nights as Observations with figures, and with a contained Observation of their samples.
struct NightTests {
    private static func sample(_ code: Int, _ name: String, _ start: Double, _ end: Double, more: String = "") -> String
    {
        Fork.quantity("\(code)", name, start: start, end: end, more: more)
    }

    private static let samples = [
        sample(0, "InBed", 734_907_600, 734_911_200), sample(3, "Core", 734_907_600, 734_910_000),
        sample(5, "REM", 734_910_000, 734_911_200),
    ]

    private static let figures = [
        "asleep": "24030", "awake": "0", "awakenings": "2", "core": "120", "deep": "60.5", "in_bed": "3600",
        "latency": "30", "rem": "90", "unspecified": "6",
    ]

    private static func night(
        _ samples: [String] = samples,
        _ figures: [String: String] = figures,
        more: String = "",
        sources: String = #"{"name":"Apple Watch"}"#,
        devices: String? = nil
    ) -> String {
        let metadata = figures.sorted { $0.key < $1.key }.map { key, value in
            #""\#(key)":{"quantity":\#(value),"unit":"\#(key == "awakenings" ? "count" : "s")"}"#
        }
        return Fork.document(
            "sleep",
            id: "sleep/43534B1E-E3F2-57E2-B9AD-E2BC0132792D",
            sources: sources,
            devices: devices,
            """
            "data":{"sleep":[\(samples.joined(separator: ","))]},"meta_data":{\(metadata.joined(separator: ","))\(more)}
            """
        )
    }

    @Test func `a night has the time asleep as value and the other figures as components`() throws {
        let efficiency = #","efficiency":{"quantity":0.29,"unit":"%"},"primary":{"quantity":1,"unit":"bool"}"#
        let night = try #require(Tree.resources(Self.night(more: efficiency)).first)
        #expect(night["code"].codes == ["93832-4", "HKCategoryTypeIdentifierSleepAnalysis"])
        #expect(night["category"][0].codes == ["activity"])
        #expect(night["valueQuantity"]["value"].number == 400.5 && night["valueQuantity"]["code"].text == "min")
        #expect(night["effectivePeriod"]["start"].text == "2024-04-16T00:00:00.000+03:00")
        #expect(night["identifier"][0]["value"].text == "urn:uuid:43534b1e-e3f2-57e2-b9ad-e2bc0132792d")
        let components = night["component"].list.map { component in
            let value = component["valueQuantity"]
            return "\(component["code"].codes[0]) \(value["value"].number ?? -1) \(value["code"].text ?? "")"
        }
        let apple = "HKCategoryTypeIdentifierSleepAnalysis"
        #expect(
            components == [
                "\(apple).awake 0.0 min", "103211-9 2.0 {count}", "93830-8 2.0 min", "93831-6 1.00833333333333 min",
                "\(apple).efficiency 29.0 %", "103213-5 60.0 min", "103212-7 0.5 min", "93829-0 1.5 min",
                "\(apple).unspecified 0.1 min",
            ]
        )
        // The source; nothing of the figures, and not that the night is primary.
        #expect(night["extension"].list.count == 1)
    }

    @Test func `figures that are not known are left out, and others are metadata`() throws {
        let night = try #require(Tree.resources(Self.night(Self.samples, ["in_bed": "60", "recorded": "90"])).first)
        #expect(!night["valueQuantity"].exists && night["component"].list.map { $0["code"].codes } == [["103213-5"]])
        let metadata = night["extension"][1]["extension"]
        #expect(metadata[0]["valueString"].text == "recorded" && metadata[1]["valueQuantity"]["value"].number == 90)
    }

    @Test func `the samples are components of one contained observation`() throws {
        let zone = #""meta_data":{"HKTimeZone":{"quantity":0,"unit":"Asia/Tokyo"}}"#
        let samples = Self.samples + [Self.sample(2, "Awake", 734_911_200, 734_911_200, more: zone)]
        let night = try #require(Tree.resources(Self.night(samples)).first)
        #expect(night["hasMember"].list.count == 1 && night["hasMember"][0]["reference"].text == "#stages")
        let stages = night["contained"][0]
        #expect(night["contained"].list.count == 1 && stages["id"].text == "stages")
        #expect(stages["status"].text == "final" && stages["subject"] == night["subject"])
        #expect(stages["code"].codes == ["HKCategoryTypeIdentifierSleepAnalysis"])
        let shown = stages["component"].list.map { component in
            let (code, period) = (component["code"]["coding"][0], component["valuePeriod"])
            return [code["code"].text, code["display"].text, period["start"].text, period["end"].text]
        }
        #expect(
            shown == [
                [
                    "HKCategoryTypeIdentifierSleepAnalysis.0", "InBed", "2024-04-16T00:00:00.000+03:00",
                    "2024-04-16T01:00:00.000+03:00",
                ],
                [
                    "HKCategoryTypeIdentifierSleepAnalysis.3", "Core", "2024-04-16T00:00:00.000+03:00",
                    "2024-04-16T00:40:00.000+03:00",
                ],
                [
                    "HKCategoryTypeIdentifierSleepAnalysis.5", "REM", "2024-04-16T00:40:00.000+03:00",
                    "2024-04-16T01:00:00.000+03:00",
                ],
                [
                    "HKCategoryTypeIdentifierSleepAnalysis.2", "Awake", "2024-04-16T07:00:00.000+09:00",
                    "2024-04-16T07:00:00.000+09:00",
                ],
            ]
        )
    }

    @Test func `source and device are those of the first sample`() throws {
        let sources = #"{"name":"Apple Watch","version":"10.3"},{"name":"Apple Watch","version":"10.4"}"#
        let devices = #"{"name":"Old","model":"Watch"},{"name":"New","model":"Watch"}"#
        let samples = [
            Self.sample(3, "Core", 734_907_600, 734_910_000, more: #""source":1,"device":0"#),
            Self.sample(3, "Core", 734_910_000, 734_910_100, more: #""source":0,"device":1"#),
        ]
        let document = Self.night(samples, sources: sources, devices: devices)
        let night = try #require(Tree.resources(document).first)
        #expect(night["device"]["display"].text == "Old, Watch")
        #expect(night["extension"][0]["extension"].all("url", "version")[0]["valueString"].text == "10.4")
    }

    @Test func `a night that is longer than a record continues in further resources`() throws {
        let samples = (0..<40).map { Self.sample(3, "Core", 734_907_600 + Double($0), 734_907_601 + Double($0)) }
        let maximum = 4_000
        let records = DocumentForm.fhir(TestZones.table).records(Array(Self.night(samples).utf8), maximum)
        #expect(records.count > 2 && records.allSatisfy { $0.count <= maximum })
        let nights = try records.map { try Tree($0)["entry"][0]["resource"] }
        #expect(Set(nights.map(\.["id"].text)).count == nights.count)
        // Only the first has the figures; each has the next samples.
        #expect(nights.filter { $0["valueQuantity"].exists }.count == 1 && nights[0]["valueQuantity"].exists)
        #expect(nights.reduce(0) { $0 + $1["component"].list.count } == 8)
        let stages = nights.flatMap { $0["contained"][0]["component"].list }
        #expect(stages.map { $0["valuePeriod"]["start"].text ?? "" } == stages.indices.map(Self.start))
        for night in nights {
            #expect(night["hasMember"].exists == night["contained"].exists)
            #expect(night["code"] == nights[0]["code"] && night["effectivePeriod"] == nights[0]["effectivePeriod"])
        }
    }

    private static func start(_ second: Int) -> String {
        "2024-04-16T00:00:\(second < 10 ? "0" : "")\(second).000+03:00"
    }

    @Test func `a night that is not primary makes nothing`() throws {
        let document = Self.night(more: #","primary":{"quantity":0,"unit":"bool"}"#)
        #expect(try Tree.resources(document).isEmpty)
    }
}
