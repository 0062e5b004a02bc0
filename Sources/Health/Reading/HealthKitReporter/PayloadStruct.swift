import JSON
import Vocabulary

/// The data of HealthKitReporter's structs: `harmonized`, or `serialized` in older versions.
enum PayloadStruct {
    /// Writes the fields that only samples of this type have, and the metadata.
    static func write(
        _ element: Value,
        _ type: SampleType?,
        _ upload: inout UploadTranslation,
        into writer: inout Writer
    ) throws(Refusal) {
        // A sample of an unknown type is refused later, when the sample is read.
        guard let type else { return }
        let field = element.field("harmonized", or: "serialized")
        if let field, field.members == nil { throw .wrongType("harmonized", "an object") }
        guard let payload = field else {
            // The data of a characteristic may be in the struct itself.
            guard element.field("uuid") == nil else { throw .missing("harmonized") }
            return try OtherStruct.write(element, element, type, into: &writer)
        }
        switch type.kind {
        case .quantity:
            writer.field("value", payload.field("value"))
            writer.field("unit", payload.field("unit"))
            try SampleStruct.writeMetadata(element, payload, into: &writer) { $0 == "value" || $0 == "unit" }
        case .category:
            writer.field("value", payload.field("value"))
            try SampleStruct.writeMetadata(element, payload, into: &writer) { key in
                key == "value" || key == "description" || key == "detail"
            }
        case .correlation: try writeCorrelation(element, payload, &upload, into: &writer)
        case .workout: try WorkoutStruct.write(element, payload, into: &writer)
        case .workoutRoute: try SeriesStruct.writeRoute(element, payload, into: &writer)
        case .electrocardiogram: try SeriesStruct.writeElectrocardiogram(element, payload, into: &writer)
        case .heartbeatSeries: try SeriesStruct.writeHeartbeats(element, payload, into: &writer)
        default: try OtherStruct.write(element, payload, type, into: &writer)
        }
    }

    private static func writeCorrelation(
        _ element: Value,
        _ payload: Value,
        _ upload: inout UploadTranslation,
        into writer: inout Writer
    ) throws(Refusal) {
        let quantities = payload.field("quantitySamples")
        let categories = payload.field("categorySamples")
        if quantities == nil, categories == nil { throw .missing("quantitySamples") }
        writer.key("objects")
        writer.byte(UInt8(ascii: "["))
        try writeMembers(quantities, "quantitySamples", &upload, into: &writer)
        try writeMembers(categories, "categorySamples", &upload, into: &writer)
        writer.byte(UInt8(ascii: "]"))
        try SampleStruct.writeMetadata(element, payload, into: &writer) { key in
            key == "quantitySamples" || key == "categorySamples"
        }
    }

    private static func writeMembers(
        _ list: Value?,
        _ name: String,
        _ upload: inout UploadTranslation,
        into writer: inout Writer
    ) throws(Refusal) {
        var elements = try elements(list, name)
        while let element = elements?.next() {
            if element.isNull { continue }
            // A correlation in a correlation is refused here, so that hostile input cannot nest deeply.
            let identifier = element.field("identifier")?.text
            let kind = unsafe identifier?.withBytes { unsafe Catalogue.sampleType($0) }?.kind
            if kind == .correlation {
                throw Refusal(.invalidType, "A correlation holds quantity and category samples only.")
            }
            writer.separate()
            try SampleStruct.write(element, digest: nil, &upload, into: &writer)
        }
    }

    @_lifetime(copy list)
    static func elements(_ list: Value?, _ name: String) throws(Refusal) -> Elements? {
        guard let list else { return nil }
        guard let elements = list.elements else { throw .wrongType(name, "an array") }
        return elements
    }
}
