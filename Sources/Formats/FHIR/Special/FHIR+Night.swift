import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation of a night: the time asleep as value, and the other figures as components.
    ///
    /// A contained Observation has a component with a period for each sample. If the night is longer than a record, it
    /// becomes several resources: only the first has the figures, and each contains the next samples.
    mutating func addNight(_ item: ForkDocument.Item) {
        let samples = item.series.filter { $0.type == .sleepAnalysis }.flatMap(\.quantities)
        var observation = FHIR.Observation(item, .night)
        observation.source = samples.first.flatMap { document.source(of: $0) }
        observation.device = samples.first.flatMap { document.device(of: $0) }
        observation.metadata.entries.removeAll { FHIR.Codes.isFigureOfNight($0.key) }
        var resource = FHIR.Resource()
        resource.observation(observation, in: self)
        if let asleep = item.metadata["asleep"] {
            resource.once("valueQuantity") { $0.quantity(asleep, in: FHIR.Codes.night.unit) }
        }
        for figure in FHIR.Codes.figuresOfNight {
            guard let value = item.metadata[figure.key] else { continue }
            resource.component(figure.codes) { writer in
                writer.key("valueQuantity")
                writer.quantity(value, in: figure.codes.unit)
            }
        }
        resource.stages(samples, in: self)
        add("Observation", .named(item, .sleepAnalysis), &resource)
    }
}

extension FHIR.Resource {
    /// Adds the contained Observation with the samples of a night, and the reference to it.
    fileprivate mutating func stages(_ samples: [ForkDocument.Quantity], in bundle: FHIR.Bundle) {
        let list = list(closing: "]}]") { writer in
            writer.raw("\"hasMember\":[{\"reference\":\"#stages\"}],\"contained\":[{\"resourceType\":\"Observation\",")
            writer.raw("\"id\":\"stages\",\"status\":\"final\",\"code\":")
            writer.raw(FHIR.Codes.of(.sleepAnalysis).concept)
            writer.raw(",\"subject\":")
            writer.raw(bundle.subject)
            writer.raw(",\"component\":[")
        }
        for sample in samples {
            element(in: list) { writer in
                writer.object { writer in
                    writer.key("code")
                    writer.concept([FHIR.Coding(category: sample.value, of: .sleepAnalysis)])
                    writer.key("valuePeriod")
                    writer.period(sample.start, max(sample.start, sample.end), in: sample.metadata.zone, bundle.times)
                }
            }
        }
    }
}

extension FHIR.Codes {
    /// The codes of a night, whose value is the time asleep.
    fileprivate static let night = {
        let asleep = FHIR.Codes.of("\(SampleType.sleepAnalysis.identifier).asleep")
        let codings = asleep.codings + FHIR.Codes.of(.sleepAnalysis).codings
        return FHIR.Codes(codings, category: "activity", unit: asleep.unit)
    }()

    /// The figures of a night by their keys in `meta_data`, without the time asleep.
    fileprivate static let figuresOfNight = [
        "awake", "awakenings", "core", "deep", "efficiency", "in_bed", "latency", "rem", "unspecified",
    ].map { (key: $0, codes: FHIR.Codes.of("\(SampleType.sleepAnalysis.identifier).\($0)")) }

    /// Whether a key of `meta_data` needs no extension: a figure, or `primary`, which all nights in FHIR are.
    fileprivate static func isFigureOfNight(_ key: String) -> Bool {
        key == "asleep" || key == "primary" || figuresOfNight.contains { $0.key == key }
    }
}
