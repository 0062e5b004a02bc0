import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation for each sample of a kind without a form of its own: a component for each value.
    mutating func addFields(_ items: [ForkDocument.Item], _ type: SampleType) {
        for item in items {
            addObservation(item, type) { resource in
                resource.addFields(of: item, type)
                if type.kind == .workoutRoute { resource.addNumberOfPoints(item, type) }
            }
        }
    }

    /// Adds an Observation for each assessment, with its score as value.
    mutating func addAssessments(_ items: [ForkDocument.Item], _ type: SampleType) {
        for item in items {
            addObservation(item, type) { resource in
                let scores = item.quantities("score")
                guard scores.count == 1, scores[0].kind.isEmpty, scores[0].value.meaning == .number else {
                    return resource.addFields(of: item, type)
                }
                resource.once("valueQuantity") { $0.quantity(scores[0].value, in: FHIR.Codes.of(type).unit) }
                resource.addFields(of: item, type, except: ["score"])
            }
        }
    }

    /// Adds an Observation for a sample; `values` adds its value and components.
    ///
    /// If there are none, the Observation says that the value is unknown.
    mutating func addObservation(
        _ item: ForkDocument.Item,
        _ type: SampleType,
        _ values: (inout FHIR.Resource) -> Void
    ) {
        var resource = FHIR.Resource()
        resource.observation(FHIR.Observation(item, FHIR.Codes.of(type)), in: self)
        resource.nestedRoom = nestedRoom
        values(&resource)
        nestedRoom = resource.nestedRoom
        if !resource.hasValue { resource.once("dataAbsentReason") { $0.concept([.unknown]) } }
        add("Observation", .named(item, type), &resource)
    }
}

extension FHIR.Bundle.Name {
    /// Returns the name of a sample, or of its type if it has no id.
    static func named(_ item: ForkDocument.Item, _ type: SampleType) -> Self {
        item.id.map { .sample($0) } ?? .identifier(type.identifier)
    }
}

extension FHIR.Resource {
    /// Adds a component for each value of the fields of a sample, without the fields `except`.
    ///
    /// A text with the JSON of an object or an array has a component for each value inside. A component is a hundred
    /// times as long as a short value, so a document has room for 10,000 of them. A text that needs more stays a text.
    mutating func addFields(of item: ForkDocument.Item, _ type: SampleType, except: Set<String> = []) {
        for series in item.series where !except.contains(series.key) { addField(series, type) }
    }

    /// Adds a component for each value of a field.
    mutating func addField(_ series: ForkDocument.Series, _ type: SampleType) {
        var field = FieldWriter(FHIR.FieldCodes(series.key, of: type))
        for quantity in series.quantities { field.add(quantity.value, path: quantity.kind, to: &self) }
    }

    fileprivate mutating func addNumberOfPoints(_ item: ForkDocument.Item, _ type: SampleType) {
        let points = ForkDocument.Measure(number: Double(item.points.count), unit: "count")
        var field = FieldWriter(FHIR.FieldCodes("coordinates", of: type))
        field.add(points, path: "", to: &self)
    }
}

/// A writer of the values of one field, as components.
private struct FieldWriter: ~Copyable {
    private var codes: FHIR.FieldCodes
    private var values = NestedValues()

    init(_ codes: FHIR.FieldCodes) { self.codes = codes }

    /// Adds a component for a value, or for each value in the JSON of a text; nothing for an empty text.
    mutating func add(_ measure: ForkDocument.Measure, path: String, to resource: inout FHIR.Resource) {
        guard case .text(let text) = measure.meaning else {
            return add(measure, measure.meaning, path: path, to: &resource)
        }
        if let nested = values.read(text, path: path, limit: resource.nestedRoom) {
            resource.nestedRoom -= nested.count
            for (path, value, meaning) in nested { add(value, meaning, path: path, to: &resource) }
        } else if !text.isEmpty {
            add(measure, .text(text), path: path, to: &resource)
        }
    }

    private mutating func add(
        _ measure: ForkDocument.Measure,
        _ meaning: ForkDocument.TypedValue,
        path: String,
        to resource: inout FHIR.Resource
    ) {
        resource.component(codes.of(path)) { $0.value(measure, meaning, in: nil) }
    }
}

extension Writer {
    /// Appends the member with the value of a component: a Quantity, a bool or a text.
    mutating func value(_ measure: ForkDocument.Measure, _ meaning: ForkDocument.TypedValue, in unit: FHIR.Unit?) {
        switch meaning {
        case .number:
            key("valueQuantity")
            quantity(measure, in: unit)
        case .bool(let bool):
            key("valueBoolean")
            self.bool(bool)
        case .text(let text):
            key("valueString")
            self.text(text)
        }
    }
}
