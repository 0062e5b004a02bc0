import Formats
import Testing
import Vocabulary

/// Electrocardiograms and series of heartbeats.
struct WaveTests {
    private static func list(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

    /// Returns a value of a field; `kind` is the key of an object.
    private static func value(_ number: String, _ unit: String, kind: String? = nil) -> String {
        Fork.quantity(number, unit, id: nil, more: kind.map { #""type":"\#($0)""# } ?? "")
    }

    private static func electrocardiogram(
        _ voltages: [String],
        frequency: String? = value("512", "Hz"),
        end: Double = 734_940_030,
        more: String = ""
    ) -> String {
        let frequency = frequency.map { "\"sampling_frequency\":[\($0)]," } ?? ""
        return Fork.document(
            "electrocardiogram",
            """
            "nested_data":{"HKDataTypeIdentifierElectrocardiogram":[{"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17",\
            "name":"HKDataTypeIdentifierElectrocardiogram","start_date":734940000,"end_date":\(end),\
            "data":{\(more)\(frequency)"voltages":\(list(voltages))}}]}
            """
        )
    }

    private static func components(_ document: String) throws -> [Tree] {
        try #require(Tree.resources(document).first)["component"].list
    }

    private static func waves(_ document: String) throws -> [Tree] {
        try components(document).filter { $0["valueSampledData"].exists }.map { $0["valueSampledData"] }
    }

    @Test func `voltages are sampled data of ten seconds each`() throws {
        let voltages = (0..<11_000).map { Self.value("\($0 % 7).5", "µV") }
        let components = try Self.components(Self.electrocardiogram(voltages))
        let waves = components.filter { $0["valueSampledData"].exists }
        #expect(waves.count == 3)
        for wave in waves {
            #expect(wave["code"].codes == ["131329"])
            let data = wave["valueSampledData"]
            #expect(data["origin"]["value"].number == 0 && data["origin"]["code"].text == "uV")
            #expect(data["period"].number == 1.953125 && data["dimensions"].number == 1)
        }
        let numbers = waves.map { ($0["valueSampledData"]["data"].text ?? "").split(separator: " ").map(String.init) }
        #expect(numbers.map(\.count) == [5_120, 5_120, 760])
        #expect(numbers.flatMap(\.self) == (0..<11_000).map { "\($0 % 7).5" })
        let count = components.first { $0["code"].codes == ["HKElectrocardiogram.NumberOfVoltageMeasurements"] }
        #expect(count?["valueQuantity"]["value"].number == 11_000)
    }

    @Test(
        arguments: [
            (value("250", "Hz"), 30, 4), (value("2", "count"), 30, 500), (value("120", "count/min"), 30, 500),
            // No frequency that can be meant: three voltages in 30 seconds.
            (nil, 30, 10_000), (value("0", "Hz"), 30, nil), (value("-5", "Hz"), 30, nil), (value("5", "m"), 30, 10_000),
            (value("1e300", "Hz"), 30, nil), (value("0", "fast"), 30, 10_000), (nil, 0, nil),
        ] as [(String?, Double, Double?)]
    )
    func `the period comes from the frequency, or from the length`(
        frequency: String?,
        length: Double,
        period: Double?
    ) throws {
        let voltages = ["-1.25", "0", "1e-7"].map { Self.value($0, "µV") }
        let document = Self.electrocardiogram(voltages, frequency: frequency, end: 734_940_000 + length)
        let waves = try Self.waves(document)
        #expect(waves.first?["period"].number == period)
        if period != nil {
            let data = waves.compactMap { $0["data"].text }.joined(separator: " ")
            #expect(data == "-1.25 0 1e-07")
        } else {
            // Each voltage is a value of its own.
            let code = "HKDataTypeIdentifierElectrocardiogram.voltages"
            let values = try Self.components(document).filter { $0["code"].codes == [code] }
            #expect(values.map { $0["valueQuantity"]["value"].number } == [-1.25, 0, 1e-7])
            #expect(values.map { $0["valueQuantity"]["code"].text } == ["uV", "uV", "uV"])
        }
    }

    @Test func `a frequency without a unit is in hertz`() throws {
        let components = try Self.components(Self.electrocardiogram([], frequency: Self.value("512", "count")))
        let shown = components.map { "\($0["valueQuantity"]["value"]) \($0["valueQuantity"]["code"])" }
        #expect(components[0]["code"].codes == ["HKElectrocardiogram.SamplingFrequency"] && shown == ["512 Hz"])
    }

    @Test func `a component has at most 10,000 voltages, so that it fits in a record`() throws {
        // The longest double.
        let voltages = (0..<30_000).map { _ in Self.value("-2.2250738585072014e-308", "µV") }
        let document = Self.electrocardiogram(voltages, frequency: Self.value("1e8", "Hz"))
        #expect(try Self.waves(document).map { ($0["data"].text ?? "").utf8.count } == [249_999, 249_999, 249_999])
        let records = DocumentForm.fhir(TestZones.table).records(Array(document.utf8), 300_000)
        #expect(records.count == 3 && records.allSatisfy { $0.count <= 300_000 })
    }

    @Test func `a voltage that is not a number is an error in the data`() throws {
        let voltages = [Self.value("1", "µV"), Self.value("0", "lost"), Self.value("2", "µV")]
        #expect(try Self.waves(Self.electrocardiogram(voltages)).map { $0["data"].text } == ["1 E 2"])
    }

    @Test func `classification, symptoms and heart rate are components with their codes`() throws {
        let symptom = "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat"
        let components = try Self.components(
            Self.electrocardiogram(
                [],
                more: """
                    "average_heart_rate":[\(Self.value("68", "count/min"))],\
                    "classification":[\(Self.value("1", "count"))],"note":[\(Self.value("0", "calm"))],\
                    "symptoms":[\(Self.value("2", "count", kind: symptom)),\
                    \(Self.value("3", "count", kind: "Hiccups"))],\
                    "symptoms_status":[\(Self.value("2", "count"))],
                    """
            )
        )
        let shown = components.map { component in
            let (quantity, concept) = (component["valueQuantity"], component["valueCodeableConcept"]["coding"][0])
            let value = quantity.exists ? "\(quantity["value"]) \(quantity["code"])" : nil
            let name = concept.exists ? "\(concept["code"]) \(concept["display"])" : nil
            return component["code"].codes + [value ?? name ?? component["valueString"].text ?? "?"]
        }
        #expect(
            shown == [
                ["8867-4", "HKQuantityTypeIdentifierHeartRate", "68 /min"],
                ["HKElectrocardiogram.Classification", "HKElectrocardiogram.Classification.1 sinusRhythm"],
                ["HKDataTypeIdentifierElectrocardiogram.note", "calm"], [symptom, "\(symptom).2 mild"],
                [
                    "HKDataTypeIdentifierElectrocardiogram.symptoms",
                    "HKDataTypeIdentifierElectrocardiogram.symptoms.Hiccups", "3 1",
                ],
                ["HKElectrocardiogram.SymptomsStatus", "HKElectrocardiogram.SymptomsStatus.2 present"],
                ["HKElectrocardiogram.SamplingFrequency", "512 Hz"],
            ]
        )
    }

    @Test func `a classification that is a text stays a text`() throws {
        let more =
            #""classification":[\#(Self.value("0", "Sinusinis ritmas"))],"symptoms_status":[\#(Self.value("0", ""))],"#
        let component = try Self.components(Self.electrocardiogram([], more: more))[0]
        #expect(component["code"].codes == ["HKElectrocardiogram.Classification"])
        #expect(component["valueString"].text == "Sinusinis ritmas")
    }

    @Test(
        arguments: [
            ("0", "HKElectrocardiogram.Classification.0", "notSet"),
            ("6", "HKElectrocardiogram.Classification.6", "inconclusiveOther"),
            ("100", "HKElectrocardiogram.Classification.100", "unrecognized"),
            ("7", "HKElectrocardiogram.Classification.7", "7"),
        ]
    )
    func `a classification has the name of its number`(number: String, code: String, name: String) throws {
        let more = #""classification":[\#(Self.value(number, "count"))],"#
        let component = try Self.components(Self.electrocardiogram([], more: more))[0]
        let coding = component["valueCodeableConcept"]["coding"][0]
        #expect(coding["code"].text == code && coding["display"].text == name)
    }

    private static func heartbeats(_ beats: [String]) -> String {
        let beats = beats.map { #"{"start_date":1,"end_date":2,"value":{"quantity":0,"unit":"\#($0)"}}"# }
        return Fork.document(
            "heart",
            """
            "nested_data":{"HKDataTypeIdentifierHeartbeatSeries":[{"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17",\
            "name":"HKDataTypeIdentifierHeartbeatSeries","start_date":734940000,"end_date":734940060,\
            "data":{"beats":\(list(beats))}}]}
            """
        )
    }

    /// Returns a beat as a document has it: JSON inside of a JSON text.
    private static func beat(_ seconds: String, gap: Bool = false) -> String {
        #"{\"preceded_by_gap\":\#(gap),\"time_since_start\":\#(seconds)}"#
    }

    @Test func `each interval is a component in milliseconds, and unknown after a gap`() throws {
        let beats = [
            Self.beat("0.5"), Self.beat("1.36"), Self.beat("2.16"), Self.beat("9", gap: true), Self.beat("9.8"),
            // Without a time, and not after the beat before.
            "{}", Self.beat("11"), Self.beat("11"), Self.beat("11.7"), "no beat",
            // An interval whose beats are beyond a double in milliseconds.
            Self.beat("1e308"), Self.beat("1.7e308"),
        ]
        let components = try Self.components(Self.heartbeats(beats))
        #expect(
            components.map { $0["valueQuantity"]["value"].number } == [
                860, 800, nil, 800, nil, nil, nil, 700, nil, nil, 1.79769313486231e308,
            ]
        )
        for component in components {
            #expect(component["code"].codes == ["HKDataTypeIdentifierHeartbeatSeries.interval"])
            let isKnown = component["valueQuantity"].exists
            #expect(
                isKnown
                    ? component["valueQuantity"]["code"].text == "ms"
                    : component["dataAbsentReason"].codes == ["unknown"]
            )
        }
    }

    @Test(arguments: [[], [beat("0")]])
    func `a series without intervals has no known value`(beats: [String]) throws {
        let series = try #require(Tree.resources(Self.heartbeats(beats)).first)
        #expect(series["dataAbsentReason"].codes == ["unknown"] && !series["component"].exists)
    }
}
