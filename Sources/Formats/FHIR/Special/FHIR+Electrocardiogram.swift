import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation for each electrocardiogram, with its voltages as components of ten seconds each.
    ///
    /// A component has at most 10,000 voltages, because it cannot be divided and a record has a limit.
    mutating func addElectrocardiograms(_ items: [ForkDocument.Item], _ type: SampleType) {
        for item in items {
            addObservation(item, type) { resource in
                for series in item.series where series.key != "voltages" { resource.figure(series, type) }
                for series in item.series where series.key == "voltages" { resource.voltages(series, item, type) }
            }
        }
    }
}

extension FHIR.Resource {
    /// Adds the components of a field of an electrocardiogram.
    fileprivate mutating func figure(_ series: ForkDocument.Series, _ type: SampleType) {
        guard series.key != "symptoms" else { return symptoms(series, type) }
        guard let name = Electrocardiogram.names[series.key], series.quantities.count == 1,
            var value = series.quantities.first?.value, value.meaning != .text("")
        else { return addField(series, type) }
        if name == "samplingFrequency" { value = Electrocardiogram.frequency(value) }
        let codes = FHIR.Codes.of("\(type.identifier).\(name)")
        component(codes) { writer in
            if let coding = Electrocardiogram.coding(value, of: name) {
                writer.key("valueCodeableConcept")
                writer.concept([coding])
            } else {
                writer.value(value, value.meaning, in: codes.unit)
            }
        }
    }

    /// Adds a component for each symptom, whose value is its severity.
    private mutating func symptoms(_ series: ForkDocument.Series, _ type: SampleType) {
        var others = series
        others.quantities = []
        for quantity in series.quantities {
            guard let symptom = Catalogue.sampleType(named: quantity.kind), symptom.kind == .category,
                let code = quantity.value.integer, quantity.value.meaning == .number
            else {
                others.quantities.append(quantity)
                continue
            }
            let name = Catalogue.categoryName(symptom, code) ?? String(code)
            component(FHIR.Codes.of(symptom)) { writer in
                writer.key("valueCodeableConcept")
                writer.concept([FHIR.Coding(.apple, "\(symptom.identifier).\(code)", name)])
            }
        }
        addField(others, type)
    }

    /// Adds the voltages in µV; if their rate is not known, each voltage is a component.
    fileprivate mutating func voltages(_ series: ForkDocument.Series, _ item: ForkDocument.Item, _ type: SampleType) {
        let voltages = series.quantities
        if voltages.isEmpty { return }
        guard let rate = Electrocardiogram.rate(item, voltages.count) else { return addField(series, type) }
        let count = FHIR.Codes.of("\(type.identifier).numberOfVoltageMeasurements")
        component(count) { writer in
            writer.key("valueQuantity")
            writer.quantity(ForkDocument.Measure(number: Double(voltages.count), unit: "count"), in: count.unit)
        }
        let codes = FHIR.Codes.of("\(type.identifier).voltageMeasurements")
        // At most ten seconds; at least one voltage, so that a slow series ends.
        let length = max(1, Int(min(10 * rate, Electrocardiogram.mostVoltages)))
        for start in stride(from: 0, to: voltages.count, by: length) {
            let part = voltages[start..<min(start + length, voltages.count)]
            component(codes) { writer in
                writer.key("valueSampledData")
                writer.sampledData(part, period: (1000 / rate).roundedTo15Digits, in: codes.unit)
            }
        }
    }
}

extension Writer {
    /// Appends SampledData with a period in milliseconds; a voltage that is not a number is `E`, an error.
    fileprivate mutating func sampledData(
        _ voltages: ArraySlice<ForkDocument.Quantity>,
        period: Double,
        in unit: FHIR.Unit?
    ) {
        object { writer in
            writer.key("origin")
            writer.quantity(ForkDocument.Measure(unit: "mcV"), in: unit)
            writer.key("period")
            writer.number(period)
            writer.raw(",\"dimensions\":1,\"data\":\"")
            for (index, voltage) in voltages.enumerated() {
                if index > 0 { writer.raw(" ") }
                if voltage.value.meaning == .number { writer.number(voltage.value.number) } else { writer.raw("E") }
            }
            writer.raw("\"")
        }
    }
}

/// The fields of an electrocardiogram.
private enum Electrocardiogram {
    /// The components of the table by the fields of a sample.
    static let names = [
        "average_heart_rate": "averageHeartRate", "classification": "classification",
        "sampling_frequency": "samplingFrequency", "symptoms_status": "symptomsStatus",
    ]

    /// Returns Apple's code of a classification or of the symptoms' status; nil if the field is another one.
    static func coding(_ value: ForkDocument.Measure, of name: String) -> FHIR.Coding? {
        guard value.meaning == .number, let code = value.integer, let (enumeration, cases) = enumerations[name] else {
            return nil
        }
        return FHIR.Coding(.apple, "\(enumeration).\(code)", cases[code] ?? String(code))
    }

    /// The enumerations of HealthKit's class with the names of their cases.
    private static let enumerations: [String: (String, [Int64: String])] = [
        "classification": (
            "HKElectrocardiogram.Classification",
            [
                0: "notSet", 1: "sinusRhythm", 2: "atrialFibrillation", 3: "inconclusiveLowHeartRate",
                4: "inconclusiveHighHeartRate", 5: "inconclusivePoorReading", 6: "inconclusiveOther",
                100: "unrecognized",
            ]
        ),
        "symptomsStatus": ("HKElectrocardiogram.SymptomsStatus", [0: "notSet", 1: "none", 2: "present"]),
    ]

    /// The most voltages of a component: ten seconds of 1,000 Hz.
    ///
    /// A voltage takes at most 25 bytes.
    static let mostVoltages = 10_000.0

    /// Returns a frequency with its unit; a number without a unit is in Hz.
    static func frequency(_ value: ForkDocument.Measure) -> ForkDocument.Measure {
        guard value.unit == "count" else { return value }
        return ForkDocument.Measure(number: value.number, integer: value.integer, unit: "Hz")
    }

    /// Returns the number of voltages in a second, from the sampling frequency or the duration; nil if it is not known.
    static func rate(_ item: ForkDocument.Item, _ count: Int) -> Double? {
        let given = item.quantities("sampling_frequency").first.map { frequency($0.value) }
        let hertz = given.flatMap { FHIR.Unit("Hz").converted($0.number, from: $0.unit) }
        let rate = hertz ?? Double(count) / (item.end - item.start)
        // A period must be a finite number of milliseconds that is not 0.
        return rate > 1e-9 && rate < 1e9 ? rate : nil
    }
}
